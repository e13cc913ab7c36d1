import { type FormEvent, useState } from 'react'
import { Dialog, FormFoot } from '../../ui/dialog.tsx'
import { NumberField } from '../../ui/field.tsx'
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
  const [position, setPosition] = useState<number | undefined>(Math.max(1, rank - 1))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onClose()
    onMove(position ?? rank)
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <NumberField
          label={t('workbench.moveTo')}
          min={1}
          max={1000}
          step={1}
          value={position}
          onChange={setPosition}
        />
        <FormFoot label={t('workbench.pinThere')} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
