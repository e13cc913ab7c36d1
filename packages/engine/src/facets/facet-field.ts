import { convertPrice, type PriceConversion } from '../columns/price-conversion.ts'
import type { ColumnSegment } from '../columns/column-segment.ts'

export type FacetField =
  | { kind: 'terms'; name: string }
  /** A variant option. One variant must satisfy this and all other variant filters. */
  | { kind: 'option'; name: string }
  /** Values `in_stock` and `out_of_stock`, per variant. */
  | { kind: 'availability' }
  | { kind: 'number'; name: 'price' | 'rating' | 'discount' }

export const IN_STOCK = 'in_stock'
export const OUT_OF_STOCK = 'out_of_stock'

/** Both ends are included. */
export interface NumberRange {
  from: number
  to: number
}

/** An empty selection filters nothing. */
export interface Selection {
  key: string
  field: FacetField
  /** or: any of the selected values. and: all of them. */
  operator: 'or' | 'and'
  values: readonly string[]
  ranges: readonly NumberRange[]
}

export function isVariantField(field: FacetField): boolean {
  return field.kind === 'option' || field.kind === 'availability'
}

/** Indexed by doc; NaN for none. The price is the lowest of the doc's variants, in the shop's currency. */
export function numbersOf(columns: ColumnSegment, field: FacetField & { kind: 'number' }): Float64Array | Float32Array {
  if (field.name === 'price') return columns.minPrice
  return field.name === 'rating' ? columns.rating : columns.discount
}

export function numberReader(
  field: FacetField & { kind: 'number' },
  prices: PriceConversion,
): (stored: number) => number {
  if (field.name === 'price') return (stored) => convertPrice(stored, prices)
  // Ratings are stored in 32 bits; rounding restores 4.3.
  if (field.name === 'rating') return (stored) => Math.round(stored * 1000) / 1000
  return (stored) => stored
}

/** Accepts `10:50`, `10:`, `:50`, a pair `["10", "50"]`, or a single number. Returns undefined for other values. */
export function parseRanges(values: readonly string[]): NumberRange[] | undefined {
  const plain = values.map(plainNumber)
  if (values.length === 2 && plain[0] !== undefined && plain[1] !== undefined) return [between(plain[0], plain[1])]
  const ranges = values.map((value, i) =>
    plain[i] === undefined ? parseRange(value) : { from: plain[i], to: plain[i] },
  )
  return ranges.every((range) => range !== undefined) ? ranges : undefined
}

function parseRange(value: string): NumberRange | undefined {
  const parts = value.split(':')
  if (parts.length !== 2 || value.trim() === ':') return undefined
  const from = parts[0].trim() === '' ? Number.NEGATIVE_INFINITY : plainNumber(parts[0])
  const to = parts[1].trim() === '' ? Number.POSITIVE_INFINITY : plainNumber(parts[1])
  return from === undefined || to === undefined ? undefined : between(from, to)
}

/** Accepts the limits in either order. */
function between(one: number, other: number): NumberRange {
  return { from: Math.min(one, other), to: Math.max(one, other) }
}

function plainNumber(text: string): number | undefined {
  const trimmed = text.trim()
  return /^-?\d{1,15}(\.\d{1,10})?$/.test(trimmed) ? Number(trimmed) : undefined
}
