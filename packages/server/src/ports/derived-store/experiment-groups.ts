import type { Conversion } from './derived-facts.ts'
import type { ExperimentBuyer, ExperimentDay, ExperimentGroup } from './derived-records.ts'
import type { ShopDays } from './shop-days.ts'

export interface VariantVisitors {
  variant: string
  firstAtMs: number[]
}

export interface VisitorOrder extends Pick<Conversion, 'currency' | 'lines'> {
  visitor: string
  variant: string
  firstAtMs: number
}

export function experimentGroups(
  variants: readonly VariantVisitors[],
  orders: readonly VisitorOrder[],
  { days, sample = Number.POSITIVE_INFINITY }: { days: ShopDays; sample?: number },
): ExperimentGroup[] {
  const buyersOf = buyersByVariant(orders)
  return variants
    .map(({ variant, firstAtMs }) => {
      const firsts = Float64Array.from(firstAtMs).sort()
      const buyers = buyersOf.get(variant) ?? []
      const visitors = countByDay(firsts, days)
      return {
        variant,
        visitors: firsts.length,
        firstAtMs: firsts[0]!,
        days: withBuyers(visitors, buyers, days),
        buyers,
        buyersInSample: buyersAmongFirst(sample, buyers, firsts),
      }
    })
    .sort((a, b) => (a.variant < b.variant ? -1 : 1))
}

/** Sorts buyers by when they first saw the variant. */
export function buyersByVariant(orders: readonly VisitorOrder[]): Map<string, ExperimentBuyer[]> {
  const visitors = [...Map.groupBy(orders, ({ visitor }) => visitor).values()] as [VisitorOrder, ...VisitorOrder[]][]
  visitors.sort(([a], [b]) => a.firstAtMs - b.firstAtMs)
  const buyers = new Map<string, ExperimentBuyer[]>()
  for (const bought of visitors) {
    const [{ variant }] = bought
    const ofVariant = buyers.get(variant)
    if (ofVariant) ofVariant.push(buyerOf(bought))
    else buyers.set(variant, [buyerOf(bought)])
  }
  return buyers
}

function buyerOf(orders: readonly [VisitorOrder, ...VisitorOrder[]]): ExperimentBuyer {
  const revenue: Record<string, number> = {}
  for (const { currency, lines } of orders)
    for (const line of lines) revenue[currency] = (revenue[currency] ?? 0) + line.amount
  return { firstAtMs: orders[0].firstAtMs, orders: orders.length, revenue }
}

export function countByDay(firsts: Iterable<number>, days: ShopDays): Map<number, number> {
  const counts = new Map<number, number>()
  for (const atMs of firsts) {
    const day = days.dayOf(atMs)
    counts.set(day, (counts.get(day) ?? 0) + 1)
  }
  return counts
}

export function withBuyers(
  visitors: ReadonlyMap<number, number>,
  buyers: readonly ExperimentBuyer[],
  days: ShopDays,
): ExperimentDay[] {
  const bought = countByDay(
    buyers.map(({ firstAtMs }) => firstAtMs),
    days,
  )
  return [...visitors]
    .sort(([a], [b]) => a - b)
    .map(([day, count]) => ({ day, visitors: count, buyers: bought.get(day) ?? 0 }))
}

/** `firsts` are sorted times. On ties, buyers come first. */
export function buyersAmongFirst(
  sample: number,
  buyers: readonly ExperimentBuyer[],
  firsts: ArrayLike<number>,
): number {
  if (sample >= firsts.length) return buyers.length
  let before = 0
  let ofMoment = 0
  for (const [i, { firstAtMs }] of buyers.entries()) {
    ofMoment = i > 0 && buyers[i - 1]!.firstAtMs === firstAtMs ? ofMoment + 1 : 0
    while (firsts[before]! < firstAtMs) before++
    if (before + ofMoment >= sample) return i
  }
  return buyers.length
}
