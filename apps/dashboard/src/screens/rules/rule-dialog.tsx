import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DateField, Field } from '../../ui/field.tsx'
import { useWords } from '../../messages/messages.tsx'
import { doesAnything, newRuleId, type Rule, tidied } from './rule.ts'
import { PageActions } from './page-actions.tsx'
import { RuleActions } from './rule-actions.tsx'
import { RuleConditions } from './rule-conditions.tsx'
import { RulePreview } from './rule-preview.tsx'

interface RuleDialogProps {
  rule: Rule
  /** All existing rules if this one is new: its id must differ from theirs. */
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
        <div className="dialog-foot">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" type="submit" disabled={!doesAnything(rule)}>
            {t('common.toDraft')}
          </Button>
        </div>
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
