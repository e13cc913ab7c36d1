/** Sorts by columns: price, date, sales, title, position in a collection, or relevance without words. */
import { type Bitset, countBits, hasBit, listBits } from '../columns/bitset.ts'
import { type ColumnSegment, UNPLACED } from '../columns/column-segment.ts'
import { orderByNumber, type OrderWalk, walkOrder } from '../columns/doc-order.ts'
import { compareNatural } from '../columns/natural-order.ts'
import { findString } from '../columns/string-table.ts'
import { selectTop } from '../columns/select-top.ts'
import type { BoostedDocs } from './boosts.ts'
import type { SearchRequest, SortKey } from './search-request.ts'
import type { SegmentView, ShopIndex } from './shop-index.ts'
import { shownTitles, type TitleOrder } from './shown-titles.ts'
import type { Features } from '../rank/features.ts'
import type { RuleValues } from '../rank/rules.ts'

export interface RankingContext {
  index: ShopIndex
  docs: readonly Bitset[]
  boosts: readonly BoostedDocs[]
  request: Pick<SearchRequest, 'outOfStockLast' | 'collection' | 'titleFields'>
}

/** Docs without a value come last; product ids break ties. */
export function rankByColumn(ranking: RankingContext, sort: SortKey, limit: number): Entry[] {
  const perView = ranking.docs.map((_, v) => topOfView(ranking, v, sort, limit))
  if (perView.length === 1) return perView[0].map(({ entry }) => entry)
  const compareKeys = isByTitle(sort) ? titleComparer(ranking, sort) : numberComparer
  const merged = perView.flat().sort((a, b) => {
    const stock = ranking.request.outOfStockLast ? Number(b.entry.inStock) - Number(a.entry.inStock) : 0
    return stock || compareKeys(a, b) || a.entry.id - b.entry.id
  })
  return merged.slice(0, limit).map(({ entry }) => entry)
}

interface Keyed {
  entry: Entry
  /** Smaller ranks first. Comparable across segments, except for titles. */
  key: number
}

function topOfView(ranking: RankingContext, view: number, sort: SortKey, limit: number): Keyed[] {
  const { key, walk } = orderOf(ranking, view, sort)
  const found = countBits(ranking.docs[view])
  // Walking costs limit / share of docs that pass; sorting costs as much as there are docs that pass.
  const top =
    walk && found * found > limit * ranking.docs[view].length * 32
      ? readOff(ranking, view, walk, limit)
      : sortOut(ranking, view, key, limit)
  // The key of a title is its rank in the segment, which is meaningless as a score.
  const scoreOf = isByTitle(sort) ? () => 0 : (doc: number) => -key(doc)
  return top.map((doc) => ({
    entry: { ...entryOf(ranking, { view, doc }), score: scoreOf(doc) },
    key: finite(key(doc)),
  }))
}

function isByTitle(sort: SortKey): boolean {
  return sort === 'title_asc' || sort === 'title_desc'
}

function readOff(ranking: RankingContext, view: number, walk: OrderWalk, limit: number): number[] {
  const passed = ranking.docs[view]
  const available = ranking.index.views[view].segment.columns.variants.someAvailable
  const { outOfStockLast } = ranking.request
  const top: number[] = []
  walkOrder(walk, (doc) => {
    if (hasBit(passed, doc) && (!outOfStockLast || hasBit(available, doc))) top.push(doc)
    return top.length < limit
  })
  if (!outOfStockLast || top.length >= limit) return top
  walkOrder(walk, (doc) => {
    if (hasBit(passed, doc) && !hasBit(available, doc)) top.push(doc)
    return top.length < limit
  })
  return top
}

function sortOut(ranking: RankingContext, view: number, key: (doc: number) => number, limit: number): number[] {
  const docs = listBits(ranking.docs[view])
  const keys = Float64Array.from(docs, (doc) => finite(key(doc)))
  const { ids, variants } = ranking.index.views[view].segment.columns
  const stockRank = stockRanks(docs, variants.someAvailable, ranking.request.outOfStockLast)
  const places = docs.map((_, i) => i)
  const compare = (a: number, b: number) =>
    stockRank[a] - stockRank[b] || keys[a] - keys[b] || ids[docs[a]] - ids[docs[b]]
  return selectTop(places, limit, compare).map((i) => docs[i])
}

interface ColumnOrder {
  /** Smaller ranks first. */
  key: (doc: number) => number
  /** The precomputed order, if the sort order does not depend on the request. */
  walk?: OrderWalk
}

