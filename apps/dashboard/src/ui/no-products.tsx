import { Link } from '../router.tsx'
import { useMayEdit } from '../session/session.tsx'
import { useWords } from '../words/words.tsx'
import { EmptyState } from './empty-state.tsx'

/** Before the first import every list is empty, and only the import is worth naming. */
export function NoProducts() {
  const { t } = useWords()
  const action = (
    <Link className="button primary" to="/catalog?tab=imports">
      {t('first.import.do')}
    </Link>
  )
  return (
    <EmptyState title={t('empty.noProducts')} action={useMayEdit() && action}>
      {t('empty.noProductsAbout')}
    </EmptyState>
  )
}
