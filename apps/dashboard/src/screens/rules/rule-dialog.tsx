/** One rule as a form: when it acts, and what it does. */
import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DateField } from '../../ui/field.tsx'
import { useWords } from '../../words/words.tsx'
import { doesAnything, newRuleId, type Rule, tidied } from './rule.ts'
import { RuleActions } from './rule-actions.tsx'
import { RuleConditions } from './rule-conditions.tsx'

interface RuleDialogProps {
  rule: Rule
  /** Ids that are taken; undefined where the rule is there already. */
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
    const id = newAmong ? newRuleId(rule.when.query || String(rule.when.collection ?? ''), newAmong) : rule.id
    onSave(tidied({ ...rule, id }))
  }
  return (
    <Dialog wide title={t(newAmong ? 'rules.new' : 'rules.edit')} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <RuleConditions rule={rule} change={change} />
        <RuleActions rule={rule} setRule={setRule} />
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
