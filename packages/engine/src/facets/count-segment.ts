/** One segment's part of counting a facet. */
import type { ColumnSegment } from '../columns/column-segment.ts'
import { countAvailability } from './count-availability.ts'
import { countProductsByVariantValue } from './count-by-variant.ts'
import { type FacetField, isVariantField, type Selection } from './facet-field.ts'
import type { FacetRequest } from './facet-request.ts'
import { type FilterSets, otherVariantFilters, passedExcept } from './filter-sets.ts'
import { countTerms, type ValueCounts } from './value-counts.ts'
import { variantCodes, withoutSoldOut } from './variant-filter.ts'

type Counted = Pick<FacetRequest, 'key' | 'field' | 'operator'>

export function docsToCount(
  { key, field, operator }: Counted,
  filters: FilterSets,
  own: Selection | undefined,
): Uint32Array {
  const narrows = own !== undefined && operator === 'and'
  // "Sold out in red" says nothing about blue: whether a value is sold out is seen value by value.
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
