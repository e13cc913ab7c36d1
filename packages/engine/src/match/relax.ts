/**
 * How far an answer goes beyond products that have every word: one bounded loop over the tiers, which stops as soon as there is enough.
 * Filters, sort and page do not enter into it, so that every page and count is of one set; nor does the order of the words.
 */
import { heavier, type MatchRule } from './match-segment.ts'
import type { SegmentSteps } from './segment-steps.ts'
import { TIER } from './tier.ts'

/** Docs with less of the query's weight are no answer to it. */
const MIN_COVERAGE = 0.3
/** Partial matches fill an answer up to so many products, more in a large shop than in a small one, and fewer beside some that have every word. */
const FILL_ALONE = { min: 20, share: 0.1, max: 100 }
const FILL_BESIDE_COMPLETE = { min: 10, share: 0.01, max: 100 }
/** With so many products that name every word, those that only mention one are left out: the share of a small shop, a few pages of a large one. */
const ENOUGH_NAMED = { min: 10, share: 0.05, max: 50 }

export interface RelaxOptions {
  /** From this many on, a tier is enough. */
  readonly enough: number
  readonly docCount: number
}

export interface Relaxed {
  readonly rule: MatchRule
  /** Docs with every term, and those that name every one. */
  readonly complete: number
  readonly named: number
  /** Docs that the last step left in the accumulators, by segment. */
  readonly left: readonly number[]
  /** Terms that the best partial matches lack, a bit each; 0 where some doc has all. */
  readonly dropped: number
}

export function relax(steps: SegmentSteps, { enough, docCount }: RelaxOptions): Relaxed {
  const { termWeights } = steps.inputs[0] ?? { termWeights: [] }
  const found = steps.each<'complete'>(() => ({ name: 'complete' }))
  const left = found.map(({ count }) => count)
  const complete = sumOf(left)
  const named = sumOf(found.map((one) => one.named))
  const whole = (tier: MatchRule['tier']) => ({
    ...{ complete, named, left, dropped: 0 },
    rule: { tier, minCoverage: 1, minScore: 0 },
  })
  if (named >= bounded(ENOUGH_NAMED, docCount)) return whole(TIER.named)
  if (complete >= enough || termWeights.length < 2) return whole(TIER.found)
  const fill = complete > 0 ? FILL_BESIDE_COMPLETE : FILL_ALONE
  const most = Math.max(0, Math.ceil(bounded(fill, docCount)) - complete)
  const partial = steps.each<'partial'>((s) => ({ name: 'partial', minCoverage: MIN_COVERAGE, most, left: left[s] }))
  const heaviest = partial.reduce((best, one) => heavier({ termWeights }, best, one.heaviest), 0)
  const scores = partial.flatMap((one) => [...one.scores]).sort((a, b) => b - a)
  const all = (1 << termWeights.length) - 1
  return {
    complete,
    named,
    rule: {
      tier: TIER.partial,
      minCoverage: MIN_COVERAGE,
      minScore: scores.length < most ? 0 : (scores[most - 1] ?? Number.POSITIVE_INFINITY),
    },
    left: partial.map(({ count }) => count),
    dropped: complete > 0 ? 0 : all & ~heaviest,
  }
}

function bounded({ min, share, max }: { min: number; share: number; max: number }, docCount: number): number {
  return Math.min(max, Math.max(min, share * docCount))
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}
