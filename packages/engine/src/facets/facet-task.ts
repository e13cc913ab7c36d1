/** Counting the facets of one segment as a task for a thread: by the segment's own codes, which the caller adds up. */
import type { Bitset } from '../columns/bitset.ts'
import type { ColumnSegment } from '../columns/column-segment.ts'
import type { PriceConversion } from '../columns/price-conversion.ts'
import { tableSize } from '../columns/string-table.ts'
import { countSegment, docColumn, docsToCount } from './count-segment.ts'
import type { Selection } from './facet-field.ts'
import type { FacetRequest } from './facet-request.ts'
import { compileFilters, type FilterSets, type UnderstoodDocs } from './filter-sets.ts'
import { CountsPool } from './value-counts.ts'

export interface FacetTask {
  readonly kind: 'facets'
  readonly candidates: Bitset
  readonly understood: UnderstoodDocs | undefined
  readonly selections: readonly Selection[]
  readonly prices: PriceConversion
  /** Of terms, options and availability. */
  readonly facets: readonly Pick<FacetRequest, 'key' | 'field' | 'operator'>[]
}

/** The values that were met, and in how many products. */
export interface CodeCounts {
  readonly codes: Uint32Array
  readonly counts: Uint32Array
}

/** In the order of the facets asked for. */
export function doFacetTask(columns: ColumnSegment, task: FacetTask): CodeCounts[] {
  const { candidates, selections, prices, understood } = task
  return countCodes(compileFilters(columns, candidates, selections, prices, understood), task)
}

export function countCodes(filters: FilterSets, { facets, selections }: FacetTask): CodeCounts[] {
  const pool = new CountsPool()
  return facets.map((request) => {
    const { field } = request
    const { columns } = filters
    const column = docColumn(columns, field)
    const selection = selections.find(({ key }) => key === request.key)
    const docs = docsToCount(request, filters, selection)
    return pool.withCounts(column ? tableSize(column.values) : AVAILABILITIES, (counted) => {
      countSegment(counted, request, { columns, filters, docs }, null)
      const codes = counted.touched.slice(0, counted.touchedCount)
      return { codes, counts: codes.map((code) => counted.counts[code]) }
    })
  })
}

const AVAILABILITIES = 2
