/** Counts facets: the products found if a value were the only selection ("or") or one more ("and"). */
import { type Bitset, listBits } from '../columns/bitset.ts'
import type { ColumnSegment } from '../columns/column-segment.ts'
import type { PriceConversion } from '../columns/price-conversion.ts'
import { foldingOf } from '../columns/value-key.ts'
import { OPTION_FOLDING } from '../columns/variant-columns.ts'
import { arrangeBuckets } from './arrange-buckets.ts'
import { countRange } from './count-range.ts'
import { countProductsByVariantValue } from './count-by-variant.ts'
import { countSegment, docColumn, docsToCount } from './count-segment.ts'
import { type FacetField, IN_STOCK, type NumberRange, OUT_OF_STOCK, type Selection } from './facet-field.ts'
import type { FacetRequest, FacetResult } from './facet-request.ts'
import type { FilterSets } from './filter-sets.ts'
import { type CountsPool, countTerms } from './value-counts.ts'
import type { Memo } from '../text/memo.ts'
import { uniteColumns, type ValueUnion } from './value-union.ts'
import { variantCodes } from './variant-filter.ts'

export interface FacetCount {
  filters: readonly FilterSets[]
  selections: readonly Selection[]
  prices: PriceConversion
  /** Docs that the shopper may see, by segment. Their values may be shown with a count of 0. */
  visible: readonly Bitset[]
  /** May be cached as long as the segments stay the same. */
  unionOf: (field: FacetField) => ValueUnion
  pool: CountsPool
  /** Used if the request names no price ranges. May be cached. */
  priceRanges: () => readonly NumberRange[]
}

export function countFacets(requests: readonly FacetRequest[], count: FacetCount): FacetResult[] {
  return requests.map((request) => countFacet(request, count))
}

function countFacet(request: FacetRequest, counting: FacetCount): FacetResult {
  const selection = counting.selections.find(({ key }) => key === request.key)
  const setOf = (filters: FilterSets) => {
    return { columns: filters.columns, filters, docs: docsToCount(request, filters, selection) }
  }
  if (request.field.kind === 'number') return countRange(request, request.field, counting.filters.map(setOf), counting)
  const union = counting.unionOf(request.field)
  return counting.pool.withCounts(union.size, (counted) => {
    counting.filters.forEach((filters, s) => {
      countSegment(counted, request, setOf(filters), union.numbering[s])
    })
    const zeros = request.includeZeroCounts ? existingValues(request.field, union, counting) : []
    return arrangeBuckets({ request, union, counted, selected: selection?.values ?? [], zeros })
  })
}

/** Returns the values of all products that the shopper may see, regardless of the query. */
function existingValues(field: FacetField, union: ValueUnion, { filters, visible, pool }: FacetCount): number[] {
  return pool.withCounts(union.size, (counted) => {
    filters.forEach(({ columns }, s) => {
      const numbering = union.numbering[s]
      if (numbering === undefined) return
      const docs = listBits(visible[s])
      const column = docColumn(columns, field)
      const codes = variantCodes(columns, field)
      if (column) countTerms(counted, docs, column, numbering)
      else if (codes)
        countProductsByVariantValue(counted, { variants: columns.variants, docs, codes, filters: [], numbering })
    })
    return Array.from(counted.touched.subarray(0, counted.touchedCount))
  })
}

/** The value numbers of availability are the bytes in which it is stored. */
export function unionFor(field: FacetField, segments: readonly UnitedColumns[]): ValueUnion {
  if (field.kind === 'availability') return availabilityUnion(segments.length)
  return uniteColumns(
    segments.map(({ columns, liveDocs, memo }) => {
      const column = docColumn(columns, field)
      return column && { column, liveDocs, memo, key: `${field.kind} ${field.name}` }
    }),
    field.kind === 'terms' ? foldingOf(field.name) : OPTION_FOLDING,
  )
}

export interface UnitedColumns {
  columns: ColumnSegment
  liveDocs: Bitset
  memo: Memo
}

function availabilityUnion(segmentCount: number): ValueUnion {
  const values = [OUT_OF_STOCK, IN_STOCK]
  return {
    size: 2,
    baseSize: 2,
    numbering: new Array<null>(segmentCount).fill(null),
    valueAt: (number) => values[number],
    find: (value) => values.indexOf(value),
    compare: (a, b) => b - a,
    folding: 'exact',
  }
}
