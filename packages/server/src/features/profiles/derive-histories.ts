import type { CartMoveKind, HistoryFact, Subject } from '../../ports/derived-store/derived-facts.ts'
import type { EventLine, ShopEvent } from '../../ports/event-log/shop-event.ts'

type CartLine = Pick<EventLine, 'productId' | 'quantity'>

/** Keeps only the latest view, addition, removal and order of a product. */
export function deriveHistories(event: ShopEvent, subject: Subject): HistoryFact[] {
  const { atMs, cartProducts, cartQuantities } = event
  const lines = cartProducts?.map((productId, i) => ({ productId, quantity: cartQuantities?.[i] ?? 1 }))
  const whole = lines === undefined ? [] : wholeCart(lines, subject, atMs)
  return [...ownHistories(event, subject), ...whole]
}

function ownHistories(event: ShopEvent, subject: Subject): HistoryFact[] {
  const { atMs } = event
  const facts = event.lines.map((line) => historyFact(subject, line.productId))
  const moved = (kind: CartMoveKind) =>
    event.lines.map(({ productId, quantity }) => ({ ...historyFact(subject, productId), cart: { kind, quantity } }))
  switch (event.action) {
    case 'product_view':
    case 'preference':
      return facts.map((fact) => ({ ...fact, browsedAtMs: atMs }))
    case 'cart_add':
      return moved('add').map((fact) => ({ ...fact, addedAtMs: atMs }))
    case 'surface_cart_add':
      return moved('surface').map((fact) => ({ ...fact, addedAtMs: atMs }))
    case 'cart_remove':
      return moved('remove').map((fact) => ({ ...fact, removedAtMs: atMs }))
    case 'order':
      return facts.map((fact) => ({ ...fact, boughtAtMs: atMs }))
    case 'cart_view':
      if (!event.readable) return []
      return wholeCart(event.lines, subject, atMs)
    default:
      return []
  }
}

/** A product that is not in the cart was removed before. Variants of a product count together. */
function wholeCart(lines: readonly CartLine[], subject: Subject, atMs: number): HistoryFact[] {
  const pieces = new Map<number, number>()
  for (const { productId, quantity } of lines) pieces.set(productId, (pieces.get(productId) ?? 0) + quantity)
  return [
    ...[...pieces].map(([productId, quantity]) => ({
      ...historyFact(subject, productId),
      addedAtMs: atMs,
      cart: { kind: 'whole' as const, quantity },
    })),
    { ...historyFact(subject, 0), removedAtMs: atMs - 1 },
  ]
}

function historyFact(subject: Subject, productId: number): HistoryFact {
  return { subject, productId, browsedAtMs: 0, addedAtMs: 0, removedAtMs: 0, boughtAtMs: 0 }
}
