/** Lists orders with what earned them; with `key`, one order in full detail. */
import type { Conversion } from '../../ports/derived-store/derived-facts.ts'
import type { Attribution, StoredServe, Touch } from '../../ports/derived-store/derived-records.ts'
import { MONEY_SCALE } from '../../ports/derived-store/derived-facts.ts'
import { type ReportCall, roundMoney } from './report-call.ts'

export async function orderReport(call: ReportCall): Promise<object> {
  const { store, shop, key } = call
  if (key !== undefined) {
    const found = await store.conversion(shop.id, 'order', key)
    return { orders: found ? [await tellOrder(call, found.conversion, found.attributions)] : [] }
  }
  const range = [call.days.startOf(call.fromDay), call.days.startOf(call.toDay + 1) - 1] as const
  const orders = await store.conversions(shop.id, 'order', ...range, call.limit)
  const found = await Promise.all(orders.map((order) => store.conversion(shop.id, 'order', order.key)))
  return { orders: found.flatMap((one) => (one ? [explainOrder(call, one.conversion, one.attributions)] : [])) }
}

interface OrderLines {
  lines: object[]
}

function explainOrder({ shop }: ReportCall, order: Conversion, attributions: readonly Attribution[]): OrderLines {
  const of = (line: number, model: Attribution['model']) =>
    attributions.filter((one) => one.line === line && one.model === model).map((one) => explain(order, one))
  // An order without a currency was paid in the shop's own.
  const currency = order.currency || shop.config.shop.currency
  const head = { order_id: order.key, at: new Date(order.atMs).toISOString(), currency }
  return {
    ...head,
    lines: order.lines.map((line, index) => ({
      product_id: line.productId,
      quantity: line.quantity,
      amount: money(line.amount),
      attributed_to: of(index, 'last')[0] ?? null,
      first: of(index, 'first')[0] ?? null,
      linear: of(index, 'linear'),
    })),
  }
}

/** Lists every touch of each line, including those without credit, and when the product was added to the cart. */
async function tellOrder(call: ReportCall, order: Conversion, attributions: readonly Attribution[]): Promise<object> {
  const { store, shop } = call
  const ids = attributions.flatMap(({ touch }) => touch.source.serve ?? [])
  const serves = await store.findServes(shop.id, [...new Set(ids)])
  const carts = await store.cartsOf(shop.id, order.subjects, { fromMs: order.atMs - CARTS_WITHIN_MS, toMs: order.atMs })
  const explained = explainOrder(call, order, attributions)
  return {
    ...explained,
    lines: explained.lines.map((line, index) => ({
      ...line,
      touches: touchesOf(
        order,
        attributions.filter((one) => one.line === index),
        serves,
      ),
      carts: carts
        .filter(({ lines }) => lines.some(({ productId }) => productId === order.lines[index]?.productId))
        .map(({ atMs, eventId }) => ({ at: new Date(atMs).toISOString(), event_id: eventId })),
    })),
  }
}

/** Earlier cart additions are not listed. No useful attribution window is longer. */
const CARTS_WITHIN_MS = 30 * 86_400_000

function touchesOf(
  order: Conversion,
  attributions: readonly Attribution[],
  serves: ReadonlyMap<string, readonly StoredServe[]>,
): object[] {
  const winner = attributions.find(({ model }) => model === 'last')?.touch
  const byTouch = [...Map.groupBy(attributions, ({ touch }) => touch.eventId).values()] as [Attribution][]
  byTouch.sort(([a], [b]) => a.touch.atMs - b.touch.atMs || (a.touch.eventId < b.touch.eventId ? -1 : 1))
  return byTouch.map((group) => {
    const shown = group.find(({ model }) => model === 'linear') ?? group[0]
    const served = serves.get(shown.touch.source.serve ?? '')?.[0]
    return {
      ...explain(order, shown),
      served_at: served ? new Date(served.atMs).toISOString() : null,
      models: group.map(({ model }) => model).filter((model) => model !== 'none'),
      lost: whyLost(shown.touch, winner),
    }
  })
}

/** Returns why the last-touch model does not credit this touch with the line; null if it does. */
function whyLost(touch: Touch, winner: Touch | undefined): 'click_counts' | 'later_touch' | null {
  if (winner === undefined || touch.eventId === winner.eventId) return null
  return touch.kind === 'view' && winner.kind === 'click' ? 'click_counts' : 'later_touch'
}

function explain(order: Conversion, { touch, amount }: Attribution): object {
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
