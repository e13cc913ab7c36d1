/**
 * How far an answer goes beyond products that have every word: one bounded loop over the tiers, which stops as soon as there is enough.
 * Filters, sort and page do not enter into it, so that every page and count is of one set.
 */
import type { Combination, MatchRule } from './match-segment.ts'
import { coverageOf, ROUNDING } from './score-segment.ts'
import type { SegmentSteps } from './segment-steps.ts'
import { TIER } from './tier.ts'

/** Docs with less of the query's weight are no answer to it. */
const MIN_COVERAGE = 0.3
/**
 * So many partial matches are enough, more in a large shop than in a small one; and a combination of words that would make them more than
 * `maxShare` of the shop does not join others. Beside products that have every word they only fill the first page.
 */
const ALONE = { min: 20, share: 0.1, max: 60, maxShare: 0.25 }
const BESIDE_COMPLETE = { min: 10, share: 0.01, max: 60, maxShare: 0.05 }
/** Words of more than this share of the shop say nothing without the thing asked for: "silver" in a shop of silver. */
const MAX_SHARE_OF_ANSWER = 0.4

/** With so many products that name every word, those that only mention one are left out: the share of a small shop, a few pages of a large one. */
const ENOUGH_NAMED = { min: 10, share: 0.05, max: 50 }

export interface RelaxOptions {
  /** From this many on, a tier is enough. */
  readonly enough: number
  readonly docCount: number
  /** The term that names the thing asked for; -1 where none does. */
  readonly head: number
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

export function relax(steps: SegmentSteps, { enough, docCount, head }: RelaxOptions): Relaxed {
  const shares = steps.inputs[0]?.termWeights ?? []
  const found = steps.each<'complete'>(() => ({ name: 'complete' }))
  const left = found.map(({ count }) => count)
  const complete = sumOf(left)
  const named = sumOf(found.map((one) => one.named))
  const counts = { complete, named }
  if (named >= enoughNamed(docCount)) return { ...counts, rule: { tier: TIER.named, minCoverage: 1 }, left, dropped: 0 }
  const isWhole = complete >= enough || shares.length < 2
  if (isWhole) return { ...counts, rule: { tier: TIER.found, minCoverage: 1 }, left, dropped: 0 }
  const partial = steps.each<'partial'>((s) => ({ name: 'partial', minCoverage: MIN_COVERAGE, left: left[s] }))
  const combinations = sumCombinations(partial.flatMap((one) => one.combinations))
  const { minCoverage, best } = partialRule(combinations, shares, {
    docCount,
    head,
    ...(complete > 0 ? BESIDE_COMPLETE : ALONE),
  })
  const all = (1 << shares.length) - 1
  return {
    ...counts,
    rule: { tier: TIER.partial, minCoverage },
    left: partial.map(({ count }) => count),
    dropped: complete > 0 ? 0 : all & ~best,
  }
}

function enoughNamed(docCount: number): number {
  const { min, share, max } = ENOUGH_NAMED
  return Math.min(max, Math.max(min, share * docCount))
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}

function sumCombinations(combinations: readonly Combination[]): Combination[] {
  const sums = new Map<number, number>()
  for (const { terms, docs } of combinations) sums.set(terms, (sums.get(terms) ?? 0) + docs)
  return Array.from(sums, ([terms, docs]) => ({ terms, docs }))
}

/** Combinations join from the heaviest down until there are enough docs, so that a long query's commonest word does not bring half the shop. */
function partialRule(
  combinations: readonly Combination[],
  termWeights: readonly number[],
  { docCount, head, min, share: part, max, maxShare }: typeof ALONE & Pick<RelaxOptions, 'docCount' | 'head'>,
) {
  const shares = combinations.map((each) => ({ ...each, share: coverageOf(each.terms, termWeights) }))
  shares.sort((a, b) => b.share - a.share || a.terms - b.terms)
  const enough = Math.min(max, Math.max(min, docCount * part))
  const most = Math.max(min, docCount * maxShare)
  const isBeside = (terms: number) => head >= 0 && (terms & (1 << head)) === 0
  let minCoverage = 1
  let docs = 0
  for (const { terms, share, docs: more } of shares) {
    const isTie = share > minCoverage - ROUNDING
    const isTooMuch = docs > 0 ? docs + more > most : isBeside(terms) && more > docCount * MAX_SHARE_OF_ANSWER
    if (!isTie && (docs >= enough || isTooMuch)) break
    docs += more
    minCoverage = share
  }
  return { minCoverage, best: shares[0]?.terms ?? 0 }
}
