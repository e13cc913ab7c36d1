import type { ShopEvent } from '../../../../ports/event-log/shop-event.ts'
import { line, shopEvent } from '../../../../ports/event-log/testing/shop-events.ts'

/** A view by a shopper with full consent. */
export const productView = (id: string, changes: Partial<ShopEvent>): ShopEvent =>
  shopEvent({ id, action: 'product_view', lines: [line(1)], ...changes })
