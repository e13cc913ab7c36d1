import { ProductList } from '../../products/product-list.tsx'
import { ValueField } from '../../products/value-field.tsx'
import { Choice, Field, NumberField } from '../../ui/field.tsx'
import { useWords } from '../../messages/messages.tsx'
import { CollectionChoice } from './collection-choice.tsx'
import type { Attribute, Target } from './target.ts'

interface TargetValueProps {
  attribute: Attribute
  target: Target
  onChange: (more: Target) => void
}

export function TargetValue({ attribute, target, onChange }: TargetValueProps) {
  const { t } = useWords()
  switch (attribute) {
    case 'metafield':
      return <Metafield target={target} onChange={onChange} />
    case 'price':
      return <Price target={target} onChange={onChange} />
    case 'in_stock':
      return (
        <Choice
          label={t('rules.value')}
          value={String(target.in_stock)}
          options={[
            { value: 'true', label: t('rules.inStock') },
            { value: 'false', label: t('rules.soldOut') },
          ]}
          onChange={(value) => onChange({ in_stock: value === 'true' })}
        />
      )
    case 'newer_than_days':
      return (
        <NumberField
          label={t('rules.days')}
          value={target.newer_than_days}
          min={1}
          onChange={(days) => onChange({ newer_than_days: days ?? 1 })}
        />
      )
    case 'product_ids':
      return <Products target={target} onChange={onChange} />
    case 'collection':
      return (
        <CollectionChoice
          label={t('rules.value')}
          none=""
          value={target.collection ?? ''}
          onChange={(collection) => onChange({ collection })}
        />
      )
    default:
      return (
        <ValueField
          label={t('rules.value')}
          attribute={attribute}
          value={target[attribute] ?? ''}
          onChange={(value) => onChange({ [attribute]: value })}
        />
      )
  }
}

type PartProps = Omit<TargetValueProps, 'attribute'>

function Metafield({ target: { metafield = { key: '', value: '' } }, onChange }: PartProps) {
  const { t } = useWords()
  return (
    <>
      <Field label={t('rules.metafieldKey')}>
        <input
          className="input"
          required
          placeholder="namespace.key"
          value={metafield.key}
          onChange={(event) => onChange({ metafield: { ...metafield, key: event.target.value } })}
        />
      </Field>
      <Field label={t('rules.value')}>
        <input
          className="input"
          required
          value={metafield.value}
          onChange={(event) => onChange({ metafield: { ...metafield, value: event.target.value } })}
        />
      </Field>
    </>
  )
}

function Price({ target: { price = {} }, onChange }: PartProps) {
  const { t } = useWords()
  return (
    <>
      <NumberField
        label={t('rules.from')}
        value={price.min}
        onChange={(min) => onChange({ price: { ...price, min } })}
      />
      <NumberField label={t('rules.to')} value={price.max} onChange={(max) => onChange({ price: { ...price, max } })} />
    </>
  )
}

function Products({ target: { product_ids: ids = [] }, onChange }: PartProps) {
  const { t } = useWords()
  return (
    <ProductList
      ids={ids}
      label={t('rules.addProduct')}
      onAdd={(id) => onChange({ product_ids: [...new Set([...ids, id])] })}
      onRemove={(id) => onChange({ product_ids: ids.filter((one) => one !== id) })}
    />
  )
}
