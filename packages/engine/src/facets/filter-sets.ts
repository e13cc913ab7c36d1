/** Computes the docs that pass all selections, and for an "or" facet those that pass all other selections. */
import { type Bitset, bitsetOf, countBits, listBits } from '../columns/bitset.ts'
import type { ColumnSegment } from '../columns/column-segment.ts'
import type { PriceConversion } from '../columns/price-conversion.ts'
import { findSpellings } from '../columns/string-table.ts'
import { valueKey } from '../columns/value-key.ts'
import type { TermColumn } from '../columns/term-column.ts'
import { once } from '../text/memo.ts'
import { isVariantField, type NumberRange, numberReader, numbersOf, type Selection } from './facet-field.ts'
import { type AllowedVariants, compileVariantFilter, matchVariants, type VariantFilter } from './variant-filter.ts'

/** Docs are a list, not a bitset, because a query matches few docs of a large catalog. */
export interface FilterSets {
  columns: ColumnSegment
  candidates: Bitset
  understood: UnderstoodDocs | undefined
  /** Matches that satisfy the query's constraints. Empty without selections; see `passedDocs`. */
  docs: Uint32Array
  /** For each selection on products, 1 at the indices in `docs` that pass. Computed lazily. */
  productPasses: readonly { key: string; passes: () => Uint8Array }[]
  variantFilters: readonly VariantFilter[]
  /** Variant selections that no variant of this segment satisfies. */
  impossible: ReadonlySet<string>
  passed: Bitset
  /** Lists `passed` lazily, because without selections it may be the whole catalog. */
  passedDocs: () => Uint32Array
  passedCount: number
}

/** Matches that satisfy the constraints of the query. Facets count no other docs. */
export interface UnderstoodDocs {
  /** Docs with a variant that passes the filter, in ascending order. */
  docs: Uint32Array
  filter: AllowedVariants
}

export interface FilterInput {
  readonly candidates: Bitset
  readonly understood: UnderstoodDocs | undefined
  readonly selections: readonly Selection[]
  readonly prices: PriceConversion
}

export function compileFilters(columns: ColumnSegment, input: FilterInput): FilterSets {
  const { candidates, understood, selections, prices } = input
  if (selections.length === 0 && understood === undefined) return unfiltered(columns, candidates)
  const docs = understood?.docs ?? listBits(candidates)
  const productPasses: { key: string; passes: () => Uint8Array }[] = []
  const variantFilters: VariantFilter[] = understood ? [understood.filter] : []
  const impossible = new Set<string>()
  for (const selection of selections) {
    if (!isVariantField(selection.field)) {
      productPasses.push({ key: selection.key, passes: once(() => passesOf(columns, docs, selection, prices)) })
      continue
    }
    const filter = compileVariantFilter(columns, selection)
    if (filter) variantFilters.push(filter)
    else impossible.add(selection.key)
  }
  const sets = { columns, candidates, understood, docs, productPasses, variantFilters, impossible }
  const passed = selections.length === 0 ? docs : passedExcept(sets, undefined)
  return { ...sets, passed: bitsetOf(passed, columns.docCount), passedDocs: () => passed, passedCount: passed.length }
}

function unfiltered(columns: ColumnSegment, candidates: Bitset): FilterSets {
  const passedDocs = once(() => listBits(candidates))
  return {
    columns,
    candidates,
    understood: undefined,
    docs: NO_DOCS,
    productPasses: [],
    variantFilters: [],
    impossible: new Set(),
    passed: candidates,
    passedDocs,
    passedCount: countBits(candidates),
  }
}

/** Returns the docs that pass the selections of all other facets, in ascending order. */
export function passedExcept(
  sets: Omit<FilterSets, 'passed' | 'passedDocs' | 'passedCount'>,
  key: string | undefined,
  inStockToo = false,
): Uint32Array {
  const { columns, docs } = sets
  for (const missing of sets.impossible) if (missing !== key) return NO_DOCS
  const tests = sets.productPasses.filter(({ key: own }) => own !== key).map(({ passes }) => passes())
  const passed = tests.length === 0 ? docs : keepPassing(docs, tests)
  const filters = otherVariantFilters(sets, key)
  return filters.length === 0 ? passed : matchVariants(columns.variants, passed, filters, inStockToo)
}

