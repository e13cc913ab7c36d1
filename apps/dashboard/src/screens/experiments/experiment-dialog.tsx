import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { describeChanges } from '../../draft/describe-changes.ts'
import { useDraft } from '../../draft/draft.tsx'
import type { Json } from '../../draft/patch.ts'
import { usePublish } from '../../draft/use-publish.ts'
import { useFormat } from '../../format/use-format.ts'
import { useApi } from '../../session/session.tsx'
import { Dialog, FormFoot } from '../../ui/dialog.tsx'
import { Choice, Field } from '../../ui/field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { useWords } from '../../messages/messages.tsx'
import {
  draftVariant,
  type Experience,
  isTestable,
  newExperience,
  type Treatment,
  TREATMENTS,
  withExperience,
} from './experience.ts'

const EFFECTS = [0.02, 0.05, 0.1, 0.2]

/** Starts the experiment by publishing it at once. If the experiment tests the draft, the draft is then discarded. */
export function NewExperimentDialog({ onClose }: { onClose: () => void }) {
  const words = useWords()
  const { t } = words
  const { live, patch, changes, baseVersion } = useDraft()
  const hasDraft = isTestable(patch)
  const [treatment, setTreatment] = useState<Treatment | 'draft'>(hasDraft ? 'draft' : 'personal')
  const publish = usePublish()
  const isDraft = treatment === 'draft'
  const variant = isDraft ? draftVariant(patch, baseVersion) : { key: treatment, weight: 1, ...TREATMENTS[treatment] }
  const start = (experience: Experience) => {
    const change = { experiences: withExperience(live.experiences ?? [], experience) as unknown as Json }
    const note = t('experiments.startedNote', { name: experience.name })
    publish.mutate({ [isDraft ? 'instead' : 'alone']: change, note }, { onSuccess: onClose })
  }
  return (
    <Dialog title={t(isDraft ? 'experiments.testDraft' : 'experiments.new')} onClose={onClose}>
      <PlanForm
        experience={newExperience(live.experiences ?? [], variant)}
        name={isDraft ? describeChanges(words, changes).slice(0, 120) : ''}
        submit={t('experiments.start')}
        isBusy={publish.isPending}
        onSubmit={start}
        onClose={onClose}
      >
        <Choice
          label={t('experiments.treatment')}
          hint={t('experiments.treatmentHint')}
          value={treatment}
          options={[...(hasDraft ? ['draft' as const] : []), ...(Object.keys(TREATMENTS) as Treatment[])].map(
            (value) => ({
              ...{ value, label: t(`experiments.treatment.${value}`) },
            }),
          )}
          onChange={setTreatment}
        />
      </PlanForm>
    </Dialog>
  )
}

interface PlanDialogProps {
  experience: Experience
  onSave: (experience: Experience) => void
  onClose: () => void
}

export function PlanDialog({ experience, onSave, onClose }: PlanDialogProps) {
  const { t } = useWords()
  return (
    <Dialog title={t('experiments.plan')} onClose={onClose}>
      <PlanForm
        experience={experience}
        name={experience.name}
        submit={t('common.toDraft')}
        onSubmit={onSave}
        onClose={onClose}
      />
    </Dialog>
  )
}

interface PlanFormProps {
  experience: Experience
  name: string
  submit: string
  isBusy?: boolean
  children?: ReactNode
  onSubmit: (experience: Experience) => void
  onClose: () => void
}

function PlanForm({ experience, name: given, submit, isBusy, children, onSubmit, onClose }: PlanFormProps) {
  const { t } = useWords()
  const format = useFormat()
  const api = useApi()
  const { plan, variants } = experience
  const [name, setName] = useState(given)
  const [hypothesis, setHypothesis] = useState(plan?.hypothesis ?? '')
  const [effect, setEffect] = useState(0.1)
  const request = { effect, variants: variants.length }
  const estimate = useQuery({
    queryKey: [api.shop, 'estimate', request],
    queryFn: () => api.estimateExperiment(request),
  })
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (!estimate.data) return
    const planned = {
      ...plan,
      ...(hypothesis ? { hypothesis } : {}),
      visitors_per_variant: estimate.data.visitors_per_variant,
      started_at: plan?.started_at ?? new Date().toISOString(),
    }
    onSubmit({ ...experience, name, plan: planned })
  }
  return (
    <form className="stack" onSubmit={save}>
      {children}
      <Field label={t('users.name')}>
        <input className="input" required value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field label={t('experiments.hypothesis')}>
        <input className="input" value={hypothesis} onChange={(event) => setHypothesis(event.target.value)} />
      </Field>
      <Choice
        label={t('experiments.effect')}
        value={String(effect)}
        options={EFFECTS.map((one) => ({ value: String(one), label: format.percent(one) }))}
        onChange={(value) => setEffect(Number(value))}
      />
      <Estimate effect={effect} estimate={estimate} />
      <FormFoot label={submit} disabled={!estimate.data || isBusy} onCancel={onClose} />
    </form>
  )
}

type EstimateQuery = ReturnType<typeof useQuery<Awaited<ReturnType<ReturnType<typeof useApi>['estimateExperiment']>>>>

function Estimate({ effect, estimate }: { effect: number; estimate: EstimateQuery }) {
  const { t } = useWords()
  const format = useFormat()
  return (
    <Loaded query={estimate}>
      {({ visitors_per_variant, days, baseline }) => (
        <p className="estimate" role="status">
          <strong>
            {days === null
              ? t('experiments.estimateNobody')
              : t('experiments.estimate', { days: format.number(days, 0), effect: format.percent(effect) })}
          </strong>{' '}
          <span className="soft">
            {t('experiments.estimateAbout', {
              visitors: format.number(visitors_per_variant),
              baseline: format.percent(baseline),
            })}
          </span>
        </p>
      )}
    </Loaded>
  )
}
