import { type FormEvent, useState } from 'react'
import { ProductList } from '../../products/product-list.tsx'
import { Button } from '../../ui/button.tsx'
import { Choice, Field } from '../../ui/field.tsx'
import { Dialog, FormFoot } from '../../ui/dialog.tsx'
import { useWords } from '../../messages/messages.tsx'
import { COLUMNS, type Collection, type CollectionRule, handleOf, newRule, relationsOf } from './collection.ts'
import { MatchCount } from '../../products/match-count.tsx'
import { ValueField } from '../../products/value-field.tsx'

interface CollectionDialogProps {
  collection: Collection
  isNew: boolean
  onSave: (collection: Collection) => void
  onClose: () => void
}

export function CollectionDialog({ collection: given, isNew, onSave, onClose }: CollectionDialogProps) {
  const { t } = useWords()
  const [collection, setCollection] = useState(given)
  const change = (more: Partial<Collection>) => setCollection((current) => ({ ...current, ...more }))
  const { rules, product_ids: ids = [], title, handle } = collection
  const isByRule = rules !== undefined && rules.length > 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSave(collection)
  }
  return (
    <Dialog wide title={t(isNew ? 'collections.new' : 'collections.edit')} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <div className="fields">
          <Field label={t('facets.title')}>
            <input
              className="input"
              required
              maxLength={255}
              value={title}
              onChange={({ target: { value } }) =>
                change({ title: value, ...(isNew && handle === handleOf(title) ? { handle: handleOf(value) } : {}) })
              }
            />
          </Field>
          <Field label={t('collections.handle')} hint={t('collections.handleHint', { handle: handle || '…' })}>
            <input
              className="input"
              required
              disabled={!isNew}
              value={handle}
              onChange={(event) => change({ handle: event.target.value })}
            />
          </Field>
        </div>
        <div className="segmented">
          {[true, false].map((byRule) => (
            <button
              key={String(byRule)}
              type="button"
              aria-pressed={byRule === isByRule}
              onClick={() => change(byRule ? { rules: [newRule()], product_ids: [] } : { rules: [] })}
            >
              {t(byRule ? 'collections.byRule' : 'collections.byHand')}
            </button>
          ))}
        </div>
        {isByRule ? (
          <RuleRows rules={rules} onChange={(next) => change({ rules: next })} />
        ) : (
          <ProductList
            ids={ids}
            label={t('rules.addProduct')}
            onAdd={(id) => change({ product_ids: [...ids, id] })}
            onRemove={(id) => change({ product_ids: ids.filter((one) => one !== id) })}
          />
        )}
        <FormFoot label={t('common.toDraft')} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

function RuleRows({ rules, onChange }: { rules: CollectionRule[]; onChange: (rules: CollectionRule[]) => void }) {
  const { t } = useWords()
  const rows = rules.map((rule, place) => ({ rule, place }))
  const set = (place: number, more: Partial<CollectionRule>) =>
    onChange(rules.map((one, at) => (at === place ? { ...one, ...more } : one)))
  return (
    <div className="stack-s">
      <p className="small soft">{t('collections.holdsAll')}</p>
      {rows.map(({ rule, place }) => (
        <div key={place} className="target stack-s">
          <div className="fields">
            <Choice
              label={t('collections.column')}
              value={rule.column}
              options={COLUMNS.map((value) => ({ value, label: t(`collections.column.${value}`) }))}
              onChange={(column) => set(place, { column, relation: relationsOf(column)[0]!, condition: '' })}
            />
            <Choice
              label={t('collections.relation')}
              value={rule.relation}
              options={relationsOf(rule.column).map((value) => ({
                ...{ value, label: t(`collections.relation.${value}`) },
              }))}
              onChange={(relation) => set(place, { relation })}
            />
            <ValueField
              label={t('rules.value')}
              attribute={SUGGESTED[rule.column]}
              value={rule.condition}
              onChange={(condition) => set(place, { condition })}
            />
          </div>
          <div className="spread">
            <MatchCount filter={filterOf(rule)} />
            {rules.length > 1 && (
              <Button small kind="plain" onClick={() => onChange(rules.filter((_, at) => at !== place))}>
                {t('common.remove')}
              </Button>
            )}
          </div>
        </div>
      ))}
      <div>
        <Button small icon="plus" onClick={() => onChange([...rules, newRule()])}>
          {t('collections.moreRules')}
        </Button>
      </div>
    </div>
  )
}

/** Attributes whose values the catalog can suggest, by column. */
const SUGGESTED: Partial<Record<CollectionRule['column'], 'tag' | 'vendor' | 'product_type'>> = {
  tag: 'tag',
  vendor: 'vendor',
  type: 'product_type',
}

/** Returns undefined if the catalog has no filter for the condition. */
function filterOf({ column, relation, condition }: CollectionRule): string | undefined {
  const attribute = SUGGESTED[column]
  if (condition === '') return undefined
  if (attribute && relation === 'equals') return `${attribute}:${condition}`
  if (column === 'variant_price' && relation === 'greater_than') return `price:${condition}:`
  if (column === 'variant_price' && relation === 'less_than') return `price::${condition}`
  return undefined
}
