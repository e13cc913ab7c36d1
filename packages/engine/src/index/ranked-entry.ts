import type { Bitset } from '../columns/bitset.ts'
import { hasBit } from '../columns/bitset.ts'
import type { FilterSets } from '../facets/filter-sets.ts'
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
  personal?: number
  pinRule?: string
}

/** What ranking works on. */
export interface Ranking {
  index: ShopIndex
  request: SearchRequest
  filters: readonly FilterSets[]
  /** Per segment: docs that pass everything and are not pinned. */
  docs: readonly Bitset[]
  /** Per segment: the merchant's factors; empty without any. */
  boosts: readonly Float32Array[]
}

export function entryOf(ranking: Ranking, view: number, doc: number): RankedEntry {
  const { segment } = ranking.index.views[view]
  const inStock = hasBit(segment.columns.variants.someAvailable, doc)
  return { view, doc, id: segment.columns.ids[doc], inStock, score: 0 }
}

/** 0 to 1 against the shop's best seller; on a logarithm, so that one best seller does not flatten the rest. */
export function popularityShare(view: SegmentView, doc: number, most: number): number {
  return most > 0 ? Math.log1p(Math.max(0, view.popularity[doc])) / Math.log1p(most) : 0
}

const mostPopular = new WeakMap<ShopIndex, number>()

export function highestPopularity(index: ShopIndex): number {
  const known = mostPopular.get(index)
  if (known !== undefined) return known
  let most = 0
  for (const { popularity } of index.views) for (const value of popularity) if (value > most) most = value
  mostPopular.set(index, most)
  return most
}
