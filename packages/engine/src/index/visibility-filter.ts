/** Who may see what, before any query: publications, markets, catalogs, stock, the collection that is browsed, hidden products. */
import { andInto, type Bitset, clearBit } from '../columns/bitset.ts'
import { findDoc } from '../columns/column-segment.ts'
import { termSet } from '../facets/filter-sets.ts'
import type { SegmentView } from './shop-index.ts'

export interface VisibilityFilter {
  /** All must hold: the product has any of these values in that attribute. */
  terms: readonly { name: string; anyOf: readonly string[] }[]
  /** Products without a variant in stock are not shown. */
  inStockOnly: boolean
  hidden: readonly number[]
  /** Products that appear later are not shown yet. Absent: all are. */
  nowMs?: number
}

export function visibleDocs(view: SegmentView, filter: VisibilityFilter): Bitset {
  const { columns } = view.segment
  const set = view.liveDocs.slice()
  for (const { name, anyOf } of filter.terms) andInto(set, termSetOf(view, name, anyOf))
  if (filter.inStockOnly) andInto(set, columns.variants.someAvailable)
  if (filter.nowMs !== undefined && filter.nowMs < lastAppearanceMs(view)) {
    for (let doc = 0; doc < columns.docCount; doc++) if (columns.visibleFromMs[doc] > filter.nowMs) clearBit(set, doc)
  }
  for (const id of filter.hidden) {
    const doc = findDoc(columns, id)
    if (doc >= 0) clearBit(set, doc)
  }
  return set
}

/** Most shops have nothing to come: one look per segment, not one per query. */
function lastAppearanceMs({ segment, cache }: SegmentView): number {
  cache.lastAppearanceMs ??= segment.columns.visibleFromMs.reduce((latest, moment) => Math.max(latest, moment), 0)
  return cache.lastAppearanceMs
}

function termSetOf({ segment: { columns }, cache }: SegmentView, name: string, anyOf: readonly string[]): Bitset {
  const key = JSON.stringify([name, anyOf])
  const known = cache.termSets.get(key)
  if (known) return known
  const column = columns.terms.get(name)
  const set = column
    ? termSet(column, columns.docCount, { values: anyOf, operator: 'or' })
    : new Uint32Array((columns.docCount + 31) >>> 5)
  cache.termSets.set(key, set)
  return set
}
