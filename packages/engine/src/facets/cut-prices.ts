/** Computes price ranges for a page, with round limits and about equally many products in each range. */
import { type Bitset, listBits } from '../columns/bitset.ts'
import type { ColumnSegment } from '../columns/column-segment.ts'
import { convertPrice, type PriceConversion } from '../columns/price-conversion.ts'
import type { NumberRange } from './facet-field.ts'

const WANTED_RANGES = 6
const MIN_SAMPLED = 1_000
const ROUND = [1, 1.5, 2, 2.5, 3, 4, 5, 7.5, 10]

export function samplePrices(
  columns: readonly ColumnSegment[],
  visible: readonly Bitset[],
  prices: PriceConversion,
): number[] {
  const docs = visible.map((set) => listBits(set))
  const level = levelFor(
    docs.reduce((sum, { length }) => sum + length, 0),
    MIN_SAMPLED,
  )
  const sampled: number[] = []
  columns.forEach(({ minPrice, ids }, s) => {
    for (const doc of docs[s]) {
      if (level > 0 && sampleLevel(ids[doc]) < level) continue
      if (!Number.isNaN(minPrice[doc])) sampled.push(convertPrice(minPrice[doc], prices))
    }
  })
  return sampled
}

/** Returns adjacent ranges, open at both ends to include prices outside the sample. None if all prices are equal. */
export function cutPrices(prices: readonly number[], decimals: number): NumberRange[] {
  const sorted = prices.toSorted((a, b) => a - b)
  const cuts: number[] = []
  for (let i = 1; i < WANTED_RANGES; i++) {
    const cut = roundPrice(sorted[Math.floor((i * sorted.length) / WANTED_RANGES)] ?? 0, decimals)
    // A cut that leaves a range without prices is skipped.
    const before = cuts.at(-1) ?? Number.NEGATIVE_INFINITY
    if (cut > before && hasBetween(sorted, before, cut) && cut <= sorted[sorted.length - 1]) cuts.push(cut)
  }
  if (cuts.length === 0) return []
  const unit = 10 ** -decimals
  const ends = [Number.NEGATIVE_INFINITY, ...cuts, Number.POSITIVE_INFINITY]
  return ends.slice(0, -1).map((from, i) => ({ from, to: clean(ends[i + 1] - unit, decimals) }))
}

function hasBetween(sorted: readonly number[], from: number, below: number): boolean {
  return sorted.some((price) => price >= from && price < below)
}

/** Returns the nearest round number that the currency can express. */
export function roundPrice(price: number, decimals: number): number {
  if (!(price > 0)) return 0
  const magnitude = 10 ** Math.floor(Math.log10(price))
  const away = (candidate: number) => Math.abs(Math.log(candidate / price))
  const candidates = ROUND.map((factor) => clean(factor * magnitude, decimals)).filter((candidate) => candidate > 0)
  return candidates.reduce((best, one) => (away(one) < away(best) ? one : best), candidates[0] ?? 0)
}

function clean(value: number, decimals: number): number {
  return Number.isFinite(value) ? Number(value.toFixed(decimals)) : value
}

/** The id decides a product's sampling level: half of all products have level 0, a quarter 1, an eighth 2, … */

/** Returns the level that samples `wanted` to `2 * wanted` products; 0 samples all. */
function levelFor(count: number, wanted: number): number {
  return count < 2 * wanted ? 0 : Math.floor(Math.log2(count / wanted))
}

function sampleLevel(id: number): number {
  const hash = hashOf(id)
  return hash === 0 ? 32 : 31 - Math.clz32(hash & -hash)
}

/** Every bit of the id must affect the low bits of the hash, which decide the level. */
function hashOf(id: number): number {
  let hash = Math.imul((id | 0) ^ Math.imul(Math.floor(id / 2 ** 32) | 0, 0x9e3779b1), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35)
  hash = Math.imul(hash ^ (hash >>> 13), 0x27d4eb2f)
  return hash ^ (hash >>> 16)
}
