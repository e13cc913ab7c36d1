/**
 * Which docs of a segment pass the shopper's selections: all of them together, and all but one facet's own, which is what
 * the counts of an "or" facet are taken from.
 */
import { andInto, type Bitset, intersect, listBits, newBitset, orInto, setBit } from '../columns/bitset.ts'
import type { ColumnSegment } from '../columns/column-segment.ts'
import type { PriceConversion } from '../columns/price-conversion.ts'
import { findString } from '../columns/string-table.ts'
import type { TermColumn } from '../columns/term-column.ts'
import { isVariantField, numberReader, numbersOf, type Selection } from './facet-field.ts'
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
  for (const selection of selections) {
    if (!isVariantField(selection.field)) {
      productSets.push({ key: selection.key, set: productSet(columns, selection, prices) })
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

function productSet(columns: ColumnSegment, selection: Selection, prices: PriceConversion): Bitset {
  if (selection.field.kind === 'number') return rangeSet(columns, selection, prices)
  const column = selection.field.kind === 'terms' ? columns.terms.get(selection.field.name) : undefined
  if (!column) return newBitset(columns.docCount)
  return termSet(column, columns.docCount, selection)
}

/** Docs that have any (or all) of the values. */
export function termSet(column: TermColumn, docCount: number, wanted: Pick<Selection, 'values' | 'operator'>): Bitset {
  const values = [...new Set(wanted.values.map((value) => value.toWellFormed()))]
  const codes = values.map((value) => findString(column.values, value))
  if (wanted.operator === 'or') return docsWithAny(column, docCount, codes)
  let all: Bitset | undefined
  for (const code of codes) {
    const one = docsWithAny(column, docCount, [code])
    if (all) andInto(all, one)
    else all = one
  }
  return all ?? newBitset(docCount)
}

function docsWithAny(column: TermColumn, docCount: number, codes: readonly number[]): Bitset {
  const set = newBitset(docCount)
  const known = codes.filter((code) => code >= 0)
  if (known.length === 0) return set
  const wanted = new Uint8Array(column.values.offsets.length - 1)
  for (const code of known) wanted[code] = 1
  const { starts, codes: all } = column
  for (let doc = 0; doc < docCount; doc++) {
    for (let j = starts[doc]; j < starts[doc + 1]; j++) {
      if (wanted[all[j]] === 1) {
        setBit(set, doc)
        break
      }
    }
  }
  return set
}

function rangeSet(columns: ColumnSegment, selection: Selection, prices: PriceConversion): Bitset {
  if (selection.field.kind !== 'number') return newBitset(columns.docCount)
  const stored = numbersOf(columns, selection.field)
  const read = numberReader(selection.field, prices)
  const { ranges, operator } = selection
  const set = newBitset(columns.docCount)
  for (let doc = 0; doc < columns.docCount; doc++) {
    const value = read(stored[doc])
    const holds = ({ from, to }: { from: number; to: number }) => value >= from && value <= to
    if (operator === 'or' ? ranges.some(holds) : ranges.length > 0 && ranges.every(holds)) setBit(set, doc)
  }
  return set
}

export function unite(sets: readonly Bitset[], docCount: number): Bitset {
  const all = newBitset(docCount)
  for (const set of sets) orInto(all, set)
  return all
}
