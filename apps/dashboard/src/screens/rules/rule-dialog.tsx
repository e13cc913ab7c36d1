import { type FormEvent, useState } from 'react'
import { Dialog, FormFoot } from '../../ui/dialog.tsx'
import { DateField, Field } from '../../ui/field.tsx'
import { useWords } from '../../messages/messages.tsx'
import { doesAnything, newRuleId, type Rule, tidied, withRule } from './rule.ts'
import { PageActions } from './page-actions.tsx'
import { RuleActions } from './rule-actions.tsx'
import { RuleConditions } from './rule-conditions.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDraft } from '../../draft/draft.tsx'
import { small } from '../../products/product-name.tsx'
import { useApi } from '../../session/session.tsx'
import { Fault } from '../../ui/loaded.tsx'
import { Banner } from '../workbench/grid-side.tsx'

interface RuleDialogProps {
  rule: Rule
  /** Set if the rule is new, because its id must differ from the ids of all these rules. */
  newAmong?: readonly Rule[] | undefined
  onSave: (rule: Rule) => void
  onClose: () => void
}

export function RuleDialog({ rule: given, newAmong, onSave, onClose }: RuleDialogProps) {
  const { t } = useWords()
  const [rule, setRule] = useState(given)
  const change = (more: Partial<Rule>) => setRule((current) => ({ ...current, ...more }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const id = newAmong
      ? newRuleId(rule.name || rule.when.query || String(rule.when.collection ?? ''), newAmong)
      : rule.id
    onSave(tidied({ ...rule, id }))
  }
  return (
    <Dialog wide title={t(newAmong ? 'rules.new' : 'rules.edit')} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <Field label={t('rules.name')} hint={t('rules.nameHint')}>
          <input
            className="input"
            maxLength={200}
            value={rule.name ?? ''}
            onChange={(event) => change({ name: event.target.value || undefined })}
          />
        </Field>
        <Step number={1} title={t('rules.step.condition')} />
        <RuleConditions rule={rule} change={change} />
        <Step number={2} title={t('rules.step.products')} />
        <RuleActions rule={rule} setRule={setRule} />
        <Step number={3} title={t('rules.step.page')} />
        <PageActions rule={rule} change={change} />
        <RulePreview rule={rule} />
        <Step number={4} title={t('rules.step.time')} />
        <div className="fields">
          <DateField label={t('rules.starts')} value={rule.starts_at} onChange={(starts_at) => change({ starts_at })} />
          <DateField label={t('rules.ends')} value={rule.ends_at} onChange={(ends_at) => change({ ends_at })} />
        </div>
        <FormFoot label={t('common.toDraft')} disabled={!doesAnything(rule)} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

function Step({ number, title }: { number: number; title: string }) {
  return (
    <h3 className="rule-step">
      <span className="step-mark" aria-hidden="true">
        {number}
      </span>
      {title}
    </h3>
  )
}

const SHOWN = 8

function RulePreview({ rule }: { rule: Rule }) {
  const { t, count } = useWords()
  const api = useApi()
  const { config } = useDraft()
  const { query = '', collection } = rule.when
  // Leaves out dates and audience, so that the preview shows the rule's effect in any case.
  const shown = tidied({ ...rule, when: { query: query || undefined, collection }, starts_at: null, ends_at: null })
  const request = {
    query,
    ...(collection === undefined ? {} : { collection }),
    pagination: { limit: SHOWN },
    patch: { search: { rules: withRule(config.search?.rules ?? [], shown) } },
  }
  const preview = useQuery({
    queryKey: [api.shop, 'preview', request],
    queryFn: ({ signal }) => api.previewSearch(request, signal),
    enabled: (query !== '' || collection !== undefined) && doesAnything(rule),
    placeholderData: keepPreviousData,
  })
  if (preview.isError) return <Fault text={preview.error.message} />
  if (!preview.data) return null
  const { draft } = preview.data
  return (
    <section className="target" aria-label={t('workbench.draft')} aria-busy={preview.isFetching}>
      <p className="soft small">{count('workbench.found', draft.pagination.total)}</p>
      {draft.search_metadata.content.map((content) => (
        <Banner key={`${content.rule} ${content.slot}`} content={content} />
      ))}
      <div className="shelf">
        {draft.products.map(({ product_id: id, title, image }) => (
          <span key={id} className="small">
            {image.url ? <img src={small(image.url)} alt="" /> : <span className="thumb" />}
            <span>{title}</span>
          </span>
        ))}
      </div>
    </section>
  )
}
