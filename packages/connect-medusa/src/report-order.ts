/** Orders of Medusa as Vitrine's signed webhooks. */
import type { ReportedOrder } from '@vitrine/client/server'
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

/** The subscriber's work: `order.placed` and `order.canceled`. */
export async function reportOrder(
  event: MedusaEvent,
  query: GraphQuery,
  given: VitrineOptions | undefined,
): Promise<void> {
  const id = textOf(rowOf(event.data).id)
  if (id === undefined) return
  const { data } = await query.graph({ entity: 'order', fields: ORDER_FIELDS, filters: { id } })
  const [order] = data
  if (order === undefined) return
  const { webhooks } = connect(readOptions(given))
  const reported = toReportedOrder(order)
  if (event.name === 'order.canceled') await webhooks.cancelOrder(reported)
  else await webhooks.order(reported)
}

/** The storefront marks its cart (`metadata.vitrine_visitor`) with the visitor's id; the order inherits it. */
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
    line_items: rowsIn(order.items).flatMap((item) => {
      const product_id = textOf(item.product_id)
      // An item without a product was typed in by hand.
      if (product_id === undefined) return []
      const variant_id = textOf(item.variant_id) ?? null
      return [{ product_id, variant_id, quantity: numberOf(item.quantity) ?? 1, price: numberOf(item.unit_price) }]
    }),
  }
}
