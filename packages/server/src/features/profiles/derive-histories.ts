import type { HistoryFact, Subject } from '../../ports/derived-store/derived-store.ts'
import type { ShopEvent } from '../../ports/event-log/shop-event.ts'

/** What an event says about the shopper's history. Times, not states: the latest of each kind decides, whatever came first. */
export function deriveHistories(event: ShopEvent, subject: Subject): HistoryFact[] {
  const { atMs, cartProducts } = event
  const whole = cartProducts === undefined ? [] : wholeCart(cartProducts, subject, atMs)
  return [...ownHistories(event, subject), ...whole]
}

function ownHistories(event: ShopEvent, subject: Subject): HistoryFact[] {
  const { atMs } = event
  const facts = event.lines.map((line) => historyFact(subject, line.productId))
  switch (event.action) {
    case 'product_view':
      return facts.map((fact) => ({ ...fact, browsedAtMs: atMs }))
    case 'cart_add':
    case 'surface_cart_add':
      return facts.map((fact) => ({ ...fact, addedAtMs: atMs }))
    case 'cart_remove':
      return facts.map((fact) => ({ ...fact, removedAtMs: atMs }))
    case 'order':
      return facts.map((fact) => ({ ...fact, boughtAtMs: atMs }))
    case 'cart_view':
      if (!event.readable) return []
      return wholeCart(
        event.lines.map(({ productId }) => productId),
        subject,
        atMs,
      )
    default:
      return []
  }
}

/** The whole cart was seen: what is not in it was taken out before. */
function wholeCart(products: readonly number[], subject: Subject, atMs: number): HistoryFact[] {
  return [
    ...products.map((productId) => ({ ...historyFact(subject, productId), addedAtMs: atMs })),
    { ...historyFact(subject, 0), removedAtMs: atMs - 1 },
  ]
}

function historyFact(subject: Subject, productId: number): HistoryFact {
  return { subject, productId, browsedAtMs: 0, addedAtMs: 0, removedAtMs: 0, boughtAtMs: 0 }
}
