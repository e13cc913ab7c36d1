import { skuBit } from '../segment/posting-cell.ts'
import { hasDigit } from '../analysis/analyzer.ts'
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
  /** Slots that a relaxed hit must have all the same, a bit each: part numbers are never given up. */
  readonly mandatory: number
}

export interface Collected {
  readonly top: TopHits
  readonly count: number
  readonly matched: Uint32Array[] | undefined
}

/** Docs with every slot. */
export function collectAll(input: CollectInput): Collected {
  return collect(input, scoreAll, () => 1)
}

/** Docs with enough of the query's worth; what is missing costs. */
export function collectSome(input: CollectInput): Collected {
  const factors = coverageFactors(input)
  return collect(input, scoreAny, (found) => factors(found))
}

type Factor = (found: number) => number

function collect(input: CollectInput, score: (segment: ScoreInput) => number, factor: Factor): Collected {
  const { query, price } = input
  const top = new TopHits(input.capacity)
  const matched: Uint32Array[] = []
  let count = 0
  let base = 0
  input.segments.forEach((segment, s) => {
    const { scratch } = segment
    const ids = query.tieBreak?.[s]
    const bits = query.needAll ? new Uint32Array((segment.segment.docCount + 31) >>> 5) : undefined
    const found = score(segment)
    if (input.excluded[s].length > 0) markExcluded(segment.segment, input.excluded[s], scratch)
    for (let i = 0; i < found; i++) {
      const doc = scratch.docs[i]
      const has = scratch.found[doc]
      const share = factor(has)
      if (share === 0) continue
      count++
      if (bits !== undefined) bits[doc >>> 5] |= 1 << (doc & 31)
      let value = scratch.scores[doc] * share
      if ((has & hasExcludedBit) !== 0) value *= ranking.excluded
      if (price !== null && !isInside(price, segment.segment.prices[doc])) value *= ranking.outsidePrice
      if (value >= top.threshold)
        top.add(base + doc, value, ids === undefined ? base + doc : ids[doc], classOf(segment, has, scratch.exact[doc]))
    }
    clearFound(scratch, found)
    if (bits !== undefined) matched.push(bits)
    base += segment.segment.docCount
  })
  return { top, count, matched: query.needAll ? matched : undefined }
}

/** Share of the query found, to the power that ranking says; 0 below the least share. Few combinations occur: they are kept. */
function coverageFactors({ segments, mandatory }: CollectInput): Factor {
  const worths = segments[0]?.worths ?? []
  const total = worths.reduce((sum, worth) => sum + worth, 0)
  const known = new Map<number, number>()
  const slotBits = (1 << worths.length) - 1
  return (found) => {
    const bits = found & slotBits
    let factor = known.get(bits)
    if (factor === undefined) {
      let worth = 0
      for (let slot = 0; slot < worths.length; slot++) if ((bits & (1 << slot)) !== 0) worth += worths[slot]
      const share = worth / total
      factor = share < ranking.relaxedShare || (bits & mandatory) !== mandatory ? 0 : share ** ranking.coverage
      known.set(bits, factor)
    }
    return factor
  }
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

/** Whether the source is a part number of the shop: a SKU or a word with digits. */
export function isIdentifier(source: Source): boolean {
  if (source.kind !== 'exact' || source.start === source.end) return false
  return hasDigit(source.text) && (source.cells[source.start] & skuBit) !== 0
}
