/** Counts range facets: statistics of the numbers found, and the number of products in each bucket. */
import type { PriceConversion } from '../columns/price-conversion.ts'
import { type FacetField, type NumberRange, numberReader, numbersOf } from './facet-field.ts'
import type { FacetBucket, FacetRequest, FacetResult, NumberStats } from './facet-request.ts'
import type { ColumnSegment } from '../columns/column-segment.ts'

type NumberField = FacetField & { kind: 'number' }

interface SegmentDocs {
  columns: ColumnSegment
  docs: Uint32Array
}

/** Number of buckets that automatic steps aim for. */
const WANTED_BUCKETS = 8
const MAX_BUCKETS = 100

export function countRange(
  request: FacetRequest,
  field: NumberField,
  segments: readonly SegmentDocs[],
  { prices, priceRanges }: { prices: PriceConversion; priceRanges: () => readonly NumberRange[] },
): FacetResult {
  const numbers = readNumbers(field, segments, prices)
  const stats = statsOf(numbers)
  const unit = field.name === 'price' ? 10 ** -prices.decimals : 1
  const cut = field.name === 'price' && request.step === undefined ? priceRanges() : []
  const ranges = request.ranges ?? (cut.length > 0 ? cut : equalSteps(stats, request.step, unit))
  const counts = countRanges(numbers, ranges)
  const buckets = ranges
    .map(
      (range, i): FacetBucket => ({ value: rangeText(range), count: counts[i], enabled: true, isOthers: false, range }),
    )
    .filter(({ count }) => count > 0 || request.includeZeroCounts)
  const shown = buckets.slice(0, request.limit)
  const otherCount = buckets.slice(request.limit).reduce((sum, { count }) => sum + count, 0)
  return { key: request.key, buckets: shown, hasMore: buckets.length > shown.length, otherCount, stats }
}

/** Returns the form that selections have: `10:50`, `10:` or `:50`. */
export function rangeText({ from, to }: NumberRange): string {
  return `${Number.isFinite(from) ? from : ''}:${Number.isFinite(to) ? to : ''}`
}

function readNumbers(field: NumberField, segments: readonly SegmentDocs[], prices: PriceConversion): Float64Array {
  const read = numberReader(field, prices)
  const numbers = new Float64Array(segments.reduce((sum, { docs }) => sum + docs.length, 0))
  let n = 0
  for (const { columns, docs } of segments) {
    const stored = numbersOf(columns, field)
    for (let i = 0; i < docs.length; i++) {
      const value = stored[docs[i]]
      // NaN (not rated, or no variant) counts nowhere.
      if (!Number.isNaN(value)) numbers[n++] = read(value)
    }
  }
  return numbers.subarray(0, n)
}

function statsOf(numbers: Float64Array): NumberStats {
  if (numbers.length === 0) return { min: null, max: null, avg: null, sum: 0, count: 0 }
  let min = numbers[0]
  let max = numbers[0]
  let sum = 0
  for (const number of numbers) {
    if (number < min) min = number
    if (number > max) max = number
    sum += number
  }
  // Rounds before dividing, because the last digits of a floating-point sum depend on the order of products.
  return { min, max, avg: round(round(sum) / numbers.length), sum: round(sum), count: numbers.length }
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000
}

/** Returns adjacent buckets (`0:9.99`, `10:19.99`). `unit` is the smallest price difference, such as 0.01. */
function equalSteps({ min, max }: NumberStats, wantedStep: number | undefined, unit: number): NumberRange[] {
  if (min === null || max === null) return []
  const wanted = wantedStep ?? niceStep((max - min) / WANTED_BUCKETS)
  // A step of 2.5 would leave gaps in a currency without cents, so the step is a multiple of the unit.
  let step = clean(Math.max(1, Math.ceil(wanted / unit - 1e-9)) * unit)
  while ((max - min) / step > MAX_BUCKETS) step *= 2
  const ranges: NumberRange[] = []
  const first = Math.floor(min / step + 1e-9)
  for (let i = first; clean(i * step) <= max; i++) {
    ranges.push({ from: clean(i * step), to: clean((i + 1) * step - unit) })
  }
  return ranges
}

function niceStep(rough: number): number {
  if (rough <= 0) return 1
  const magnitude = 10 ** Math.floor(Math.log10(rough))
  for (const factor of [1, 2, 2.5, 5]) if (rough <= factor * magnitude) return factor * magnitude
  return 10 * magnitude
}

function clean(value: number): number {
  return Math.round(value * 1e6) / 1e6
}

function countRanges(numbers: Float64Array, ranges: readonly NumberRange[]): Uint32Array {
  const counts = new Uint32Array(ranges.length)
  for (const number of numbers) {
    for (let r = 0; r < ranges.length; r++) if (number >= ranges[r].from && number <= ranges[r].to) counts[r]++
  }
  return counts
}
