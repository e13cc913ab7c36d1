/** Judges an experiment by the planned number of visitors, so that looking often, or stopping late, changes nothing. */
import { chiSquareP, normalQuantile } from './distributions.ts'
import { type Mean, meanInterval } from './statistics.ts'

/** Two-sided significance level, for all comparisons with the first variant together. */
export const ALPHA = 0.05
export const POWER = 0.8
/** Spending is skewed, so the normal approximation finds differences too often without a stricter level. */
const SIGNIFICANCE = { conversion_rate: ALPHA, revenue_per_visitor: 0.8 * ALPHA }
/** A lower p-value means that visitors are not split by the weights, so no comparison is valid. */
const SAMPLE_RATIO_ALPHA = 0.001

export interface TestedVariant {
  key: string
  weight: number
  visitors: number
  /** Amount spent by each buyer, in the order in which they first saw the variant. */
  spent: readonly number[]
  /** Number of buyers among the planned number of visitors. */
  buyersInSample: number
}

interface Sample {
  key: string
  visitors: number
  spent: readonly number[]
}

export interface TestPlan {
  metric: 'conversion_rate' | 'revenue_per_visitor'
  visitorsPerVariant: number
}

export type VerdictKind = 'no_plan' | 'not_yet' | 'sample_ratio' | 'difference' | 'no_difference'

export interface Difference {
  variant: string
  baseline: string
  absolute: number
  /** Difference as a share of the baseline's value; null if the baseline is 0. */
  relative: number | null
  interval: [number, number]
  p: number
  smallest_detectable: number | null
}

export interface Verdict {
  kind: VerdictKind
  /** Null unless there is a significant difference. */
  best: string | null
  sampleRatioP: number | null
  differences: Difference[]
}

export function judge(variants: readonly TestedVariant[], plan: TestPlan | undefined): Verdict {
  const tested = variants.filter(({ weight }) => weight > 0)
  const sampleRatioP = sampleRatio(tested)
  const size = plan?.visitorsPerVariant ?? Number.POSITIVE_INFINITY
  const samples = tested.map(({ key, visitors, spent, buyersInSample }) => ({
    key,
    visitors: Math.min(visitors, size),
    spent: spent.slice(0, buyersInSample),
  }))
  const metric = plan?.metric ?? 'conversion_rate'
  const differences = compareWithFirst(samples, metric)
  const call = (kind: VerdictKind, best: string | null = null): Verdict => ({ kind, best, sampleRatioP, differences })
  if (sampleRatioP !== null && sampleRatioP < SAMPLE_RATIO_ALPHA) return call('sample_ratio')
  if (!plan) return call('no_plan')
  if (tested.length < 2 || tested.some(({ visitors }) => visitors < size)) return call('not_yet')
  // Bonferroni correction for several comparisons.
  const called = differences.filter(({ p }) => p <= SIGNIFICANCE[metric] / differences.length)
  if (called.length === 0) return call('no_difference')
  const best = called.reduce((top, one) => (one.absolute > top.absolute ? one : top))
  return call('difference', best.absolute > 0 ? best.variant : samples[0]!.key)
}

/** Returns the p-value of the observed split if visitors were assigned by the weights (chi-square test). */
function sampleRatio(variants: readonly TestedVariant[]): number | null {
  const total = variants.reduce((sum, { visitors }) => sum + visitors, 0)
  const weights = variants.reduce((sum, { weight }) => sum + weight, 0)
  if (variants.length < 2 || total === 0) return null
  const statistic = variants.reduce((sum, { visitors, weight }) => {
    const expected = (total * weight) / weights
    return sum + (visitors - expected) ** 2 / expected
  }, 0)
  return chiSquareP(statistic, variants.length - 1)
}

function compareWithFirst(variants: readonly Sample[], metric: TestPlan['metric']): Difference[] {
  const [first, ...others] = variants
  if (!first || first.visitors === 0) return []
  const compare = metric === 'conversion_rate' ? compareRates : compareMeans
  return others
    .filter(({ visitors }) => visitors > 0)
    .map((other) => ({ variant: other.key, baseline: first.key, ...compare(first, other) }))
}

type Compared = Omit<Difference, 'variant' | 'baseline'>

/** Uses Yates' correction: with few buyers, the uncorrected test finds differences too often. */
function compareRates(first: Sample, other: Sample): Compared {
  const [n, m] = [first.visitors, other.visitors]
  const [a, b] = [first.spent.length, other.spent.length]
  const [p, q] = [a / n, b / m]
  const pooled = (a + b) / (n + m)
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / n + 1 / m))
  const corrected = Math.max(0, Math.abs(q - p) - (1 / n + 1 / m) / 2)
  const spread = Math.sqrt((p * (1 - p)) / n + (q * (1 - q)) / m)
  return compared(q - p, p, { z: error === 0 ? 0 : corrected / error, spread, error })
}

function compareMeans(first: Sample, other: Sample): Compared {
  const [left, right] = [first, other].map(({ visitors, spent }) => meanInterval(spent, visitors)) as [Mean, Mean]
  const error = Math.hypot(left.standardError, right.standardError)
  const gap = right.mean - left.mean
  return compared(gap, left.mean, { z: error === 0 ? 0 : Math.abs(gap) / error, spread: error, error })
}

interface Spread {
  z: number
  spread: number
  error: number
}

function compared(absolute: number, baseline: number, { z, spread, error }: Spread): Compared {
  const width = normalQuantile(1 - ALPHA / 2) * spread
  return {
    absolute: round(absolute),
    relative: baseline === 0 ? null : round(absolute / baseline),
    // Neither a rate nor a revenue can fall below 0.
    interval: [round(Math.max(-baseline, absolute - width)), round(absolute + width)],
    p: round(chiSquareP(z * z, 1)),
    smallest_detectable:
      baseline === 0 ? null : round(((normalQuantile(1 - ALPHA / 2) + normalQuantile(POWER)) * error) / baseline),
  }
}

function round(value: number): number {
  return Math.round(value * 1e6) / 1e6
}

export function visitorsNeeded(baseline: number, effect: number, variants: number): number {
  const other = Math.min(0.999_999, baseline * (1 + effect))
  const alpha = ALPHA / Math.max(1, variants - 1)
  const z = normalQuantile(1 - alpha / 2) + normalQuantile(POWER)
  const variance = baseline * (1 - baseline) + other * (1 - other)
  return Math.ceil((z * z * variance) / (other - baseline) ** 2)
}
