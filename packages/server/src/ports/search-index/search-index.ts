import type {
  CatalogSurvey,
  ParseRequest,
  Query,
  SearchRequest,
  SearchResult,
  VocabularySettings,
} from '@vitrine/engine'
import type { OnUnindexed } from './live-index.ts'
import type { Shop, ShopId } from '../record-store/record-store.ts'

/** Source of an index when its shop was loaded: this node's own file, one that another node published, or the products themselves. */
export type LoadSource = 'file' | 'published' | 'built'

export interface ParseQueryRequest extends ParseRequest {
  /** ISO code of the currency in which the shopper sees prices. */
  currency?: VocabularySettings['currency']
}

/**
 * Finds products. It follows the record store by itself: what is committed there can be found within a second, and a
 * search sees all of a write or none of it. Everything in it can be rebuilt from the record store.
 */
export interface SearchIndex {
  /** Resolves when the shop can be searched; the first call loads it. `search` does this by itself. */
  open(shop: Shop): Promise<void>
  search(shop: Shop, request: SearchRequest): Promise<SearchResult>
  /** Parses a query with the shop's own words and values; the result is passed to `search`. */
  parse(shop: Shop, request: ParseQueryRequest): Promise<Query>
  /** Number of products that can be found. */
  productCount(shop: Shop): Promise<number>
  /** Resolves when every product change up to `seq` of the shop's change feed can be found. */
  waitFor(shop: Shop, seq: number): Promise<void>
  /** Call it when more colors of the shop's pictures may be known; they can be found within seconds. */
  picturesChanged(shop: ShopId): void
  /** Changes whenever results may change: a cache key for what callers derive from results. */
  generation(shop: Shop): Promise<string>
  /** Summarizes the contents of the catalog as of now, from a bounded number of products. */
  survey(shop: Shop): Promise<CatalogSurvey>
  /** Sets sales figures by product, replacing all earlier ones. They are kept until the shop is unloaded. */
  setPopularity(shop: Shop, popularity: ReadonlyMap<number, number>): Promise<void>
  /** `read` is called for sales figures whenever a shop is loaded, before its first answer. */
  popularityFrom(read: (shop: Shop) => Promise<ReadonlyMap<number, number>>): void
  /** `tell` is called with products that cannot be indexed and are left out. */
  unindexedTo(tell: OnUnindexed): void
  /** Shops that are in memory now; `load` changes if one was unloaded and loaded again. */
  loaded(): readonly { id: ShopId; load: number }[]
  /** How many shops were loaded since the start, by source. */
  loadCounts(): Readonly<Record<LoadSource, number>>
  /** Unloads the shop; it is loaded again at its next use. */
  release(shop: ShopId): Promise<void>
  /** Removes everything that is stored of a shop, in memory and on disk. */
  forget(shop: ShopId): Promise<void>
  close(): Promise<void>
}
