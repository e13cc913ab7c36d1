import type { ReportedOrder } from '@vitrine/client/server'
import type { Order } from './vendure.ts'

/** The storefront marks its order (`setOrderCustomFields(input: {customFields: {vitrineVisitor}})`) with the visitor's id. */
export function toReportedOrder(order: Order, precision: number): ReportedOrder {
  const visitor = (order.customFields as { vitrineVisitor?: string | null } | undefined)?.vitrineVisitor
  const major = (amount: number) => amount / 10 ** precision
  return {
    id: order.code,
    ...(order.orderPlacedAt ? { created_at: new Date(order.orderPlacedAt).toISOString() } : {}),
    currency: order.currencyCode,
    total_price: major(order.totalWithTax),
    customer: order.customer ? { id: order.customer.id } : null,
    note_attributes: visitor ? [{ name: '_vitrine_visitor', value: visitor }] : [],
    line_items: order.lines.map(({ productVariant, quantity, orderPlacedQuantity, proratedUnitPriceWithTax }) => ({
      product_id: productVariant.productId,
      variant_id: productVariant.id,
      // A cancelled order has none left; what was placed stays.
      quantity: quantity || orderPlacedQuantity,
      price: major(proratedUnitPriceWithTax),
    })),
  }
}
