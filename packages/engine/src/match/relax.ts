/** Decides how many tiers an answer includes. Independent of filters, sorting, paging and word order. */
import { findComplete, findPartial, heavier, type MatchRule, type SegmentInput, TIER } from './match-segment.ts'

export const RELAXING = {
  /** Docs that cover a smaller share of the query's weight do not match. */
  minCoverage: 0.3,
  /** Share of the shop that counts as a few products, with its limits. */
  fewShare: 0.05,
  fewAtLeast: 10,
  fewAtMost: 50,
  /** Complete and partial matches are at most this share of the shop, within `fewAtLeast` and 2 × `fewAtMost`. */
  besideShare: 0.01,
}

export interface RelaxOptions {
  /** Number of matches from which lower tiers are not searched. */
  readonly enough: number
  readonly docCount: number
}

export interface Relaxed {
  readonly rule: MatchRule
  readonly complete: number
  readonly scored: readonly number[]
  /** Terms that the best partial matches lack, one bit per term; 0 if some doc has every term. */
  readonly dropped: number
}

export function relax(inputs: readonly SegmentInput[], { enough, docCount }: RelaxOptions): Relaxed {
  const { minCoverage, fewShare, fewAtLeast, fewAtMost, besideShare } = RELAXING
  const { termWeights } = inputs[0] ?? { termWeights: [] }
  const found = inputs.map(findComplete)
  const scored = found.map((one) => one.scored)
  const complete = sumOf(found.map((one) => one.complete))
  const named = sumOf(found.map((one) => one.named))
  const whole = (tier: MatchRule['tier'], coverage: number) => ({
    ...{ complete, scored, dropped: 0 },
    rule: { tier, minCoverage: coverage, minScore: 0 },
  })
  // If enough products name every word, those that only mention some words are omitted.
  const bounded = (share: number, most: number) => Math.min(most, Math.max(fewAtLeast, Math.ceil(share * docCount)))
  const few = bounded(fewShare, fewAtMost)
  if (named >= few) return whole(TIER.named, 1)
  if (complete >= enough || termWeights.length < 2) return whole(TIER.found, 1)
  const most = complete > 0 ? bounded(besideShare, 2 * fewAtMost) - complete : 2 * few
  if (most <= 0) return whole(TIER.found, minCoverage)
  const partial = inputs.map((input, s) => findPartial(input, scored[s], minCoverage, most))
  const heaviest = partial.reduce((best, one) => heavier({ termWeights }, best, one.heaviest), 0)
  const scores = partial.flatMap((one) => one.scores).sort((a, b) => b - a)
  const all = (1 << termWeights.length) - 1
  return {
    complete,
    rule: { tier: TIER.partial, minCoverage, minScore: scores[most - 1] ?? 0 },
    scored: partial.map((one) => one.scored),
    dropped: complete > 0 ? 0 : all & ~heaviest,
  }
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}
