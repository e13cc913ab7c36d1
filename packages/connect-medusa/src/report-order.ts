import type { ReportedLine, ReportedOrder, ReportedRefund } from '@vitrine/client/server'
import { connect, readOptions, type VitrineOptions } from './options.ts'
import type { GraphQuery, MedusaEvent } from './medusa.ts'
import { numberOf, type Row, rowOf, rowsIn, textOf, timeOf } from './values.ts'

const ORDER_FIELDS = [
  'id',
  'currency_code',
  'total',
  'created_at',
  'canceled_at',
  'customer_id',
  'metadata',
  'items.product_id',
  'items.variant_id',
  'items.quantity',
  'items.unit_price',
]

const RETURN_FIELDS = [
  'id',
  'order_id',
  'created_at',
  'received_at',
  'items.received_quantity',
  'items.item.product_id',
  'items.item.variant_id',
  'items.item.unit_price',
]

export async function reportOrder(
  event: MedusaEvent,
  query: GraphQuery,
  given: VitrineOptions | undefined,
): Promise<void> {
  const { id: own, order_id, return_id } = rowOf(event.data)
  const { webhooks } = connect(readOptions(given))
  const find = async (entity: string, fields: string[], id: string | undefined) =>
    id === undefined ? undefined : (await query.graph({ entity, fields, filters: { id } })).data[0]
  const order = await find('order', ORDER_FIELDS, textOf(order_id) ?? textOf(own))
  if (order === undefined) return
  const reported = toReportedOrder(order)
  if (event.name === 'order.canceled') return webhooks.cancelOrder(reported)
  await webhooks.order(reported)
  const returned = await find('return', RETURN_FIELDS, textOf(return_id))
  const refund = returned && toReportedRefund(reported, returned)
  if (refund) await webhooks.refund(refund)
}

/** Returns undefined if no item was received. */
function toReportedRefund({ id: orderId }: ReportedOrder, returned: Row): ReportedRefund | undefined {
  const lines = rowsIn(returned.items).flatMap((item) => {
    const quantity = numberOf(item.received_quantity) ?? 0
    return quantity > 0 ? lineOf(rowOf(item.item)).map((line_item) => ({ quantity, line_item })) : []
  })
  if (lines.length === 0) return undefined
  const time = timeOf(returned.received_at) ?? timeOf(returned.created_at)
  return {
    id: String(returned.id),
    order_id: orderId,
    ...(time ? { created_at: time } : {}),
    refund_line_items: lines,
  }
}

/** The storefront stores the visitor in the cart (`metadata.vitrine_visitor`), and the order inherits it. */
export function toReportedOrder(order: Row): ReportedOrder {
  const visitor = textOf(rowOf(order.metadata).vitrine_visitor)
  const customer = textOf(order.customer_id)
  return {
    id: String(order.id),
    ...(timeOf(order.created_at) ? { created_at: timeOf(order.created_at) } : {}),
    ...(timeOf(order.canceled_at) ? { cancelled_at: timeOf(order.canceled_at) } : {}),
    currency: String(order.currency_code ?? '').toUpperCase(),
    ...(numberOf(order.total) === undefined ? {} : { total_price: numberOf(order.total) }),
    customer: customer ? { id: customer } : null,
    note_attributes: visitor ? [{ name: '_vitrine_visitor', value: visitor }] : [],
    line_items: rowsIn(order.items).flatMap(lineOf),
  }
}

/** Skips items without a product, which were entered by hand. */
function lineOf(item: Row): ReportedLine[] {
  const product_id = textOf(item.product_id)
  if (product_id === undefined) return []
  const variant_id = textOf(item.variant_id) ?? null
  const price = numberOf(item.unit_price)
  return [{ product_id, variant_id, quantity: numberOf(item.quantity) ?? 1, ...(price === undefined ? {} : { price }) }]
}
