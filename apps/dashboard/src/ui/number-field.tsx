import { Field } from './field.tsx'

interface NumberFieldProps {
  label: string
  value: number | undefined
  min?: number
  max?: number
  step?: number | 'any'
  onChange: (value: number | undefined) => void
}

/** The value of an empty field is undefined. */
export function NumberField({ label, value, min = 0, max, step = 'any', onChange }: NumberFieldProps) {
  return (
    <Field label={label}>
      <input
        className="input"
        type="number"
        inputMode="decimal"
        min={min}
        max={max}
        step={step}
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value === '' ? undefined : Number(event.target.value))}
      />
    </Field>
  )
}
