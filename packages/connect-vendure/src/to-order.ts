import type { ReportedOrder, ReportedRefund } from '@vitrine/client/server'
import type { Order, OrderLine, Refund } from './vendure.ts'

/** Storefronts set visitors by `setOrderCustomFields(input: {customFields: {vitrineVisitor}})`. */
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
    line_items: order.lines.map((line) => toLine(line, precision)),
  }
}

/** Converts settled refunds of order lines. Other refunds return no product. */
export function toReportedRefunds(order: Order, refunds: readonly Refund[], precision: number): ReportedRefund[] {
  const lineOf = (id: OrderLine['id']) => order.lines.find((line) => String(line.id) === String(id))
  return refunds.flatMap(({ id, state, createdAt, total, lines }) => {
    const returned = lines.flatMap(({ orderLineId, quantity }) => {
      const line = lineOf(orderLineId)
      return line ? { line, quantity, value: quantity * line.proratedUnitPriceWithTax } : []
    })
    const value = returned.reduce((sum, one) => sum + one.value, 0)
    if (state !== 'Settled' || value === 0) return []
    return {
      id,
      order_id: order.code,
      created_at: new Date(createdAt).toISOString(),
      refund_line_items: returned.map((one) => ({
        quantity: one.quantity,
        // A refund can be lower than the price of its lines, or higher if it includes shipping.
        subtotal: ((one.value / value) * Math.min(total, value)) / 10 ** precision,
        line_item: toLine(one.line, precision),
      })),
    }
  })
}

function toLine(
  { productVariant, quantity, orderPlacedQuantity, proratedUnitPriceWithTax }: OrderLine,
  precision: number,
) {
  return {
    product_id: productVariant.productId,
    variant_id: productVariant.id,
    // Lines of a cancelled order have a quantity of 0.
    quantity: quantity || orderPlacedQuantity,
    price: proratedUnitPriceWithTax / 10 ** precision,
  }
}
