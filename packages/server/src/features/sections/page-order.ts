import type { RecommendContext } from '../recommend/recommend-context.ts'
import type { SectionPage } from './section-page.ts'

/**
 * On the page of an order, what was just bought stands in the cart's place: sections go with it and offer none of it again. A page
 * may send it as its cart; by then the real cart is empty, so where nothing is sent it is the shopper's last order.
 */
export function withOrder(page: SectionPage, context: Pick<RecommendContext, 'purchases' | 'models'>): SectionPage {
  if (page.type !== 'order_status' || page.cart?.length) return page
  return { ...page, cart: lastOrder(context) }
}

/** Lines of an order share its time. */
function lastOrder({ purchases, models }: Pick<RecommendContext, 'purchases' | 'models'>): number[] {
  const latestMs = Math.max(...purchases.map(({ atMs }) => atMs))
  const latest = purchases.filter(({ atMs }) => atMs === latestMs)
  return [...new Set(latest.map(({ item }) => models.items.idOf(item)))]
}
