/** Decides which products may be seen before any query, by market, stock, collection and hiding rules. */
import { andInto, type Bitset, clearBit, newBitset } from '../columns/bitset.ts'
import { type ColumnSegment, findDoc } from '../columns/column-segment.ts'
import { termSet } from '../facets/filter-sets.ts'
import { targetedDocs } from './boosts.ts'
import type { BoostTarget } from './search-request.ts'
import type { SegmentView, ShopIndex } from './shop-index.ts'

export interface VisibilityFilter {
  /** Every condition must hold: the product has one of the attribute's values. */
  terms: readonly { name: string; anyOf: readonly string[] }[]
  inStockOnly: boolean
  hidden: readonly number[]
  /** Hides products that match any of these targets. */
  hiddenTargets?: readonly BoostTarget[]
  /** Hides products that become visible after this time. If absent, none are hidden. */
  nowMs?: number
}

/** By segment. Results are shared through the snapshot's cache, so callers must copy a set to change it. */
export function visibleTo({ views, memo }: ShopIndex, filter: VisibilityFilter): readonly Bitset[] {
  const { terms, inStockOnly, hidden, hiddenTargets = [], nowMs = Number.POSITIVE_INFINITY } = filter
  const isLasting = hidden.length + hiddenTargets.length === 0 && views.every((view) => nowMs >= lastAppearanceMs(view))
  const find = () => views.map((view) => visibleDocs(view, filter))
  return isLasting ? memo.of(JSON.stringify(['visible', terms, inStockOnly]), find) : find()
}

export function visibleDocs(view: SegmentView, filter: VisibilityFilter): Bitset {
  const { columns } = view.segment
  const set = view.liveDocs.slice()
  for (const { name, anyOf } of filter.terms) andInto(set, termSetOf(view, name, anyOf))
  if (filter.inStockOnly) andInto(set, columns.variants.someAvailable)
  if (filter.nowMs !== undefined && filter.nowMs < lastAppearanceMs(view)) {
    for (let doc = 0; doc < columns.docCount; doc++) if (columns.visibleFromMs[doc] > filter.nowMs) clearBit(set, doc)
  }
  clearHidden(set, columns, filter)
  return set
}

function clearHidden(set: Bitset, columns: ColumnSegment, { hidden, hiddenTargets = [] }: VisibilityFilter): void {
  for (const id of hidden) {
    const doc = findDoc(columns, id)
    if (doc >= 0) clearBit(set, doc)
  }
  for (const target of hiddenTargets) {
    for (const doc of targetedDocs(columns, target)) clearBit(set, doc)
  }
}

/** From this time on, all products are visible, so queries need not check single docs. */
export function lastAppearanceMs({ segment, memo }: SegmentView): number {
  return memo.of('last appearance', () =>
    segment.columns.visibleFromMs.reduce((latest, moment) => Math.max(latest, moment), 0),
  )
}

function termSetOf({ segment: { columns }, memo }: SegmentView, name: string, anyOf: readonly string[]): Bitset {
  const column = columns.terms.get(name)
  if (!column) return newBitset(columns.docCount)
  return memo.of(JSON.stringify(['term set', name, anyOf]), () =>
    termSet(column, columns.docCount, { values: anyOf, operator: 'or' }),
  )
}
