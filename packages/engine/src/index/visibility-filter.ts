/** Who may see what, before any query: publications, markets, catalogs, stock, the collection that is browsed, hidden products. */
import { andInto, type Bitset, clearBit } from '../columns/bitset.ts'
import { type ColumnSegment, findDoc } from '../columns/column-segment.ts'
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

/** The sets of a segment for the filters last used. Shops have few publications and markets, but many collections. */
const keptSets = new WeakMap<ColumnSegment, Map<string, Bitset>>()
const MOST_KEPT = 64

export function visibleDocs(view: SegmentView, filter: VisibilityFilter): Bitset {
  const { columns } = view.segment
  const set = view.liveDocs.slice()
  for (const { name, anyOf } of filter.terms) andInto(set, keptTermSet(columns, name, anyOf))
  if (filter.inStockOnly) andInto(set, columns.variants.someAvailable)
  if (filter.nowMs !== undefined && filter.nowMs < lastAppearance(columns)) {
    for (let doc = 0; doc < columns.docCount; doc++) if (columns.visibleFromMs[doc] > filter.nowMs) clearBit(set, doc)
  }
  for (const id of filter.hidden) {
    const doc = findDoc(columns, id)
    if (doc >= 0) clearBit(set, doc)
  }
  return set
}

const lastAppearances = new WeakMap<ColumnSegment, number>()

/** Most shops have nothing to come: one look per segment, not one per query. */
function lastAppearance(columns: ColumnSegment): number {
  const known = lastAppearances.get(columns)
  if (known !== undefined) return known
  const last = columns.visibleFromMs.reduce((latest, moment) => Math.max(latest, moment), 0)
  lastAppearances.set(columns, last)
  return last
}

function keptTermSet(columns: ColumnSegment, name: string, anyOf: readonly string[]): Bitset {
  const kept = keptSets.get(columns) ?? new Map<string, Bitset>()
  keptSets.set(columns, kept)
  const key = JSON.stringify([name, anyOf])
  const known = kept.get(key)
  if (known) return known
  const column = columns.terms.get(name)
  const set = column
    ? termSet(column, columns.docCount, { values: anyOf, operator: 'or' })
    : new Uint32Array((columns.docCount + 31) >>> 5)
  if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value!)
  kept.set(key, set)
  return set
}
