import type { ReactNode } from 'react'
import { useMayEdit } from '../session/session.tsx'
import { useWords } from '../messages/messages.tsx'
import { Button } from './button.tsx'

/** Note above settings that are derived from the catalog. They are read-only until they are copied into the draft. */
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
