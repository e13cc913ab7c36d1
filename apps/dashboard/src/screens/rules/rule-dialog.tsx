/** One rule as a form. What the form has no field for stays as it is. */
import { type FormEvent, useState } from 'react'
import { ProductList } from '../../products/product-list.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useWords } from '../../words/words.tsx'
import { DateField, Field } from '../../ui/field.tsx'
import { doesAnything, hideIn, newRuleId, pinAt, type Rule, unpin } from './rule.ts'
import { Targets } from './targets.tsx'

interface RuleDialogProps {
  rule: Rule
  isNew: boolean
  onSave: (rule: Rule) => void
  onClose: () => void
}

export function RuleDialog({ rule: given, isNew, onSave, onClose }: RuleDialogProps) {
  const { t } = useWords()
  const [rule, setRule] = useState(given)
  const change = (more: Partial<Rule>) => setRule((current) => ({ ...current, ...more }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const id = isNew ? newRuleId(rule.when.query || String(rule.when.collection ?? ''), []) : rule.id
    onSave({ ...rule, id })
  }
  return (
    <Dialog wide title={t(isNew ? 'rules.new' : 'rules.edit')} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <ConditionFields rule={rule} change={change} />
        <fieldset className="stack-s">
          <legend>
            <h3>{t('rules.pinned')}</h3>
          </legend>
          <ProductList
            ids={(rule.pin ?? []).map((one) => one.product_id)}
            label={t('rules.addPinned')}
            position={(id) => rule.pin?.find((one) => one.product_id === id)?.position}
            onPosition={(id, position) => setRule(pinAt(rule, id, position))}
            onAdd={(id) => setRule(pinAt(rule, id, Math.max(0, ...(rule.pin ?? []).map((one) => one.position)) + 1))}
            onRemove={(id) => setRule(unpin(rule, id))}
          />
        </fieldset>
        <fieldset className="stack-s">
          <legend>
            <h3>{t('rules.hidden')}</h3>
          </legend>
          <ProductList
            ids={rule.hide ?? []}
            label={t('rules.addHidden')}
            onAdd={(id) => setRule(hideIn(rule, id))}
            onRemove={(id) => change({ hide: rule.hide?.filter((one) => one !== id) })}
          />
        </fieldset>
        <Targets title={t('rules.boosted')} targets={rule.boost ?? []} onChange={(boost) => change({ boost })} />
        <Targets title={t('rules.buried')} targets={rule.bury ?? []} onChange={(bury) => change({ bury })} />
        <Field label={t('rules.redirect')} hint={t('rules.redirectHint')}>
          <input
            className="input"
            value={rule.redirect ?? ''}
            onChange={(event) => change({ redirect: event.target.value || null })}
          />
        </Field>
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

function ConditionFields({ rule, change }: { rule: Rule; change: (more: Partial<Rule>) => void }) {
  const { t } = useWords()
  const { query = '', match = 'exact', collection } = rule.when
  return (
    <div className="fields">
      <Field label={t('rules.match')}>
        <select
          className="input"
          value={match}
          onChange={(event) => change({ when: { ...rule.when, match: event.target.value as 'exact' } })}
        >
          <option value="exact">{t('rules.is')}</option>
          <option value="contains">{t('rules.contains')}</option>
        </select>
      </Field>
      <Field label={t('table.query')}>
        <input
          className="input"
          value={query}
          onChange={(event) => change({ when: { ...rule.when, query: event.target.value || undefined } })}
        />
      </Field>
      <Field label={t('rules.collection')}>
        <input
          className="input"
          value={collection ?? ''}
          onChange={(event) => change({ when: { ...rule.when, collection: event.target.value || undefined } })}
        />
      </Field>
    </div>
  )
}
