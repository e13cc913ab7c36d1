/** Simulates a click on a search result and a purchase. Every connector must attribute the order to the click. */
import { createClient } from '@vitrine/client'
import { createTracker, memoryStorage } from '@vitrine/client/events'
import { until } from './measured-steps.ts'
import type { TriedShop } from './tried-shop.ts'

const context = () => ({ navigator: { user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0' } })

export function clientOf({ baseUrl, shop, apiKey }: TriedShop) {
  return createClient({ baseUrl, shop, apiKey })
}

export async function clickIn(shop: TriedShop, visitor: string, requestId: string, productId: string): Promise<void> {
  const tracker = createTracker({ client: clientOf(shop), channel: 'headless', storage: memoryStorage(), context })
  tracker.identity.rememberVisitor(visitor)
  await tracker.custom('svc:search_result_clicked', { request_id: requestId, products: [{ product_id: productId }] })
}

/** Waits until the refund is subtracted, which leaves the only order without attributed revenue. */
export async function refundedOrder({ admin }: TriedShop) {
  return until('a refund that is subtracted', 30, async () => {
    const { orders, revenue, attributed_revenue } = (await admin.report('overview')).totals
    return attributed_revenue === 0 ? { orders, revenue, attributed_revenue } : undefined
  })
}

export async function creditedOrders({ admin }: TriedShop) {
  return until('an order that is credited', 30, async () => {
    const { orders, attributed_orders, attributed_revenue } = (await admin.report('overview')).totals
    return attributed_orders > 0 ? { orders, attributed_orders, attributed_revenue } : undefined
  })
}
