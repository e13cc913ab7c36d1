/** Orders with what earned them; with `key`, the whole story of one. */
import type { Conversion } from '../../ports/derived-store/derived-facts.ts'
import type { Attribution } from '../../ports/derived-store/derived-store.ts'
import { MONEY_SCALE } from '../../ports/derived-store/derived-facts.ts'
import { type ReportCall, roundMoney } from './report-call.ts'

export async function orderReport(call: ReportCall): Promise<object> {
  const { store, shop, key } = call
  if (key !== undefined) {
    const found = await store.conversion(shop.id, 'order', key)
    return { orders: found ? [explainOrder(found.conversion, found.attributions)] : [] }
  }
  const range = [call.days.startOf(call.fromDay), call.days.startOf(call.toDay + 1) - 1] as const
  const orders = await store.conversions(shop.id, 'order', ...range, call.limit)
  const found = await Promise.all(orders.map((order) => store.conversion(shop.id, 'order', order.key)))
  return { orders: found.flatMap((one) => (one ? [explainOrder(one.conversion, one.attributions)] : [])) }
}

function explainOrder(order: Conversion, attributions: readonly Attribution[]): object {
  return {
    order_id: order.key,
    at: new Date(order.atMs).toISOString(),
    currency: order.currency,
    lines: order.lines.map((line, index) => ({
      product_id: line.productId,
      quantity: line.quantity,
      amount: money(line.amount),
      attributed_to: explain(
        order,
        attributions.find((one) => one.line === index && one.model === 'last'),
      ),
      first: explain(
        order,
        attributions.find((one) => one.line === index && one.model === 'first'),
      ),
      linear: attributions
        .filter((one) => one.line === index && one.model === 'linear')
        .map((one) => explain(order, one)),
    })),
  }
}

function explain(order: Conversion, attribution: Attribution | undefined): object | null {
  if (attribution === undefined) return null
  const { touch, amount } = attribution
  const { source } = touch
  return {
    because: `${touch.kind === 'click' ? 'clicked' : 'seen'} ${describeAge(order.atMs - touch.atMs)} before the order`,
    touch: touch.kind,
    at: new Date(touch.atMs).toISOString(),
    event_id: touch.eventId,
    surface: source.surface,
    section: source.section ?? null,
    recommendation_type: source.recommendationType ?? null,
    variant: source.variant ?? null,
    query: source.query ?? null,
    position: source.position ?? null,
    step: source.step ?? null,
    serve_id: source.serve ?? null,
    amount: money(amount),
  }
}

const money = (amount: number) => roundMoney(amount / MONEY_SCALE)

function describeAge(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / 60_000))
  if (minutes < 120) return `${minutes} min`
  return minutes < 48 * 60 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / 1440)} days`
}