function keepPassing(docs: Uint32Array, tests: readonly Uint8Array[]): Uint32Array {
  const kept = new Uint32Array(docs.length)
  let count = 0
  for (let i = 0; i < docs.length; i++) {
    let passes = 1
    for (let t = 0; t < tests.length; t++) passes &= tests[t][i]
    kept[count] = docs[i]
    count += passes
  }
  return kept.subarray(0, count)
}

export function otherVariantFilters(
  sets: Pick<FilterSets, 'variantFilters'>,
  key: string | undefined,
): VariantFilter[] {
  return sets.variantFilters.filter((filter) => filter.key !== key)
}

const NO_DOCS = new Uint32Array(0)

function passesOf(
  columns: ColumnSegment,
  docs: Uint32Array,
  selection: Selection,
  prices: PriceConversion,
): Uint8Array {
  const { field } = selection
  if (field.kind === 'number') return inRange(docs, numbersOf(columns, field), rangeTest(selection, prices))
  const column = field.kind === 'terms' ? columns.terms.get(field.name) : undefined
  return column ? withTerms(docs, column, selection) : new Uint8Array(docs.length)
}

export function termSet(column: TermColumn, docCount: number, wanted: Pick<Selection, 'values' | 'operator'>): Bitset {
  const docs = new Uint32Array(docCount)
  for (let doc = 0; doc < docCount; doc++) docs[doc] = doc
  return bitsetOf(keepPassing(docs, [withTerms(docs, column, wanted)]), docCount)
}

function withTerms(docs: Uint32Array, column: TermColumn, wanted: Pick<Selection, 'values' | 'operator'>): Uint8Array {
  const passes = new Uint8Array(docs.length)
  const { folding } = column
  const values = new Map(wanted.values.map((value) => [valueKey(value.toWellFormed(), folding), value.toWellFormed()]))
  const known = [...values.values()]
    .map((value) => findSpellings(column.values, value, folding))
    .filter(({ first, end }) => first < end)
  const needed = wanted.operator === 'or' ? 1 : values.size
  if (known.length < needed) return passes
  const isWanted = new Uint8Array(column.values.offsets.length - 1)
  for (const { first, end } of known) isWanted.fill(1, first, end)
  const { starts, codes: all } = column
  for (let i = 0; i < docs.length; i++) {
    const doc = docs[i]
    let found = 0
    // A doc lists each value once, so it has all wanted values if it has as many hits.
    for (let j = starts[doc]; j < starts[doc + 1]; j++) found += isWanted[all[j]]
    if (found >= needed) passes[i] = 1
  }
  return passes
}

function inRange(
  docs: Uint32Array,
  stored: Float64Array | Float32Array,
  test: (stored: number) => boolean,
): Uint8Array {
  const passes = new Uint8Array(docs.length)
  for (let i = 0; i < docs.length; i++) if (test(stored[docs[i]])) passes[i] = 1
  return passes
}

export function rangeTest(
  { field, ranges, operator }: Selection,
  prices: PriceConversion,
): (stored: number) => boolean {
  if (field.kind !== 'number' || ranges.length === 0) return () => false
  const read = numberReader(field, prices)
  const parts = operator === 'or' ? unionOf(ranges) : [intersectionOf(ranges)]
  if (parts.length === 1) {
    const { from, to } = parts[0]
    return (stored) => {
      const value = read(stored)
      return value >= from && value <= to
    }
  }
  return (stored) => isInOne(parts, read(stored))
}

/** Returns disjoint ranges in ascending order, for binary search. */
function unionOf(ranges: readonly NumberRange[]): NumberRange[] {
  const parts: NumberRange[] = []
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = parts.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else if (from <= to) parts.push({ from, to })
  }
  return parts
}

function intersectionOf(ranges: readonly NumberRange[]): NumberRange {
  const both = (a: NumberRange, b: NumberRange) => ({ from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) })
  return ranges.reduce(both)
}

function isInOne(parts: readonly NumberRange[], value: number): boolean {
  let low = 0
  let high = parts.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (parts[middle].from <= value) low = middle + 1
    else high = middle
  }
  return low > 0 && value <= parts[low - 1].to
}
