/** Reports outcomes by variant, with a verdict that claims no more than the experiment's plan allows. */
import type { ExperienceConfig } from '@vitrine/contract'
import type { ShopVersion } from '../../ports/record-store/record-store.ts'
import type { ExperimentDay, ExperimentGroup } from '../../ports/derived-store/derived-records.ts'
import { judge, type TestedVariant, type TestPlan, type Verdict } from './experiment-verdict.ts'
import { dateOfDay, type ReportCall, ratio, roundMoney, sumMoney } from './report-call.ts'
import { betaDraw, type Mean, meanInterval, normalDraw, probabilityBest, wilsonInterval } from './statistics.ts'

interface Variant extends TestedVariant {
  orders: number
  revenue: Mean
  days: readonly ExperimentDay[]
  revenueTotal: number
}

export async function experimentReport(call: ReportCall): Promise<object> {
  const configured = call.shop.config.experiences
  const asked = configured.filter(({ id }) => call.key === undefined || String(id) === call.key)
  return { experiences: await Promise.all(asked.map((experience) => reportOf(call, experience))) }
}

async function reportOf(call: ReportCall, experience: ExperienceConfig): Promise<object> {
  const { id, name, status = 'active', plan } = experience
  const startedMs = plan?.started_at ? Date.parse(plan.started_at) : 0
  const fromMs = Math.max(startedMs, call.days.startOf(call.fromDay))
  const range = { fromMs, toMs: call.days.startOf(call.toDay + 1) - 1 }
  const sample = plan?.visitors_per_variant
  const { groups, sawSeveral } = await call.store.experiment(call.shop.id, String(id), { ...range, sample })
  const variants = variantsOf(call, experience, groups)
  const verdict = judge(variants, planOf(experience))
  const firstMs = Math.min(...groups.map(({ firstAtMs }) => firstAtMs))
  const isSeen = Number.isFinite(firstMs)
  const beganMs = startedMs || (isSeen ? firstMs : call.nowMs)
  const pace = paceOf(variants, { beganMs, nowMs: call.nowMs, planned: sample })
  const changes = await changesDuring(call, String(id), beganMs)
  return {
    id,
    name,
    status,
    hypothesis: plan?.hypothesis ?? null,
    metric: plan?.metric ?? 'conversion_rate',
    started_at: !isSeen && !startedMs ? null : new Date(beganMs).toISOString(),
    saw_several_variants: sawSeveral,
    variants: presentVariants(variants, verdict),
    days: dailySeries(variants),
    planned_visitors_per_variant: plan?.visitors_per_variant ?? null,
    ...pace,
    sample_ratio_p: verdict.sampleRatioP,
    differences: verdict.differences,
    verdict: { kind: verdict.kind, best: verdict.best, sentence: sentence(verdict, pace, plan) },
    config_changed_during: changes.map(({ version, at, author, note }) => ({ version, at, author, note })),
  }
}

/** Only this many configuration versions, the oldest, are searched for the publication of the experience. */
const MAX_LOOKED_AT = 20

/** Returns the versions after the publication of the experiment, newest first. */
async function changesDuring(call: ReportCall, id: string, beganMs: number): Promise<readonly ShopVersion[]> {
  const changes = await call.versionsSince(beganMs)
  const holdsIt = async (version: number) =>
    (await call.configAt(version))?.experiences.some((one) => String(one.id) === id) ?? false
  const oldest = changes.at(-1)
  if (!oldest || (await holdsIt(oldest.version - 1))) return changes
  for (const { version } of changes.toReversed().slice(0, MAX_LOOKED_AT))
    if (await holdsIt(version)) return changes.filter((change) => change.version > version)
  return changes
}

function planOf({ plan }: ExperienceConfig): TestPlan | undefined {
  return plan && { metric: plan.metric ?? 'conversion_rate', visitorsPerVariant: plan.visitors_per_variant }
}

function variantsOf(call: ReportCall, experience: ExperienceConfig, groups: readonly ExperimentGroup[]): Variant[] {
  const weights = new Map(experience.variants.map(({ key, weight }) => [key, weight]))
  const found = new Map(groups.map((group) => [group.variant, group]))
  return [...new Set([...weights.keys(), ...found.keys()])].map((key) =>
    summarize(call, { key, weight: weights.get(key) ?? 0 }, found.get(key)),
  )
}

function summarize(
  call: ReportCall,
  { key, weight }: { key: string; weight: number },
  group: ExperimentGroup | undefined,
): Variant {
  const { visitors = 0, buyers = [], buyersInSample = 0, days = [] } = group ?? {}
  const spent = buyers.map(({ revenue }) => sumMoney(call.shop, revenue))
  return {
    key,
    weight,
    visitors,
    spent,
    buyersInSample,
    days,
    orders: buyers.reduce((sum, { orders }) => sum + orders, 0),
    revenue: meanInterval(spent, visitors),
    revenueTotal: roundMoney(spent.reduce((sum, amount) => sum + amount, 0)),
  }
}