function orderOf(ranking: RankingContext, view: number, sort: SortKey): ColumnOrder {
  const shown = ranking.index.views[view]
  const { columns } = shown.segment
  const { orders, minPrice, createdMs, discount } = columns
  switch (sort) {
    case 'price_asc':
    case 'price_desc':
      return ready({ order: orders.price, keys: minPrice, descending: sort === 'price_desc' })
    case 'newest':
      return ready({ order: orders.created, keys: createdMs, descending: true })
    case 'discount_desc':
      return ready({ order: orders.discount, keys: discount, descending: true })
    case 'title_asc':
    case 'title_desc': {
      const { order, rank } = titlesOf(ranking, view)
      return ready({ order, keys: rank, descending: sort === 'title_desc' })
    }
    case 'best_selling':
      return ready(salesOrder(shown))
    case 'collection_order':
      if (ranking.request.collection === undefined) return { key: relevanceReader(ranking, view) }
      return { key: placeReader(columns, ranking.request.collection) }
    case 'relevance':
      return {
        key: relevanceReader(ranking, view),
        ...(ranking.boosts.length > 0 ? {} : { walk: salesOrder(shown) }),
      }
  }
}

function ready(walk: OrderWalk): ColumnOrder {
  const { keys, descending } = walk
  return { walk, key: descending ? (doc) => -keys[doc] : (doc) => keys[doc] }
}

/** Sorted lazily, and again when sales figures change. */
function salesOrder({ popularity, segment, salesMemo }: SegmentView): OrderWalk {
  const order = salesMemo.of('order', () => orderByNumber(popularity, segment.columns.ids))
  return { order, keys: popularity, descending: true }
}

/** Without words, relevance is one plus the share of popularity, times the boosts. */
function relevanceReader(ranking: RankingContext, view: number): (doc: number) => number {
  const shares = popularityShares(ranking.index, ranking.index.views[view])
  const factors = ranking.boosts[view]?.factors
  return (doc) => -(1 + shares[doc]) * (factors ? factors[doc] : 1)
}

function stockRanks(docs: Uint32Array, available: Uint32Array, outOfStockLast: boolean): Uint8Array {
  const ranks = new Uint8Array(docs.length)
  if (outOfStockLast) for (let i = 0; i < docs.length; i++) ranks[i] = hasBit(available, docs[i]) ? 0 : 1
  return ranks
}

/** Finite, because Infinity - Infinity is NaN in a comparison. */
const LAST = Number.MAX_VALUE

function finite(key: number): number {
  return Number.isNaN(key) ? LAST : key
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

function titleComparer(ranking: RankingContext, sort: SortKey): (a: Keyed, b: Keyed) => number {
  const title = ({ entry }: Keyed) => titlesOf(ranking, entry.view).titleOf(entry.doc)
  return (a, b) => (sort === 'title_asc' ? compareNatural(title(a), title(b)) : compareNatural(title(b), title(a)))
}

function titlesOf({ index, request }: RankingContext, view: number): TitleOrder {
  const { segment, memo } = index.views[view]
  return shownTitles(segment.columns, memo, request.titleFields ?? [])
}

export interface DocPlace {
  view: number
  doc: number
}

export interface Entry extends DocPlace {
  id: number
  inStock: boolean
  score: number
  values?: RuleValues
  features?: Features
  learned?: Readonly<Record<string, number>> | undefined
  pinRule?: string
}

export function entryOf({ index }: { index: ShopIndex }, { view, doc }: DocPlace): Entry {
  const { columns } = index.views[view].segment
  return { view, doc, id: columns.ids[doc], inStock: hasBit(columns.variants.someAvailable, doc), score: 0 }
}

/** Returns 0 to 1 (the best seller) on a logarithmic scale: one best seller must not flatten all others. */
export function popularityShares(index: ShopIndex, { popularity, salesMemo }: SegmentView): Float32Array {
  const max = index.views.reduce((highest, view) => Math.max(highest, highestPopularity(view)), 0)
  const scale = max > 0 ? 1 / Math.log1p(max) : 0
  return salesMemo.of('shares', () => popularity.map((sold) => Math.log1p(Math.max(0, sold)) * scale), max)
}

function highestPopularity({ popularity, salesMemo }: SegmentView): number {
  return salesMemo.of('highest', () => popularity.reduce((max, sold) => Math.max(max, sold), 0))
}
