import type { ReactNode } from 'react'

export function Field({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
    <label className="field">
      <span>{label}</span>
      {children}
      {hint && <small>{hint}</small>}
    </label>
  )
}

interface CheckProps {
  isChecked: boolean
  disabled?: boolean
  onChange: (isChecked: boolean) => void
  children: ReactNode
}

export function Check({ isChecked, disabled, onChange, children }: CheckProps) {
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={isChecked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />{' '}
      {children}
    </label>
  )
}

interface FileFieldProps {
  label: string
  accept: string
  disabled?: boolean
  onChoose: (file: File) => void
}

/** Choosing the same file twice calls `onChoose` twice: the file may have been corrected in between. */
export function FileField({ label, accept, disabled, onChoose }: FileFieldProps) {
  return (
    <Field label={label}>
      <input
        className="input"
        type="file"
        accept={accept}
        disabled={disabled}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file) onChoose(file)
        }}
      />
    </Field>
  )
}

interface DateFieldProps {
  label: string
  /** ISO 8601, in UTC. */
  value: string | null | undefined
  onChange: (value: string | null) => void
}

export function DateField({ label, value, onChange }: DateFieldProps) {
  return (
    <Field label={label}>
      <input
        className="input"
        type="datetime-local"
        value={value ? localTime(value) : ''}
        onChange={(event) => onChange(event.target.value ? new Date(event.target.value).toISOString() : null)}
      />
    </Field>
  )
}

function localTime(iso: string): string {
  const at = new Date(iso)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

interface ChoiceProps<T extends string> {
  label: string
  hint?: string
  value: T
  /** Label of the empty option, if there is one. */
  none?: string
  options: readonly { value: T; label: string }[]
  onChange: (value: T) => void
}

export function Choice<T extends string>({ label, hint, value, none, options, onChange }: ChoiceProps<T>) {
  return (
    <Field label={label} {...(hint && { hint })}>
      <select className="input" value={value} onChange={(event) => onChange(event.target.value as T)}>
        {none && <option value="">{none}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Field>
  )
}

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
