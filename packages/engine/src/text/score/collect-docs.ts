import { MATCH_CLASS, type PriceRange, type TextQuery } from '../text-query.ts'
import { HAS_EXCLUDED_BIT, markExcluded } from './mark-excluded.ts'
import { RANKING } from '../ranking-constants.ts'
import { clearFound, type ScoreInput, scoreAll, scoreAny } from './score-segment.ts'
import type { WeightedPostings } from '../expand/weighted-postings.ts'
import { TopDocs } from './top-docs.ts'

export interface CollectInput {
  readonly query: TextQuery
  readonly segments: readonly ScoreInput[]
  /** By segment: where the excluded words are. */
  readonly excluded: readonly (readonly WeightedPostings[])[]
  readonly price: PriceRange | null
  /** Hits kept for ranking. */
  readonly capacity: number
}

export interface Collected {
  readonly top: TopDocs
  readonly count: number
  readonly matched: Uint32Array[] | undefined
}

/**
 * Docs with every term. Where enough of them have every term in a strong field, they are the answer, and docs that only mention
 * a term in their description would be padding.
 */
export function collectAll(input: CollectInput): Collected {
  const counts = input.segments.map((segment) => scoreAll(segment))
  const isNamed = (strong: number) => strong === allTerms(input)
  const isEnough = countDocs(input, counts, isNamed) >= RANKING.strongEnough
  return select(input, counts, isEnough ? (_, strong) => (isNamed(strong) ? 1 : 0) : () => 1)
}

function allTerms({ segments }: CollectInput): number {
  return (1 << (segments[0]?.termWeights.length ?? 0)) - 1
}

function countDocs(
  { segments }: CollectInput,
  counts: readonly number[],
  countsIf: (strong: number) => boolean,
): number {
  let total = 0
  segments.forEach(({ accumulators: { docs, strong } }, s) => {
    for (let i = 0; i < counts[s]; i++) if (countsIf(strong[docs[i]])) total++
  })
  return total
}

/** Docs with some of the terms: those with the most of the query's weight, down to where enough are found. */
export function collectSome(input: CollectInput): Collected {
  const counts = input.segments.map((segment) => scoreAny(segment, RANKING.relaxedEnough))
  const factors = coverageFactors(input, counts)
  return select(input, counts, lookUp(factors, input))
}

/** What a doc keeps of its score by the terms that it has, anywhere and in strong fields; 0 leaves it out. */
type Factor = (found: number, strong: number) => number

function lookUp(factors: ReadonlyMap<number, number>, { segments }: CollectInput): Factor {
  const terms = segments[0]?.termWeights.length ?? 0
  if (terms > MAX_COUNTED_TERMS) return (found) => factors.get(found & TERM_BITS) ?? 0
  const table = new Float32Array(1 << terms)
  for (const [bits, factor] of factors) table[bits] = factor
  return (found) => table[found & TERM_BITS]
}

/** Takes the docs that `score…` left in the accumulators, and cleans up. */
function select(input: CollectInput, counts: readonly number[], factor: Factor): Collected {
  const { query, price } = input
  const top = new TopDocs(input.capacity)
  const matched: Uint32Array[] = []
  let count = 0
  let base = 0
  input.segments.forEach((segment, s) => {
    const { accumulators } = segment
    const ids = query.tieBreak?.[s]
    const bits = query.needAll ? new Uint32Array((segment.segment.docCount + 31) >>> 5) : undefined
    if (input.excluded[s].length > 0) markExcluded(segment.segment, input.excluded[s], accumulators)
    for (let i = 0; i < counts[s]; i++) {
      const doc = accumulators.docs[i]
      const has = accumulators.found[doc]
      const share = factor(has, accumulators.strong[doc])
      if (share === 0) continue
      count++
      if (bits !== undefined) bits[doc >>> 5] |= 1 << (doc & 31)
      let value = accumulators.scores[doc] * share
      if ((has & HAS_EXCLUDED_BIT) !== 0) value *= RANKING.excluded
      if (price !== null && !isInside(price, segment.segment.prices[doc])) value *= RANKING.outsidePrice
      if (value < top.threshold) continue
      top.add(
        base + doc,
        value,
        ids === undefined ? base + doc : ids[doc],
        classOf(segment, has, accumulators.exact[doc]),
      )
    }
    clearFound(accumulators, counts[s])
    if (bits !== undefined) matched.push(bits)
    base += segment.segment.docCount
  })
  return { top, count, matched: query.needAll ? matched : undefined }
}

/**
 * For each combination of terms that is kept: the share of the query's weight, to the power that ranking says.
 * Combinations join from the heaviest down until there are enough docs, so that a long query's commonest word
 * does not bring half the shop.
 */
function coverageFactors({ segments }: CollectInput, counts: readonly number[]): Map<number, number> {
  const termWeights = segments[0]?.termWeights ?? []
  const total = termWeights.reduce((sum, weight) => sum + weight, 0)
  const shares = [...countCombinations(segments, counts)].map(([bits, docs]) => ({
    bits,
    docs,
    share: weightOf(bits, termWeights) / total,
  }))
  shares.sort((a, b) => b.share - a.share)
  const factors = new Map<number, number>()
  let docs = 0
  for (const combination of shares) {
    if (docs >= RANKING.relaxedEnough || combination.share < RANKING.relaxedShare) break
    docs += combination.docs
    factors.set(combination.bits, combination.share ** RANKING.coverage)
  }
  return factors
}

/** Room for the terms below the marks of exclusion. */
const TERM_BITS = (1 << 24) - 1

/** Combinations of up to this many terms are counted in an array, which is much faster than a map. */
const MAX_COUNTED_TERMS = 12

function countCombinations(segments: readonly ScoreInput[], counts: readonly number[]): Map<number, number> {
  const terms = segments[0]?.termWeights.length ?? 0
  const few = new Uint32Array(1 << Math.min(terms, MAX_COUNTED_TERMS))
  const docs = new Map<number, number>()
  segments.forEach(({ accumulators }, s) => {
    for (let i = 0; i < counts[s]; i++) {
      const bits = accumulators.found[accumulators.docs[i]]
      if (bits < few.length) few[bits]++
      else docs.set(bits, (docs.get(bits) ?? 0) + 1)
    }
  })
  for (let bits = 0; bits < few.length; bits++) if (few[bits] > 0) docs.set(bits, few[bits])
  return docs
}

function weightOf(bits: number, termWeights: readonly number[]): number {
  let weight = 0
  for (let term = 0; term < termWeights.length; term++) if ((bits & (1 << term)) !== 0) weight += termWeights[term]
  return weight
}

function isInside({ min, max }: PriceRange, price: number): boolean {
  return (min === null || price >= min) && (max === null || price <= max)
}

function classOf({ termWeights }: ScoreInput, found: number, exact: number): number {
  const all = (1 << termWeights.length) - 1
  if ((found & HAS_EXCLUDED_BIT) !== 0) return MATCH_CLASS.excluded
  if ((found & all) !== all) return MATCH_CLASS.someWords
  return (exact & all) === all ? MATCH_CLASS.words : MATCH_CLASS.nearWords
}
