import type { ColumnSegment } from '../columns/column-segment.ts'
import { countProductsByVariantValue } from './count-by-variant.ts'
import { type FacetField, isVariantField, type Selection } from './facet-field.ts'
import type { FacetRequest } from './facet-request.ts'
import { type FilterSets, otherVariantFilters, passedExcept } from './filter-sets.ts'
import { countOne, countTerms, type ValueCounts } from './value-counts.ts'
import { combinationAt, combinationsOf, variantCodes, type VariantFilter, withoutSoldOut } from './variant-filter.ts'
import type { VariantColumns } from '../columns/variant-columns.ts'

type Counted = Pick<FacetRequest, 'key' | 'field' | 'operator'>

export function docsToCount(
  { key, field, operator }: Counted,
  filters: FilterSets,
  own: Selection | undefined,
): Uint32Array {
  const narrows = own !== undefined && operator === 'and'
  // A product sold out in red may be in stock in blue, so "sold out" is decided per value.
  if (!narrows && field.kind === 'option' && withoutSoldOut(filters.variantFilters)) {
    return passedExcept(filters, own && key, true)
  }
  return own && !narrows ? passedExcept(filters, key) : filters.passedDocs()
}

interface SegmentDocs {
  columns: ColumnSegment
  filters: FilterSets
  docs: Uint32Array
}

export function countSegment(
  into: ValueCounts,
  { field, key }: Counted,
  { columns, filters, docs }: SegmentDocs,
  numbering: Uint32Array | null | undefined,
): void {
  if (numbering === undefined) return
  const others = isVariantField(field) ? otherVariantFilters(filters, key) : []
  const column = others.length === 0 ? docColumn(columns, field) : undefined
  if (field.kind === 'availability') {
    countAvailability(into, { variants: columns.variants, docs, filters: others })
    return
  }
  const codes = variantCodes(columns, field)
  if (column) countTerms(into, docs, column, numbering)
  else if (codes)
    countProductsByVariantValue(into, { variants: columns.variants, docs, codes, filters: others, numbering })
}

export function docColumn(columns: ColumnSegment, field: FacetField) {
  if (field.kind === 'terms') return columns.terms.get(field.name)
  return field.kind === 'option' ? columns.variants.options.get(field.name)?.byDoc : undefined
}

interface AvailabilityCount {
  variants: VariantColumns
  docs: Uint32Array
  filters: readonly VariantFilter[]
}

/**
 * A product is in stock if a variant that passes the other filters is, otherwise out of stock: both counts add up to
 * the products found. If all of several values must be available, a product with some of them in stock counts as
 * neither.
 */
function countAvailability(into: ValueCounts, { variants, docs, filters }: AvailabilityCount): void {
  const needed = combinationsOf(filters)
  for (const doc of docs) {
    const found = new Set<number>()
    const inStock = new Set<number>()
    for (let v = variants.starts[doc]; v < variants.starts[doc + 1]; v++) {
      const combination = combinationAt(filters, v)
      if (combination < 0) continue
      found.add(combination)
      if (variants.available[v] === 1) inStock.add(combination)
    }
    if (inStock.size === needed) countOne(into, 1)
    else if (inStock.size === 0 && found.size === needed) countOne(into, 0)
  }
}
