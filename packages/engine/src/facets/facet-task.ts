/** Counting the facets of one segment as a task for a thread: by the segment's own codes, which the caller adds up. */
import type { Bitset } from '../columns/bitset.ts'
import type { ColumnSegment } from '../columns/column-segment.ts'
import { tableSize } from '../columns/string-table.ts'
import { countSegment, docColumn, docsToCount } from './count-segment.ts'
import type { FacetRequest } from './facet-request.ts'
import { compileFilters, type FilterInput, type FilterSets } from './filter-sets.ts'
import { CountsPool } from './value-counts.ts'

export interface FacetTask {
  readonly kind: 'facets'
  readonly input: FilterInput
  readonly passed: Bitset
  /** Facets of terms, options and availability. */
  readonly facets: readonly Pick<FacetRequest, 'key' | 'field' | 'operator'>[]
}

/** The values that were met, and in how many products. */
export interface CodeCounts {
  readonly codes: Uint32Array
  readonly counts: Uint32Array
}

/** In the order of the facets asked for. */
export function doFacetTask(columns: ColumnSegment, task: FacetTask): CodeCounts[] {
  return countCodes(compileFilters(columns, task.input, task.passed), task)
}

export function countCodes(filters: FilterSets, { facets, input }: FacetTask): CodeCounts[] {
  const pool = new CountsPool()
  return facets.map((request) => {
    const { field } = request
    const { columns } = filters
    const column = docColumn(columns, field)
    const selection = input.selections.find(({ key }) => key === request.key)
    const docs = docsToCount(request, filters, selection)
    return pool.withCounts(column ? tableSize(column.values) : AVAILABILITIES, (counted) => {
      countSegment(counted, request, { columns, filters, docs }, null)
      const codes = counted.touched.slice(0, counted.touchedCount)
      return { codes, counts: codes.map((code) => counted.counts[code]) }
    })
  })
}

const AVAILABILITIES = 2

/** Which docs of a segment pass the selections, as a task. */
export interface FilterTask {
  readonly kind: 'filters'
  readonly input: FilterInput
}

export function doFilterTask(columns: ColumnSegment, { input }: FilterTask): Bitset {
  return compileFilters(columns, input).passed
}
