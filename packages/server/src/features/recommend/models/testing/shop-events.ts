import type { ShopEvent } from '../../../../ports/event-log/shop-event.ts'
import { line, shopEvent } from '../../../../ports/event-log/testing/shop-events.ts'

/** A view of one product by a shopper who allows everything; a test sets only the fields it is about. */
export const productView = (id: string, changes: Partial<ShopEvent>): ShopEvent =>
  shopEvent({ id, action: 'product_view', lines: [line(1)], ...changes })
