/** The plan of a test: what it should show, and how long that takes, before anybody is asked. */
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useFormat } from '../../format/use-format.ts'
import { useApi } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { useWords } from '../../words/words.tsx'
import { type Experience, newExperience, type Treatment, TREATMENTS } from './experience.ts'

interface ExperimentDialogProps {
  /** Absent: a new one. */
  experience?: Experience
  experiences: readonly Experience[]
  onSave: (experience: Experience) => void
  onClose: () => void
}

const EFFECTS = [0.02, 0.05, 0.1, 0.2]

export function ExperimentDialog({ experience, experiences, onSave, onClose }: ExperimentDialogProps) {
  const { t } = useWords()
  const api = useApi()
  const [treatment, setTreatment] = useState<Treatment>('personal')
  const [name, setName] = useState(experience?.name ?? '')
  const [hypothesis, setHypothesis] = useState(experience?.plan?.hypothesis ?? '')
  const [effect, setEffect] = useState(0.1)
  const [status, setStatus] = useState(experience?.status ?? 'active')
  const base = experience ?? newExperience(experiences, treatment)
  const request = { effect, variants: base.variants.length }
  const estimate = useQuery({
    queryKey: [api.shop, 'estimate', request],
    queryFn: () => api.estimateExperiment(request),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const planned = estimate.data?.visitors_per_variant
    const plan = {
      ...base.plan,
      ...(hypothesis ? { hypothesis } : {}),
      ...(planned
        ? { visitors_per_variant: planned, started_at: base.plan?.started_at ?? new Date().toISOString() }
        : {}),
    }
    onSave({ ...base, name, status, plan: plan as Experience['plan'] })
  }
  return (
    <Dialog title={t(experience ? 'experiments.plan' : 'experiments.new')} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <Field label={t('users.name')}>
          <input className="input" required value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
        {!experience && (
          <Field label={t('experiments.treatment')} hint={t('experiments.treatmentHint')}>
            <select
              className="input"
              value={treatment}
              onChange={(event) => setTreatment(event.target.value as Treatment)}
            >
              {(Object.keys(TREATMENTS) as Treatment[]).map((one) => (
                <option key={one} value={one}>
                  {t(`experiments.treatment.${one}`)}
                </option>
              ))}
            </select>
          </Field>
        )}
        <Field label={t('experiments.hypothesis')}>
          <input className="input" value={hypothesis} onChange={(event) => setHypothesis(event.target.value)} />
        </Field>
        <div className="fields">
          <Field label={t('experiments.effect')}>
            <select className="input" value={effect} onChange={(event) => setEffect(Number(event.target.value))}>
              {EFFECTS.map((one) => (
                <option key={one} value={one}>
                  {one * 100} %
                </option>
              ))}
            </select>
          </Field>
          <Field label={t('catalog.status')}>
            <select className="input" value={status} onChange={(event) => setStatus(event.target.value as 'active')}>
              <option value="active">{t('experiments.running')}</option>
              <option value="paused">{t('experiments.paused')}</option>
            </select>
          </Field>
        </div>
        <Estimate effect={effect} estimate={estimate} />
        <div className="dialog-foot">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" type="submit" disabled={!estimate.data}>
            {t('common.toDraft')}
          </Button>
        </div>
      </form>
    </Dialog>
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
