import { convertPrice, type PriceConversion } from '../columns/price-conversion.ts'
import type { ColumnSegment } from '../columns/column-segment.ts'

export type FacetField =
  /** A product attribute with a list of values. */
  | { kind: 'terms'; name: string }
  /** A variant option. It must hold on the same variant as all other variant filters. */
  | { kind: 'option'; name: string }
  /** `in_stock` or `out_of_stock`, per variant. */
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
  /** Empty for `number` fields. */
  values: readonly string[]
  /** For `number` fields only. */
  ranges: readonly NumberRange[]
}

export function isVariantField(field: FacetField): boolean {
  return field.kind === 'option' || field.kind === 'availability'
}

/** Indexed by doc; NaN if the doc has none. The price is the lowest of the product's variants, as stored. */
export function numbersOf(columns: ColumnSegment, field: FacetField & { kind: 'number' }): Float64Array | Float32Array {
  if (field.name === 'price') return columns.minPrice
  return field.name === 'rating' ? columns.rating : columns.discount
}

/** Converts a stored number to the one that ranges use. */
export function numberReader(
  field: FacetField & { kind: 'number' },
  prices: PriceConversion,
): (stored: number) => number {
  if (field.name === 'price') return (stored) => convertPrice(stored, prices)
  // Ratings are stored in 32 bits, but 4.3 must be read back as 4.3.
  if (field.name === 'rating') return (stored) => Math.round(stored * 1000) / 1000
  return (stored) => stored
}

/**
 * Parses `["10:50"]`, open ends `["10:"]` and `[":50"]`, several of them, or a plain pair `["10", "50"]`. A single
 * number is a range of that number only. undefined if it is not a range.
 */
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

/** Returns the range between two numbers, given in either order. */
function between(one: number, other: number): NumberRange {
  return { from: Math.min(one, other), to: Math.max(one, other) }
}

function plainNumber(text: string): number | undefined {
  const trimmed = text.trim()
  return /^-?\d{1,15}(\.\d{1,10})?$/.test(trimmed) ? Number(trimmed) : undefined
}
