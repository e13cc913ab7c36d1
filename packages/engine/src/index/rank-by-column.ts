/** Orders that come from a column: prices, dates, sales, titles, the place in a collection, and relevance without words. */
import { hasBit, listBits } from '../columns/bitset.ts'
import { type ColumnSegment, UNPLACED } from '../columns/column-segment.ts'
import { compareNatural } from '../columns/natural-order.ts'
import { findString, stringAt } from '../columns/string-table.ts'
import { selectTop } from '../facets/select-top.ts'
import { entryOf, highestPopularity, popularityShare, type RankedEntry, type Ranking } from './ranked-entry.ts'
import type { SortKey } from './search-request.ts'

/** The first `limit` docs of the order. Missing numbers come last, equals in the order of product numbers. */
export function rankByColumn(ranking: Ranking, sort: SortKey, limit: number): RankedEntry[] {
  const perView = ranking.docs.map((_, v) => topOfView(ranking, v, sort, limit))
  if (perView.length === 1) return perView[0].map(({ entry }) => entry)
  const compareKeys = sort === 'title_asc' || sort === 'title_desc' ? titleComparer(ranking, sort) : numberComparer
  const merged = perView.flat().sort((a, b) => {
    const stock = ranking.request.outOfStockLast ? Number(b.entry.inStock) - Number(a.entry.inStock) : 0
    return stock || compareKeys(a, b) || a.entry.id - b.entry.id
  })
  return merged.slice(0, limit).map(({ entry }) => entry)
}

interface Keyed {
  entry: RankedEntry
  /** Smaller comes first; comparable within the segment, and across segments except for titles. */
  key: number
}

function topOfView(ranking: Ranking, view: number, sort: SortKey, limit: number): Keyed[] {
  const docs = listBits(ranking.docs[view])
  const keys = sortKeys(ranking, view, sort, docs)
  const { ids, variants } = ranking.index.views[view].segment.columns
  const stockRank = stockRanks(docs, variants.someAvailable, ranking.request.outOfStockLast)
  const top = selectTop(
    docs.map((_, i) => i),
    limit,
    (a, b) => stockRank[a] - stockRank[b] || keys[a] - keys[b] || ids[docs[a]] - ids[docs[b]],
  )
  return top.map((i) => ({ entry: { ...entryOf(ranking, view, docs[i]), score: -keys[i] }, key: keys[i] }))
}

function stockRanks(docs: Uint32Array, available: Uint32Array, outOfStockLast: boolean): Uint8Array {
  const ranks = new Uint8Array(docs.length)
  if (outOfStockLast) for (let i = 0; i < docs.length; i++) ranks[i] = hasBit(available, docs[i]) ? 0 : 1
  return ranks
}

/** Finite, so that two missing numbers are equal and not NaN apart. */
const LAST = Number.MAX_VALUE

function sortKeys(ranking: Ranking, view: number, sort: SortKey, docs: Uint32Array): Float64Array {
  const key = keyReader(ranking, view, sort)
  const keys = new Float64Array(docs.length)
  for (let i = 0; i < docs.length; i++) {
    const value = key(docs[i])
    keys[i] = Number.isNaN(value) ? LAST : value
  }
  return keys
}

function keyReader(ranking: Ranking, view: number, sort: SortKey): (doc: number) => number {
  const { popularity, segment } = ranking.index.views[view]
  const { columns } = segment
  switch (sort) {
    case 'price_asc':
      return (doc) => columns.minPrice[doc]
    case 'price_desc':
      return (doc) => -columns.minPrice[doc]
    case 'newest':
      return (doc) => -columns.createdMs[doc]
    case 'best_selling':
      return (doc) => -popularity[doc]
    case 'discount_desc':
      return (doc) => -columns.discount[doc]
    case 'title_asc':
      return (doc) => columns.titleRank[doc]
    case 'title_desc':
      return (doc) => -columns.titleRank[doc]
    case 'collection_order':
      return ranking.request.collection === undefined
        ? relevanceReader(ranking, view)
        : placeReader(columns, ranking.request.collection)
    case 'relevance':
      return relevanceReader(ranking, view)
  }
}

/** Without words what sells is what matters, moved by the merchant's boosts. */
function relevanceReader(ranking: Ranking, view: number): (doc: number) => number {
  const most = highestPopularity(ranking.index)
  const shown = ranking.index.views[view]
  const factors = ranking.boosts[view]
  return (doc) => -(1 + popularityShare(shown, doc, most)) * (factors ? factors[doc] : 1)
}

function placeReader(columns: ColumnSegment, collection: string): (doc: number) => number {
  const column = columns.terms.get('collection')
  const code = column ? findString(column.values, collection) : -1
  return (doc) => {
    if (!column || code < 0) return LAST
    for (let j = column.starts[doc]; j < column.starts[doc + 1]; j++) {
      if (column.codes[j] === code) return columns.collectionPlaces[j] === UNPLACED ? LAST : columns.collectionPlaces[j]
    }
    return LAST
  }
}

function numberComparer(a: Keyed, b: Keyed): number {
  return a.key - b.key
}

function titleComparer(ranking: Ranking, sort: SortKey): (a: Keyed, b: Keyed) => number {
  const title = ({ entry }: Keyed) => stringAt(ranking.index.views[entry.view].segment.columns.titles, entry.doc)
  return (a, b) => (sort === 'title_asc' ? compareNatural(title(a), title(b)) : compareNatural(title(b), title(a)))
}
