import type { Bitset } from '../columns/bitset.ts'
import { hasBit } from '../columns/bitset.ts'
import type { BoostedDocs } from './boosts.ts'
import type { FilterSets } from '../facets/filter-sets.ts'
import type { FoundSet } from './found-set.ts'
import type { PreparedQuery } from './prepare-query.ts'
import type { ProductKind } from './product-kind.ts'
import type { SearchRequest } from './search-request.ts'
import type { SegmentView, ShopIndex } from './shop-index.ts'

/** A doc on its way to its place in the answer. */
export interface RankedEntry {
  view: number
  doc: number
  id: number
  inStock: boolean
  /** What orders it; larger is better. */
  score: number
  text?: number
  matchClass?: number
  semantic?: number
  preference?: number
  personal?: number
  /** Of the kind that the query means, and not merely with its words. */
  isMeant?: boolean
  /** One of `COLOR_RANK` where a color was typed. */
  colorRank?: number
  pinRule?: string
}

/** What ranking works on. */
export interface RankingContext {
  found: FoundSet
  query: PreparedQuery
  index: ShopIndex
  request: SearchRequest
  filters: readonly FilterSets[]
  /** Per segment: docs that pass everything and are not pinned. */
  docs: readonly Bitset[]
  /** Whether that is all that passes: nothing is pinned. */
  isWhole: boolean
  /** Per segment: what the merchant lifts and lowers; empty where nothing is. */
  boosts: readonly BoostedDocs[]
  /** Share of the similarity in the mixed score. */
  semanticWeight: number
  /** Some of what was found lacks words of the query, because too little had all. */
  isRelaxed: boolean
  /** Per segment and doc: how near it comes to the colors that were typed; undefined where none was. */
  colorRanks: readonly Uint8Array[] | undefined
  /** The product types that the query means. */
  kind: ProductKind | undefined
}

export function entryOf(ranking: Pick<RankingContext, 'index'>, view: number, doc: number): RankedEntry {
  const { segment } = ranking.index.views[view]
  const inStock = hasBit(segment.columns.variants.someAvailable, doc)
  return { view, doc, id: segment.columns.ids[doc], inStock, score: 0 }
}

/** By doc, 0 to 1 against the shop's best seller; on a logarithm, so that one best seller does not flatten the rest. */
export function popularityShares(index: ShopIndex, { popularity, salesCache }: SegmentView): Float32Array {
  const most = index.views.reduce((highest, view) => Math.max(highest, highestPopularity(view)), 0)
  if (salesCache.shares?.most === most) return salesCache.shares.shares
  const scale = most > 0 ? 1 / Math.log1p(most) : 0
  const shares = popularity.map((sold) => Math.log1p(Math.max(0, sold)) * scale)
  salesCache.shares = { most, shares }
  return shares
}

function highestPopularity({ popularity, salesCache }: SegmentView): number {
  salesCache.highest ??= popularity.reduce((most, sold) => Math.max(most, sold), 0)
  return salesCache.highest
}
