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

/** Where a shop's index came from: this node's file, one that another node published, or a build from the products. */
export type LoadSource = 'file' | 'published' | 'built'

export interface ParseQueryRequest extends ParseRequest {
  currency?: VocabularySettings['currency']
}

/** Finds products. Commits to the record store are found within a second. A search sees all of a write or nothing. */
export interface SearchIndex {
  /** Resolves when the shop can be searched; the first call loads it. `search` also loads it. */
  open(shop: Shop): Promise<void>
  search(shop: Shop, request: SearchRequest): Promise<SearchResult>
  /** Parses a query with the shop's own words and values, for `search`. */
  parse(shop: Shop, request: ParseQueryRequest): Promise<Query>
  /** Returns the shop's product types and the words of its titles, the commonest first. */
  namingTerms(shop: Shop): Promise<readonly string[]>
  productCount(shop: Shop): Promise<number>
  /** Resolves when every product change up to `seq` of the shop's change feed can be found. */
  waitFor(shop: Shop, seq: number): Promise<void>
  /** Call this when new picture colors may be known. Searches use them within seconds. */
  picturesChanged(shop: ShopId): void
  /** Returns a cache key for data derived from results. It changes whenever results may change. */
  generation(shop: Shop): Promise<string>
  /** Summarizes the catalog from a bounded number of products. */
  survey(shop: Shop): Promise<CatalogSurvey>
  /** Sets sales figures by product, replacing all earlier ones. They are kept until the shop is unloaded. */
  setPopularity(shop: Shop, popularity: ReadonlyMap<number, number>): Promise<void>
  /** Sets the source of sales figures: `read` is called whenever a shop is loaded, before its first answer. */
  popularityFrom(read: (shop: Shop) => Promise<ReadonlyMap<number, number>>): void
  /** Sets the listener for products that cannot be indexed. */
  unindexedTo(tell: OnUnindexed): void
  /** Tries to index such products of the shop again. Resolves when the listener has received the outcome. */
  retryUnindexed(shop: Shop): Promise<void>
  /** Returns the shops in memory. `load` changes when a shop is unloaded and loaded again. */
  loaded(): readonly { id: ShopId; load: number }[]
  /** Counts, by source, how often shops were loaded since the start of the process. */
  loadCounts(): Readonly<Record<LoadSource, number>>
  /** Unloads the shop, which is loaded again at its next use. */
  release(shop: ShopId): Promise<void>
  /** Removes all data of the shop, in memory and on disk. */
  forget(shop: ShopId): Promise<void>
  close(): Promise<void>
}
