import type { FoundProduct } from '@vitrine/client/admin'
import { useFormat } from '../../format/use-format.ts'
import { useWords } from '../../messages/messages.tsx'
import { idOf } from './arrange.ts'
import type { PlaceRule } from './use-place-rule.ts'
import type { TileFacts } from './use-tile-facts.ts'

interface TileBadgesProps {
  product: FoundProduct
  facts: TileFacts
  placeRule: PlaceRule | undefined
}

const FEW = 5

export function TileBadges({ product, facts, placeRule }: TileBadgesProps) {
  const { t, count } = useWords()
  const format = useFormat()
  const id = idOf(product)
  const { stock, revenue, views, margin } = facts
  return (
    <div className="tile-badges">
      {!product.is_in_stock ? (
        <span className="badge bad">{t('workbench.soldOut')}</span>
      ) : (
        stock !== undefined && (
          <span className={`badge ${stock <= FEW ? 'warn' : ''}`}>
            {t('workbench.stock', { n: format.number(stock) })}
          </span>
        )
      )}
      {revenue !== undefined && revenue > 0 && (
        <span className="badge" title={t('workbench.revenueAbout')}>
          {format.money(revenue)}
        </span>
      )}
      {views !== undefined && views > 0 && (
        <span className="badge" title={t('workbench.viewsAbout')}>
          {count('workbench.views', views)}
        </span>
      )}
      {margin !== undefined && <span className="badge">{t('workbench.margin', { margin })}</span>}
      {placeRule?.isPinned(id) && <span className="badge accent">{t('workbench.pinned')}</span>}
      {placeRule?.isWeighed('boost', id) && <span className="badge good">{t('workbench.boosted')}</span>}
      {placeRule?.isWeighed('bury', id) && <span className="badge warn">{t('workbench.buried')}</span>}
    </div>
  )
}
