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
 * Finds products. Follows the record store by itself: what is committed there can be found within a second, and a search sees
 * all of a write or none of it. Everything in it can be built again from the record store.
 */
export interface SearchIndex {
  /** Resolves when the shop can be searched; the first call loads it. `search` does this by itself. */
  open(shop: Shop): Promise<void>
  search(shop: Shop, request: SearchRequest): Promise<SearchResult>
  /** A query as the shop's own words and values read it: what `search` is asked with. */
  parse(shop: Shop, request: ParseQueryRequest): Promise<Query>
  /** Products that can be found. */
  productCount(shop: Shop): Promise<number>
  /** Resolves when every product change up to `seq` of the shop's change feed can be found. */
  waitFor(shop: Shop, seq: number): Promise<void>
  /** More may be known of the colors in the shop's pictures: what is can be found within seconds. */
  picturesChanged(shop: ShopId): void
  /** Changes whenever an answer might: the key of what callers derive from answers and keep. */
  generation(shop: Shop): Promise<string>
  /** Surveys what the catalog is made of, as of now. Looks at a bounded number of products. */
  survey(shop: Shop): Promise<CatalogSurvey>
  /** Sets what sells, by product; replaces all earlier figures. Held until the shop leaves memory. */
  setPopularity(shop: Shop, popularity: ReadonlyMap<number, number>): Promise<void>
  /** Asked for what sells whenever a shop is loaded, before it answers. */
  popularityFrom(read: (shop: Shop) => Promise<ReadonlyMap<number, number>>): void
  /** Tells of products that cannot be indexed, and are left out. */
  unindexedTo(tell: OnUnindexed): void
  /** Shops that are in memory now; `load` changes when one left and came back. */
  loaded(): readonly { id: ShopId; load: number }[]
  /** How many shops were loaded since the start, by source. */
  loadCounts(): Readonly<Record<LoadSource, number>>
  /** Lets the shop leave memory; it is loaded again when it is asked for. */
  release(shop: ShopId): Promise<void>
  /** Drops all that is kept of a shop, in memory and on disk. */
  forget(shop: ShopId): Promise<void>
  close(): Promise<void>
}
