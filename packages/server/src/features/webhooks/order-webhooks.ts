/** Turns orders and refunds into events. An order that the pixel reports, too, counts once, by its number. */
import { createHmac } from 'node:crypto'
import { MAX_PIECES, readPlatformId } from '@vitrine/contract'
import type { EventLine, ShopEvent } from '../../ports/event-log/shop-event.ts'
import { toNewEvent } from '../../ports/event-log/to-new-event.ts'
import { readItemNumber } from '../../ports/record-store/item-number.ts'
import { isRecord, readMoney, readText, readWhole } from '../platform/catalog-values.ts'
import type { Webhook, WebhookDeps } from './receive-webhook.ts'
import { requireCurrency, requireId, timeOf } from './webhook-values.ts'

/** All reports of an order give the same event, so only the first is stored. A cancelled order is refunded. */
export async function applyOrder(deps: WebhookDeps, webhook: Webhook): Promise<void> {
  const { payload, nowMs } = webhook
  const orderId = String(requireId(payload.id, 'id'))
  const order = orderEvent(orderId, payload, nowMs)
  if (order.lines.length === 0 || payload.test === true) return
  await append(deps, webhook, order)
  const cancelledAt = payload.cancelled_at
  if (webhook.topic !== 'orders/cancelled' && typeof cancelledAt !== 'string') return
  await append(deps, webhook, {
    ...order,
    id: `cancel ${orderId}`,
    name: 'order_refunded',
    action: 'refund',
    refundId: 'cancelled',
    atMs: timeOf(cancelledAt, nowMs),
  })
}

export async function applyRefund(deps: WebhookDeps, webhook: Webhook): Promise<void> {
  const { payload, nowMs } = webhook
  const orderId = String(requireId(payload.order_id, 'order_id'))
  const refundId = String(requireId(payload.id, 'id'))
  // Other platforms send a plain list of lines.
  const given = payload.refund_line_items ?? payload.line_items
  const lines = (Array.isArray(given) ? given.filter(isRecord) : []).flatMap((item) => {
    const line = isRecord(item.line_item) ? item.line_item : item
    return readLine({ ...line, quantity: item.quantity }, readMoney(item.subtotal))
  })
  if (lines.length === 0) return
  await append(deps, webhook, {
    ...blankEvent(nowMs),
    id: `refund ${refundId}`,
    name: 'order_refunded',
    action: 'refund',
    atMs: timeOf(payload.created_at, nowMs),
    orderId,
    refundId,
    lines,
  })
}

function orderEvent(orderId: string, payload: Record<string, unknown>, nowMs: number): ShopEvent {
  const customer = isRecord(payload.customer) ? readPlatformId(payload.customer.id) : undefined
  const items = Array.isArray(payload.line_items) ? payload.line_items.filter(isRecord) : []
  return {
    ...blankEvent(nowMs),
    id: `order ${orderId}`,
    name: 'checkout_completed',
    action: 'order',
    atMs: timeOf(payload.processed_at ?? payload.created_at, nowMs),
    orderId,
    lines: items.flatMap((item) => readLine(item)),
    ...visitorOf(payload.note_attributes),
    ...(customer === undefined ? {} : { customerId: String(customer), isCustomerVerified: true }),
    ...(readText(payload.currency) ? { currency: requireCurrency(payload.currency) } : {}),
    ...(readMoney(payload.total_price) === undefined ? {} : { total: readMoney(payload.total_price) as number }),
  }
}

/** An order inherits attributes of its cart, so it is attributed to the visitor even without the pixel. */
function visitorOf(attributes: unknown): Pick<ShopEvent, 'visitorId'> {
  const list = Array.isArray(attributes) ? attributes.filter(isRecord) : []
  const visitorId = readText(list.find(({ name }) => name === '_vitrine_visitor')?.value)?.trim()
  return visitorId && visitorId.length <= MAX_VISITOR_LENGTH ? { visitorId } : {}
}

/** The same limit as for requests. */
const MAX_VISITOR_LENGTH = 255

/** `amount` is the price of the whole line; without it, the unit price is used. */
function readLine(item: Record<string, unknown>, amount?: number): EventLine[] {
  const productId = readItemNumber('product', item.product_id)
  const quantity = Math.min(readWhole(item.quantity) ?? 1, MAX_PIECES)
  if (productId === undefined || quantity <= 0) return []
  const variantId = readItemNumber('variant', item.variant_id)
  const price = amount === undefined ? readMoney(item.price) : amount / quantity
  return [{ productId, quantity, ...(variantId ? { variantId } : {}), ...(price === undefined ? {} : { price }) }]
}

function blankEvent(nowMs: number): ShopEvent {
  return {
    id: '',
    name: '',
    type: 'standard',
    atMs: nowMs,
    receivedAtMs: nowMs,
    channel: 'HEADLESS',
    trust: 'signed',
    personalize: true,
    bot: false,
    browser: 'unknown',
    os: 'unknown',
    device: 'other',
    action: 'other',
    lines: [],
    readable: true,
  }
}

/** Makes a UUID (version 8). Without the shop's secret, nobody can predict it and use it first. */
function eventId({ id, config }: Webhook['shop'], words: string): string {
  const hex = createHmac('sha256', config.webhook_secret ?? '')
    .update(`vitrine webhook ${id} ${words}`)
    .digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** The payload is not stored, because it is full of names and addresses. */
async function append(deps: WebhookDeps, { shop }: Webhook, reported: ShopEvent): Promise<void> {
  const event = { ...reported, id: eventId(shop, reported.id) }
  const [isNew] = await deps.log.append(shop.id, [toNewEvent({ event, sent: { context: {} } })])
  if (isNew) deps.onAppended(shop.id)
}
