import { Field } from './field.tsx'

interface ChoiceProps {
  label: string
  value: string
  /** Label of the empty option. */
  none: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}

export function Choice({ label, value, none, options, onChange }: ChoiceProps) {
  return (
    <Field label={label}>
      <select className="input" value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{none}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Field>
  )
}
