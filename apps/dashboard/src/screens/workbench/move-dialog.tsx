import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { useWords } from '../../messages/messages.tsx'

interface MoveDialogProps {
  title: string
  rank: number
  onMove: (position: number) => void
  onClose: () => void
}

/** Keyboard alternative to dragging. */
export function MoveDialog({ title, rank, onMove, onClose }: MoveDialogProps) {
  const { t } = useWords()
  const [position, setPosition] = useState(String(Math.max(1, rank - 1)))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onClose()
    onMove(Number(position))
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <Field label={t('workbench.moveTo')}>
          <input
            className="input"
            type="number"
            min="1"
            max="1000"
            required
            value={position}
            onChange={(event) => setPosition(event.target.value)}
          />
        </Field>
        <div className="dialog-foot">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" type="submit">
            {t('workbench.pinThere')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
