/** Filters on variants. One variant must pass all of them: "red" and "size M" together mean a red M. */
import { type Bitset, hasBit } from '../columns/bitset.ts'
import type { ColumnSegment } from '../columns/column-segment.ts'
import { findSpellings } from '../columns/string-table.ts'
import { valueKey } from '../columns/value-key.ts'
import { OPTION_FOLDING, type VariantColumns } from '../columns/variant-columns.ts'
import { type FacetField, IN_STOCK, OUT_OF_STOCK, type Selection } from './facet-field.ts'

export type VariantFilter = SelectedVariants | AllowedVariants

export interface AllowedVariants {
  key: string
  allowed: Bitset
  slots: 1
  soldOut?: undefined
}

export interface SelectedVariants {
  key: string
  allowed?: undefined
  /** Indexed by variant; -1 for no value. */
  codes: Int32Array | Uint8Array
  /** Maps the code of a value to its number among the selected values; -1 if not selected. */
  slotOf: Int32Array
  /**
   * Number of selected values to cover. 1: any on one variant. More ("and"): each on a variant that passes all other
   * filters. Infinity: the segment cannot cover them.
   */
  slots: number
  /** Set if only "out of stock" is selected: then no variant that passes the other filters may be in stock. */
  soldOut?: true
}

export function variantCodes(columns: ColumnSegment, field: FacetField): Int32Array | Uint8Array | undefined {
  if (field.kind === 'availability') return columns.variants.available
  return field.kind === 'option' ? columns.variants.options.get(field.name)?.codes : undefined
}

/** Returns undefined if no variant of the segment can pass. */
export function compileVariantFilter(columns: ColumnSegment, selection: Selection): SelectedVariants | undefined {
  const { field, key } = selection
  const codes = variantCodes(columns, field)
  if (!codes) return undefined
  const values = distinctValues(selection)
  const found = values.map((value) => valueCodes(columns, field, value)).filter(({ first, end }) => first < end)
  if (found.length === 0) return undefined
  const slotOf = new Int32Array(valueCount(columns, field)).fill(-1)
  const all = selection.operator === 'and' && values.length > 1
  found.forEach(({ first, end }, i) => {
    slotOf.fill(all ? i : 0, first, end)
  })
  if (!all && field.kind === 'availability' && slotOf[1] < 0) return { key, codes, slotOf, slots: 1, soldOut: true }
  if (!all) return { key, codes, slotOf, slots: 1 }
  if (field.kind === 'availability') return undefined
  return { key, codes, slotOf, slots: found.length === values.length ? found.length : Number.POSITIVE_INFINITY }
}

function distinctValues({ values }: Selection): string[] {
  const written = values.map((value) => value.toWellFormed())
  return [...new Map(written.map((value) => [valueKey(value, OPTION_FOLDING), value])).values()]
}

/** Returns the codes of all spellings of a value, `end` exclusive. */
function valueCodes(columns: ColumnSegment, field: FacetField, value: string): { first: number; end: number } {
  if (field.kind === 'availability') return availabilityCodes(value)
  const option = field.kind === 'option' ? columns.variants.options.get(field.name) : undefined
  return option ? findSpellings(option.byDoc.values, value, OPTION_FOLDING) : NO_CODES
}

const NO_CODES = { first: 0, end: 0 }

function availabilityCodes(value: string): { first: number; end: number } {
  if (value === IN_STOCK) return { first: 1, end: 2 }
  return value === OUT_OF_STOCK ? { first: 0, end: 1 } : NO_CODES
}

function valueCount(columns: ColumnSegment, field: FacetField): number {
  if (field.kind !== 'option') return 2
  return columns.variants.options.get(field.name)!.byDoc.values.offsets.length - 1
}

/** Returns how many combinations of selected values a product must cover; 1 if all filters are "or". */
export function combinationsOf(filters: readonly VariantFilter[]): number {
  return filters.reduce((product, filter) => product * filter.slots, 1)
}

/** Returns -1 if a filter rejects the variant. */
export function combinationAt(filters: readonly VariantFilter[], variant: number): number {
  let combination = 0
  for (const filter of filters) {
    const slot = slotAt(filter, variant)
    if (slot < 0) return -1
    combination = combination * filter.slots + slot
  }
  return combination
}

function slotAt(filter: VariantFilter, variant: number): number {
  if (filter.allowed !== undefined) return hasBit(filter.allowed, variant) ? 0 : -1
  const code = filter.codes[variant]
  return code < 0 ? -1 : filter.slotOf[code]
}

/** With `inStockToo`, "out of stock" also accepts products that have a variant in stock. */
export function matchVariants(
  variants: VariantColumns,
  docs: Uint32Array,
  filters: readonly VariantFilter[],
  inStockToo = false,
): Uint32Array {
  const passed = new Uint32Array(docs.length)
  const needed = combinationsOf(filters)
  const others = inStockToo ? undefined : withoutSoldOut(filters)
  let count = 0
  for (let i = 0; i < docs.length; i++) {
    const first = variants.starts[docs[i]]
    const end = variants.starts[docs[i] + 1]
    if (needed > end - first) continue
    const passes = needed === 1 ? passesOne(filters, first, end) : coversAll(filters, first, end, needed)
    if (passes && !(others && hasInStock(variants, others, first, end))) passed[count++] = docs[i]
  }
  return passed.subarray(0, count)
}

/** Returns undefined if no filter is "sold out". */
export function withoutSoldOut(filters: readonly VariantFilter[]): VariantFilter[] | undefined {
  const others = filters.filter(({ soldOut }) => !soldOut)
  return others.length === filters.length ? undefined : others
}

function hasInStock(
  { available }: VariantColumns,
  filters: readonly VariantFilter[],
  first: number,
  end: number,
): boolean {
  for (let v = first; v < end; v++) if (available[v] === 1 && combinationAt(filters, v) >= 0) return true
  return false
}

function passesOne(filters: readonly VariantFilter[], first: number, end: number): boolean {
  for (let v = first; v < end; v++) if (combinationAt(filters, v) >= 0) return true
  return false
}

function coversAll(filters: readonly VariantFilter[], first: number, end: number, needed: number): boolean {
  const covered = new Set<number>()
  for (let v = first; v < end; v++) {
    const combination = combinationAt(filters, v)
    if (combination >= 0) covered.add(combination)
  }
  return covered.size === needed
}
