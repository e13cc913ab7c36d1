import { MAX_AMOUNT } from '@vitrine/contract'
import type {
  Conversion,
  ExposureFact,
  RefundFact,
  Source,
  Subject,
  TouchedProduct,
  TouchFact,
} from '../../ports/derived-store/derived-facts.ts'
import type { StoredServe } from '../../ports/derived-store/derived-records.ts'
import { kindOf } from '../../ports/derived-store/serve-claims.ts'
import { MONEY_SCALE } from '../../ports/derived-store/derived-facts.ts'
import type { EventLine, ShopEvent } from '../../ports/event-log/shop-event.ts'

/** A rendered search page counts as seen. Sections may be out of sight and report their own views. */
const SEEN_WHEN_RENDERED: ReadonlySet<string> = new Set(['search', 'instant_search', 'image_search'])

export function isSeen(event: ShopEvent, source: Source): boolean {
  if (event.action === 'surface_view') return true
  return event.action === 'surface_render' && SEEN_WHEN_RENDERED.has(source.surface)
}

export function deriveTouch(
  event: ShopEvent,
  given: { subject: Subject; source: Source; serve?: StoredServe },
): TouchFact[] {
  const kind = isSeen(event, given.source) ? 'view' : isClick(event) ? 'click' : undefined
  if (kind === undefined) return []
  const products = touchedProducts(event, given.serve)
  if (products.length === 0 || (kind === 'click' && event.lines.length === 0)) return []
  const { position: _position, step: _step, ...source } = given.source
  return [{ kind, subject: given.subject, atMs: event.atMs, eventId: event.id, products, source }]
}

/** Returns the named products that the serve showed; if the event names none, all that it showed. */
function touchedProducts(event: ShopEvent, serve: StoredServe | undefined): TouchedProduct[] {
  if (event.lines.length === 0) return [...(serve?.products ?? [])]
  const named = [...new Set(event.lines.map((line) => line.productId))]
  if (serve === undefined) return named.map((productId) => ({ productId }))
  return named.flatMap((productId) => serve.products.find((shown) => shown.productId === productId) ?? [])
}

/** A serve without ids, or with other kinds of ids, may have been shown to this shopper. */
export function isShownTo(serve: StoredServe | undefined, subjects: readonly Subject[]): boolean {
  const shownTo = serve?.subjects ?? []
  if (shownTo.some((subject) => subjects.includes(subject))) return true
  const kinds = new Set(subjects.map(kindOf))
  return !shownTo.some((subject) => kinds.has(kindOf(subject)))
}

/** Adding a product to the cart from a list counts as a click. */
function isClick(event: ShopEvent): boolean {
  return event.action === 'surface_click' || event.action === 'surface_cart_add'
}

export function deriveConversion(event: ShopEvent, subjects: readonly Subject[]): Conversion[] {
  const isOrder = event.action === 'order' && event.orderId !== undefined
  if (!(isOrder || event.action === 'cart_add') || event.lines.length === 0) return []
  return [
    {
      kind: isOrder ? 'order' : 'cart',
      key: isOrder ? (event.orderId as string) : event.id,
      atMs: event.atMs,
      eventId: event.id,
      subjects: [...subjects],
      // '' means the shop's own currency.
      currency: event.currency ?? '',
      lines: event.lines.map(toConversionLine),
      ...(event.trust && { trust: event.trust }),
      ...(event.teaches === false && { teaches: false }),
    },
  ]
}

export function deriveRefund(event: ShopEvent): RefundFact[] {
  const { orderId, refundId, lines } = event
  if (event.action !== 'refund' || orderId === undefined || refundId === undefined) return []
  return [{ order: orderId, refund: refundId, lines: lines.map(toConversionLine) }]
}

/** Keeps the amount a safe integer, whatever the price and the quantity. */
function toConversionLine({ productId, quantity, price }: EventLine): Conversion['lines'][number] {
  const worth = Math.min((price ?? 0) * quantity, MAX_AMOUNT)
  return { productId, quantity, amount: Math.round(worth * MONEY_SCALE) }
}

export function deriveExposure(event: ShopEvent, serve: StoredServe | undefined): ExposureFact[] {
  if (!serve?.experience || event.visitorId === undefined) return []
  const { id, variant } = serve.experience
  return [{ experience: id, variant, visitor: `visitor:${event.visitorId}`, atMs: event.atMs }]
}
