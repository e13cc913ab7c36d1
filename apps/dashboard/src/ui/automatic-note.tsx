import type { ReactNode } from 'react'
import { useMayEdit } from '../session/session.tsx'
import { useWords } from '../messages/messages.tsx'
import { Button } from './button.tsx'

/** Shown above settings that the server derives from the catalog. They can be edited once they are in the draft. */
export function AutomaticNote({ onTakeOver, children }: { onTakeOver: () => void; children: ReactNode }) {
  const { t } = useWords()
  const mayEdit = useMayEdit()
  return (
    <div className="notice spread">
      <span>{children}</span>
      {mayEdit && <Button onClick={onTakeOver}>{t('facets.takeOver')}</Button>}
    </div>
  )
}
