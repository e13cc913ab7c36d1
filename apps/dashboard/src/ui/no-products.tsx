import { useMayEdit } from '../session/session.tsx'
import { useWords } from '../messages/messages.tsx'
import { EmptyState } from './empty-state.tsx'

/** Shown before the first import, when every list is empty. */
export function NoProducts() {
  const { t } = useWords()
  const link = { to: '/catalog?tab=imports', label: t('first.import.do') }
  return (
    <EmptyState title={t('empty.noProducts')} link={useMayEdit() && link}>
      {t('empty.noProductsAbout')}
    </EmptyState>
  )
}
