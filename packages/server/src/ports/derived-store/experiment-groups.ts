/** Who saw a variant, and what they ordered: the same whatever holds the rows. */
import type { Conversion } from './derived-facts.ts'
import type { ExperimentGroup } from './derived-store.ts'

export interface VariantVisitors {
  variant: string
  /** When each of its visitors first saw it, in any order. */
  firstAtMs: number[]
}

/** An order of somebody who saw the variant, after that. */
export interface VisitorOrder extends Pick<Conversion, 'currency' | 'lines'> {
  visitor: string
  variant: string
  firstAtMs: number
}

export function experimentGroups(
  variants: readonly VariantVisitors[],
  orders: readonly VisitorOrder[],
): ExperimentGroup[] {
  const buyers = Map.groupBy(
    [...Map.groupBy(orders, ({ visitor }) => visitor).values()] as [VisitorOrder, ...VisitorOrder[]][],
    ([{ variant }]) => variant,
  )
  return variants
    .map(({ variant, firstAtMs }) => {
      const bought = (buyers.get(variant) ?? []).sort(([a], [b]) => a.firstAtMs - b.firstAtMs)
      const buyerFirsts = bought.map(([order]) => order.firstAtMs)
      return { variant, othersFirstAtMs: without(firstAtMs, buyerFirsts), buyers: bought.map(buyerOf) }
    })
    .sort((a, b) => (a.variant < b.variant ? -1 : 1))
}

function buyerOf(orders: readonly [VisitorOrder, ...VisitorOrder[]]) {
  const revenue: Record<string, number> = {}
  for (const { currency, lines } of orders)
    for (const line of lines) revenue[currency] = (revenue[currency] ?? 0) + line.amount
  return { firstAtMs: orders[0].firstAtMs, orders: orders.length, revenue }
}

/** Sorted, less one of each of `gone`, which are sorted and among them. */
function without(values: readonly number[], gone: readonly number[]): Float64Array {
  const sorted = Float64Array.from(values).sort()
  const left = new Float64Array(sorted.length - gone.length)
  let next = 0
  let size = 0
  for (const value of sorted) {
    if (value === gone[next]) next++
    else left[size++] = value
  }
  return left
}
