/** Suggests the attribute's values in the catalog, each with its number of products. */
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useApi } from '../session/session.tsx'
import { Field } from '../ui/field.tsx'
import { useWords } from '../messages/messages.tsx'

export type ListedAttribute = 'tag' | 'vendor' | 'product_type'

interface ValueFieldProps {
  label: string
  attribute?: ListedAttribute | undefined
  value: string
  required?: boolean
  placeholder?: string
  onChange: (value: string) => void
}

export function ValueField({ label, attribute, value, required = true, placeholder, onChange }: ValueFieldProps) {
  const { count } = useWords()
  const list = useId()
  const values = useValues(attribute)
  return (
    <Field label={label}>
      <input
        className="input"
        required={required}
        placeholder={placeholder}
        value={value}
        list={attribute && list}
        onChange={(event) => onChange(event.target.value)}
      />
      {attribute && (
        <datalist id={list}>
          {values.map(({ value: one, products }) => (
            <option key={one} value={one} label={count('workbench.found', products)} />
          ))}
        </datalist>
      )}
    </Field>
  )
}

function useValues(attribute: ListedAttribute | undefined) {
  const api = useApi()
  const { data } = useQuery({
    queryKey: [api.shop, 'values', attribute],
    queryFn: () => api.productValues(attribute!),
    enabled: attribute !== undefined,
  })
  return data ?? []
}
