import { useMayEdit } from '../session/session.tsx'
import { useWords } from '../words/words.tsx'
import { EmptyState } from './empty-state.tsx'

/** Before the first import every list is empty, and only the import is worth naming. */
export function NoProducts() {
  const { t } = useWords()
  const link = { to: '/catalog?tab=imports', label: t('first.import.do') }
  return (
    <EmptyState title={t('empty.noProducts')} link={useMayEdit() && link}>
      {t('empty.noProductsAbout')}
    </EmptyState>
  )
}
