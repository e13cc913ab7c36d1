/** Which variant of each experience sells better, and how sure that is. */
import type { ExperimentVisitor } from '../../ports/derived-store/derived-store.ts'
import { type ReportCall, ratio, roundMoney, sumMoney } from './report-call.ts'
import { betaDraw, type Mean, meanInterval, normalDraw, probabilityBest, wilsonInterval } from './statistics.ts'

interface Variant {
  key: string
  visitors: number
  buyers: number
  orders: number
  revenue: Mean
  revenueTotal: number
}

export async function experimentReport(call: ReportCall): Promise<object> {
  const configured = call.shop.config.experiences
  const asked = configured.filter(({ id }) => call.key === undefined || String(id) === call.key)
  const range = { fromMs: call.days.startOf(call.fromDay), toMs: call.days.startOf(call.toDay + 1) - 1 }
  const experiences = await Promise.all(
    asked.map(async (experience) => {
      const { visitors, sawSeveral } = await call.store.experiment(call.shop.id, String(experience.id), range)
      const keys = new Set([...experience.variants.map(({ key }) => key), ...visitors.map(({ variant }) => variant)])
      const groups = Map.groupBy(visitors, ({ variant }) => variant)
      const variants = [...keys].map((key) => summarize(call, key, groups.get(key) ?? []))
      const { id, name, status } = experience
      return { id, name, status, saw_several_variants: sawSeveral, variants: compareVariants(variants) }
    }),
  )
  return { experiences }
}

function summarize(call: ReportCall, key: string, visitors: readonly ExperimentVisitor[]): Variant {
  const spent = visitors.filter(({ orders }) => orders > 0).map(({ revenue }) => sumMoney(call.shop, revenue))
  return {
    key,
    visitors: visitors.length,
    buyers: visitors.filter(({ orders }) => orders > 0).length,
    orders: visitors.reduce((sum, { orders }) => sum + orders, 0),
    revenue: meanInterval(spent, visitors.length),
    revenueTotal: roundMoney(spent.reduce((sum, amount) => sum + amount, 0)),
  }
}

function compareVariants(variants: readonly Variant[]): object[] {
  // Nobody saw it: there is nothing to believe of it, and one alone is compared with nothing.
  const seen = variants.filter(({ visitors }) => visitors > 0)
  const isComparable = seen.length > 1
  const bestRate = probabilityBest(seen.map(({ buyers, visitors }) => betaDraw(buyers, visitors)))
  const bestRevenue = probabilityBest(seen.map(({ revenue }) => normalDraw(revenue)))
  // With no spread at all there is nothing to draw from.
  const isSpread = seen.every(({ revenue }) => revenue.standardError > 0)
  return variants.map((variant) => ({
    variant: variant.key,
    visitors: variant.visitors,
    buyers: variant.buyers,
    orders: variant.orders,
    conversion_rate: ratio(variant.buyers, variant.visitors),
    conversion_interval: rounded(wilsonInterval(variant.buyers, variant.visitors)),
    revenue: variant.revenueTotal,
    revenue_per_visitor: round(variant.revenue.mean),
    revenue_per_visitor_interval: rounded(variant.revenue.interval),
    probability_best_conversion: isComparable ? (bestRate[seen.indexOf(variant)] ?? null) : null,
    probability_best_revenue: isComparable && isSpread ? (bestRevenue[seen.indexOf(variant)] ?? null) : null,
  }))
}

const round = (value: number) => Math.round(value * 1e4) / 1e4
const rounded = ([low, high]: [number, number]): [number, number] => [round(low), round(high)]
