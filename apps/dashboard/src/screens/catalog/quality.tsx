/** Lists problems that keep products from being found, with the number of searches that each affects. */
import type { QualityCheck } from '@vitrine/client/admin'
import { ProductName } from '../../products/product-name.tsx'
import { useProductsById } from '../../products/use-products.ts'
import { Link, path } from '../../router.ts'
import { useApi } from '../../session/session.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadedFindings, useFindings } from '../../ui/findings.tsx'
import { Card } from '../../ui/page.tsx'
import { useWords, type WordKey } from '../../messages/messages.tsx'
import { en } from '../../messages/en.ts'
import { useCheckTitle } from './use-check-title.ts'

export function Quality() {
  const { t } = useWords()
  const api = useApi()
  const quality = useFindings('quality', () => api.quality())
  return (
    <LoadedFindings query={quality}>
      {({ checks }) => {
        const failed = checks.filter(({ count }) => count > 0)
        if (failed.length === 0) return <EmptyState title={t('quality.good')}>{t('quality.goodAbout')}</EmptyState>
        return (
          <div className="stack">
            {failed.map((check) => (
              <Check key={check.check} check={check} />
            ))}
          </div>
        )
      }}
    </LoadedFindings>
  )
}

function Check({ check }: { check: QualityCheck }) {
  const { t, count } = useWords()
  const shown = check.sample_ids.slice(0, 5)
  const products = useProductsById(shown)
  const titleOf = useCheckTitle()
  const fix = `quality.fix.${check.check}`
  return (
    <Card
      title={titleOf(check.check)}
      about={fix in en ? t(fix as WordKey) : check.fix}
      actions={
        <>
          {(check.searches_affected ?? 0) > 0 && (
            <span className="badge warn">{count('quality.searches', check.searches_affected ?? 0)}</span>
          )}
          <span className={`badge ${check.severity === 'error' || check.severity === 'high' ? 'bad' : 'warn'}`}>
            {count('workbench.found', check.count)}
          </span>
        </>
      }
    >
      {check.details.length > 0 && (
        <p className="soft">
          {check.details
            .slice(0, 5)
            .map(({ text }) => text)
            .join(' · ')}
        </p>
      )}
      <ul className="product-list">
        {shown.map((id) => (
          <li key={id}>
            <Link to={path('catalog', id)}>
              <ProductName id={id} product={products.get(id)} />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
