import { useSyncExternalStore } from 'react'
import { useWords } from '../messages/messages.tsx'

interface Toast {
  id: number
  text: string
  bad?: boolean
  action?: { label: string; run: () => void }
}

const SHOWN_MS = 12_000

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function set(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

export function toast(text: string, more: Pick<Toast, 'bad' | 'action'> = {}): void {
  const id = ++lastId
  set([...toasts.slice(-2), { id, text, ...more }])
  setTimeout(() => dismiss(id), SHOWN_MS)
}

function dismiss(id: number): void {
  set(toasts.filter((one) => one.id !== id))
}

export function Toasts() {
  const { t } = useWords()
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => toasts,
  )
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map(({ id, text, bad, action }) => (
        <div key={id} className={`toast ${bad ? 'bad' : ''}`}>
          <span className="grow">{text}</span>
          {action && (
            <button
              type="button"
              onClick={() => {
                dismiss(id)
                action.run()
              }}
            >
              {action.label}
            </button>
          )}
          <button type="button" aria-label={t('common.dismiss')} onClick={() => dismiss(id)}>
            ✕
          </button>
        </div>
      ))}
    </div>
  )
}