const DAY_MS = 86_400_000

interface Pace {
  visitors_per_day: number | null
  visitors_so_far: number
  days_left: number | null
}

function paceOf(
  variants: readonly Variant[],
  { beganMs, nowMs, planned }: { beganMs: number; nowMs: number; planned: number | undefined },
): Pace {
  const tested = variants.filter(({ weight }) => weight > 0)
  const fewest = tested.reduce((least, { visitors }) => Math.min(least, visitors), Number.POSITIVE_INFINITY)
  const soFar = Number.isFinite(fewest) ? fewest : 0
  const days = Math.max(1, (nowMs - beganMs) / DAY_MS)
  const perDay = soFar / days
  const left = planned === undefined ? null : Math.max(0, planned - soFar)
  return {
    visitors_per_day: soFar === 0 ? null : Math.round(perDay * 10) / 10,
    visitors_so_far: soFar,
    days_left: left === null || (perDay === 0 && left > 0) ? null : left === 0 ? 0 : Math.ceil(left / perDay),
  }
}

function sentence(verdict: Verdict, pace: Pace, plan: ExperienceConfig['plan']): string {
  const { kind, best, differences, sampleRatioP } = verdict
  if (kind === 'sample_ratio')
    return `no verdict: visitors are not split according to the weights (p = ${sampleRatioP?.toExponential(1)}); look for redirects, bots or a variant that fails to load`
  if (kind === 'no_plan')
    return 'no verdict: set the planned number of visitors first, so that chance is not mistaken for a winner'
  if (kind === 'not_yet')
    return `not yet: ${group(pace.visitors_so_far)} of ${group(plan!.visitors_per_variant)} visitors in each variant`
  const shown = differences.map(({ variant, relative, interval }) =>
    relative === null
      ? `${variant}: ${signed(interval[0])} to ${signed(interval[1])}`
      : `${variant}: ${signed(relative * 100)} %`,
  )
  if (kind === 'no_difference') return `no difference was found at the planned size (${shown.join(', ')})`
  return `${best} is better (${shown.join(', ')} against ${differences[0]!.baseline})`
}

const group = (count: number) => count.toLocaleString('en')
const signed = (value: number) => `${value < 0 ? '−' : '+'}${Math.abs(Math.round(value * 10) / 10)}`

function dailySeries(variants: readonly Variant[]): object[] {
  const series = variants.flatMap(({ key: variant, days }) =>
    days.map(({ day, visitors, buyers }) => ({ date: dateOfDay(day), variant, visitors, buyers })),
  )
  return series.sort((a, b) => (a.date + a.variant < b.date + b.variant ? -1 : 1))
}

function presentVariants(variants: readonly Variant[], { kind }: Pick<Verdict, 'kind'>): object[] {
  // A variant without visitors cannot be judged, and a single variant has nothing to be compared with.
  const seen = variants.filter(({ visitors }) => visitors > 0)
  // Before the planned size is reached, a probability of being best would tempt merchants to stop too early.
  const isComparable = seen.length > 1 && kind !== 'not_yet' && kind !== 'sample_ratio'
  const compared = isComparable ? seen : []
  const bestRate = probabilityBest(compared.map(({ spent, visitors }) => betaDraw(spent.length, visitors)))
  const bestRevenue = probabilityBest(compared.map(({ revenue }) => normalDraw(revenue)))
  // Without variance there is no distribution to draw from.
  const isSpread = seen.every(({ revenue }) => revenue.standardError > 0)
  return variants.map((variant) => ({
    variant: variant.key,
    visitors: variant.visitors,
    buyers: variant.spent.length,
    orders: variant.orders,
    conversion_rate: ratio(variant.spent.length, variant.visitors),
    conversion_interval: rounded(wilsonInterval(variant.spent.length, variant.visitors)),
    revenue: variant.revenueTotal,
    revenue_per_visitor: round(variant.revenue.mean),
    revenue_per_visitor_interval: rounded(variant.revenue.interval),
    probability_best_conversion: isComparable ? (bestRate[seen.indexOf(variant)] ?? null) : null,
    probability_best_revenue: isComparable && isSpread ? (bestRevenue[seen.indexOf(variant)] ?? null) : null,
  }))
}

const round = (value: number) => Math.round(value * 1e4) / 1e4
const rounded = ([low, high]: [number, number]): [number, number] => [round(low), round(high)]
