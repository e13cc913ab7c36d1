import { useWords } from '../messages/messages.tsx'
import { Button } from './button.tsx'

interface EditButtonsProps {
  name: string
  onEdit: () => void
  /** Undefined if the item cannot be removed. */
  onRemove: (() => void) | undefined
}

export function EditButtons({ name, onEdit, onRemove }: EditButtonsProps) {
  const { t } = useWords()
  return (
    <>
      <Button small kind="plain" aria-label={t('common.editNamed', { name })} onClick={onEdit}>
        {t('common.edit')}
      </Button>
      {onRemove && (
        <Button small kind="plain" aria-label={t('common.removeNamed', { name })} onClick={onRemove}>
          {t('common.remove')}
        </Button>
      )}
    </>
  )
}
