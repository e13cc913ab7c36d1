import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useWords } from '../messages/messages.tsx'
import { Button } from './button.tsx'

interface DialogProps {
  title: string
  onClose: () => void
  wide?: boolean
  children: ReactNode
}

export function Dialog({ title, onClose, wide, children }: DialogProps) {
  const { t } = useWords()
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  return (
    <dialog ref={ref} className={wide ? 'wide' : undefined} aria-labelledby={id} onClose={onClose}>
      <div className="dialog-body">
        <div className="spread">
          <h2 id={id}>{title}</h2>
          <Button kind="plain" icon="close" aria-label={t('common.close')} onClick={onClose} />
        </div>
        {children}
      </div>
    </dialog>
  )
}

/** The buttons of a form in a dialog. */
export function FormFoot({ label, disabled, onCancel }: { label: string; disabled?: boolean; onCancel: () => void }) {
  const { t } = useWords()
  return (
    <div className="dialog-foot">
      <Button onClick={onCancel}>{t('common.cancel')}</Button>
      <Button kind="primary" type="submit" disabled={disabled}>
        {label}
      </Button>
    </div>
  )
}
