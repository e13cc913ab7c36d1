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
