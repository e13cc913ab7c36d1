import type { VariantColumns } from '../columns/variant-columns.ts'
import { countOne, type ValueCounts } from './value-counts.ts'
import { combinationAt, combinationsOf, type VariantFilter } from './variant-filter.ts'

export interface AvailabilityCount {
  variants: VariantColumns
  docs: Uint32Array
  /** Filters of the other facets. */
  filters: readonly VariantFilter[]
}

/**
 * A product is in stock when a variant that passes the other filters is, and out of stock when none of those is: the two add up
 * to what is found. (With several values picked that must all be there, what has only some of them in stock is neither.)
 */
export function countAvailability(into: ValueCounts, { variants, docs, filters }: AvailabilityCount): void {
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
