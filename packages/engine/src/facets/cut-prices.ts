/** Ranges of prices for a page: cut where its prices lie, at round numbers, so that each holds a fair share of the products. */
import { type Bitset, listBits } from '../columns/bitset.ts'
import type { ColumnSegment } from '../columns/column-segment.ts'
import { levelFor, sampleLevel } from '../columns/hash-sample.ts'
import { convertPrice, type PriceConversion } from '../columns/price-conversion.ts'
import type { NumberRange } from './facet-field.ts'

const WANTED_RANGES = 6
const MIN_SAMPLED = 1_000
/** Numbers that people name, within a power of ten. */
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

/**
 * Ranges that touch without sharing a price, the first open below and the last open above: every price is in exactly one,
 * sampled or not. None where all prices are alike.
 */
export function cutPrices(prices: readonly number[], decimals: number): NumberRange[] {
  const sorted = prices.toSorted((a, b) => a - b)
  const cuts: number[] = []
  for (let i = 1; i < WANTED_RANGES; i++) {
    const cut = roundPrice(sorted[Math.floor((i * sorted.length) / WANTED_RANGES)] ?? 0, decimals)
    // Each range must hold something: a cut stands above the least price, above the cut before, and not above the dearest.
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

/** The nearest number that people name, as the currency can write it. */
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
