/**
 * Which docs of a segment pass the shopper's selections: all of them together, and all but one facet's own, which is what
 * the counts of an "or" facet are taken from.
 */
import { type Bitset, intersect, listBits, newBitset, setBit } from '../columns/bitset.ts'
import type { ColumnSegment } from '../columns/column-segment.ts'
import type { PriceConversion } from '../columns/price-conversion.ts'
import { findString } from '../columns/string-table.ts'
import type { TermColumn } from '../columns/term-column.ts'
import { isVariantField, type NumberRange, numberReader, numbersOf, type Selection } from './facet-field.ts'
import { compileVariantFilter, matchVariants, type VariantFilter } from './variant-filter.ts'

export interface FilterSets {
  columns: ColumnSegment
  /** What filters are applied to: the gated, matched docs. */
  candidates: Bitset
  productSets: readonly { key: string; set: Bitset }[]
  variantFilters: readonly VariantFilter[]
  /** Keys of variant selections that nothing in this segment can satisfy. */
  impossible: ReadonlySet<string>
  /** Docs that pass everything. */
  passed: Bitset
}

export function compileFilters(
  columns: ColumnSegment,
  candidates: Bitset,
  selections: readonly Selection[],
  prices: PriceConversion,
): FilterSets {
  const productSets: { key: string; set: Bitset }[] = []
  const variantFilters: VariantFilter[] = []
  const impossible = new Set<string>()
  const docs = selections.length === 0 ? NO_DOCS : listBits(candidates)
  for (const selection of selections) {
    if (!isVariantField(selection.field)) {
      productSets.push({ key: selection.key, set: productSet(columns, docs, selection, prices) })
      continue
    }
    const filter = compileVariantFilter(columns, selection)
    if (filter) variantFilters.push(filter)
    else impossible.add(selection.key)
  }
  const sets = { columns, candidates, productSets, variantFilters, impossible }
  return { ...sets, passed: passedExcept(sets, undefined) }
}

/** Docs that pass every selection but those of `key`. */
export function passedExcept(sets: Omit<FilterSets, 'passed'>, key: string | undefined): Bitset {
  const { columns, candidates } = sets
  for (const missing of sets.impossible) if (missing !== key) return newBitset(columns.docCount)
  let passed = candidates
  for (const { key: own, set } of sets.productSets) if (own !== key) passed = intersect(passed, set)
  const filters = otherVariantFilters(sets, key)
  return filters.length === 0 ? passed : matchVariants(columns.variants, listBits(passed), filters)
}

export function otherVariantFilters(
  sets: Pick<FilterSets, 'variantFilters'>,
  key: string | undefined,
): VariantFilter[] {
  return sets.variantFilters.filter((filter) => filter.key !== key)
}

const NO_DOCS = new Uint32Array(0)

/** Of the candidates, those that pass: a query's few hits are looked at, not the whole catalog. */
function productSet(columns: ColumnSegment, docs: Uint32Array, selection: Selection, prices: PriceConversion): Bitset {
  const set = newBitset(columns.docCount)
  if (selection.field.kind === 'number') {
    addInRange(set, docs, numbersOf(columns, selection.field), rangeTest(selection, prices))
    return set
  }
  const column = selection.field.kind === 'terms' ? columns.terms.get(selection.field.name) : undefined
  if (column) addWithTerms(set, docs, column, selection)
  return set
}

/** All docs of the segment that have any (or all) of the values. */
export function termSet(column: TermColumn, docCount: number, wanted: Pick<Selection, 'values' | 'operator'>): Bitset {
  const set = newBitset(docCount)
  const docs = new Uint32Array(docCount)
  for (let doc = 0; doc < docCount; doc++) docs[doc] = doc
  addWithTerms(set, docs, column, wanted)
  return set
}

function addWithTerms(
  set: Bitset,
  docs: Uint32Array,
  column: TermColumn,
  wanted: Pick<Selection, 'values' | 'operator'>,
): void {
  const values = [...new Set(wanted.values.map((value) => value.toWellFormed()))]
  const codes = values.map((value) => findString(column.values, value)).filter((code) => code >= 0)
  const needed = wanted.operator === 'or' ? 1 : values.length
  if (codes.length < needed) return
  const isWanted = new Uint8Array(column.values.offsets.length - 1)
  for (const code of codes) isWanted[code] = 1
  const { starts, codes: all } = column
  for (let i = 0; i < docs.length; i++) {
    const doc = docs[i]
    let found = 0
    // A doc lists a value once, so as many hits as values means all of them.
    for (let j = starts[doc]; j < starts[doc + 1]; j++) {
      if (isWanted[all[j]] === 1 && ++found === needed) {
        setBit(set, doc)
        break
      }
    }
  }
}

function addInRange(
  set: Bitset,
  docs: Uint32Array,
  stored: Float64Array | Float32Array,
  test: (stored: number) => boolean,
): void {
  for (let i = 0; i < docs.length; i++) if (test(stored[docs[i]])) setBit(set, docs[i])
}

function rangeTest({ field, ranges, operator }: Selection, prices: PriceConversion): (stored: number) => boolean {
  if (field.kind !== 'number' || ranges.length === 0) return () => false
  const read = numberReader(field, prices)
  if (ranges.length === 1) {
    const { from, to } = ranges[0]
    return (stored) => {
      const value = read(stored)
      return value >= from && value <= to
    }
  }
  return (stored) => {
    const value = read(stored)
    const holds = ({ from, to }: NumberRange) => value >= from && value <= to
    return operator === 'or' ? ranges.some(holds) : ranges.every(holds)
  }
}
