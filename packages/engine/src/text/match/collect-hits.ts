import { matchClass, type PriceRange, type TextQuery } from '../text-query.ts'
import { hasExcludedBit, markExcluded } from './mark-excluded.ts'
import { ranking } from './ranking.ts'
import { clearFound, type ScoreInput, scoreAll, scoreAny } from './score-segment.ts'
import type { Source } from './source.ts'
import { TopHits } from './top-hits.ts'

export interface CollectInput {
  readonly query: TextQuery
  readonly segments: readonly ScoreInput[]
  /** By segment: where the excluded words are. */
  readonly excluded: readonly (readonly Source[])[]
  readonly price: PriceRange | null
  /** Hits kept for ranking. */
  readonly capacity: number
}

export interface Collected {
  readonly top: TopHits
  readonly count: number
  readonly matched: Uint32Array[] | undefined
}

/** Docs with every slot. */
export function collectAll(input: CollectInput): Collected {
  const counts = input.segments.map((segment) => scoreAll(segment))
  return select(input, counts, () => 1)
}

/** Docs with some of the slots: those with the most of the query's worth, down to where enough are found. */
export function collectSome(input: CollectInput): Collected {
  const counts = input.segments.map((segment) => scoreAny(segment, ranking.relaxedEnough))
  const factors = coverageFactors(input, counts)
  return select(input, counts, lookUp(factors, input))
}

type Factor = (found: number) => number

function lookUp(factors: ReadonlyMap<number, number>, { segments }: CollectInput): Factor {
  const slots = segments[0]?.worths.length ?? 0
  if (slots > maxCountedSlots) return (found) => factors.get(found & slotBits) ?? 0
  const table = new Float32Array(1 << slots)
  for (const [bits, factor] of factors) table[bits] = factor
  return (found) => table[found & slotBits]
}

/** Takes the docs that `score…` left in each scratch, and cleans up. */
function select(input: CollectInput, counts: readonly number[], factor: Factor): Collected {
  const { query, price } = input
  const top = new TopHits(input.capacity)
  const matched: Uint32Array[] = []
  let count = 0
  let base = 0
  input.segments.forEach((segment, s) => {
    const { scratch } = segment
    const ids = query.tieBreak?.[s]
    const bits = query.needAll ? new Uint32Array((segment.segment.docCount + 31) >>> 5) : undefined
    if (input.excluded[s].length > 0) markExcluded(segment.segment, input.excluded[s], scratch)
    for (let i = 0; i < counts[s]; i++) {
      const doc = scratch.docs[i]
      const has = scratch.found[doc]
      const share = factor(has)
      if (share === 0) continue
      count++
      if (bits !== undefined) bits[doc >>> 5] |= 1 << (doc & 31)
      let value = scratch.scores[doc] * share
      if ((has & hasExcludedBit) !== 0) value *= ranking.excluded
      if (price !== null && !isInside(price, segment.segment.prices[doc])) value *= ranking.outsidePrice
      if (value < top.threshold) continue
      top.add(base + doc, value, ids === undefined ? base + doc : ids[doc], classOf(segment, has, scratch.exact[doc]))
    }
    clearFound(scratch, counts[s])
    if (bits !== undefined) matched.push(bits)
    base += segment.segment.docCount
  })
  return { top, count, matched: query.needAll ? matched : undefined }
}

/**
 * For each combination of slots that is kept: the share of the query's worth, to the power that ranking says.
 * Combinations join from the worthiest down until there are enough docs, so that a long query's commonest word
 * does not bring half the shop.
 */
function coverageFactors({ segments }: CollectInput, counts: readonly number[]): Map<number, number> {
  const worths = segments[0]?.worths ?? []
  const total = worths.reduce((sum, worth) => sum + worth, 0)
  const shares = [...countCombinations(segments, counts)].map(([bits, docs]) => ({
    bits,
    docs,
    share: worthOf(bits, worths) / total,
  }))
  shares.sort((a, b) => b.share - a.share)
  const factors = new Map<number, number>()
  let docs = 0
  for (const combination of shares) {
    if (docs >= ranking.relaxedEnough || combination.share < ranking.relaxedShare) break
    docs += combination.docs
    factors.set(combination.bits, combination.share ** ranking.coverage)
  }
  return factors
}

/** Room for the slots below the marks of exclusion. */
const slotBits = (1 << 24) - 1

/** Combinations of up to this many slots are counted in an array, which is much faster than a map. */
const maxCountedSlots = 12

function countCombinations(segments: readonly ScoreInput[], counts: readonly number[]): Map<number, number> {
  const slots = segments[0]?.worths.length ?? 0
  const few = new Uint32Array(1 << Math.min(slots, maxCountedSlots))
  const docs = new Map<number, number>()
  segments.forEach(({ scratch }, s) => {
    for (let i = 0; i < counts[s]; i++) {
      const bits = scratch.found[scratch.docs[i]]
      if (bits < few.length) few[bits]++
      else docs.set(bits, (docs.get(bits) ?? 0) + 1)
    }
  })
  for (let bits = 0; bits < few.length; bits++) if (few[bits] > 0) docs.set(bits, few[bits])
  return docs
}

function worthOf(bits: number, worths: readonly number[]): number {
  let worth = 0
  for (let slot = 0; slot < worths.length; slot++) if ((bits & (1 << slot)) !== 0) worth += worths[slot]
  return worth
}

function isInside({ min, max }: PriceRange, price: number): boolean {
  return (min === null || price >= min) && (max === null || price <= max)
}

function classOf({ worths }: ScoreInput, found: number, exact: number): number {
  const all = (1 << worths.length) - 1
  if ((found & hasExcludedBit) !== 0) return matchClass.excluded
  if ((found & all) !== all) return matchClass.someWords
  return (exact & all) === all ? matchClass.words : matchClass.nearWords
}
