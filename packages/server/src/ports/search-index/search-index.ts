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

/** This node's file, one that another node published, or a build from the products. */
export type LoadSource = 'file' | 'published' | 'built'

export interface ParseQueryRequest extends ParseRequest {
  currency?: VocabularySettings['currency']
}

/** Commits to the record store are found within a second. A search sees all of a write or nothing. */
export interface SearchIndex {
  /** Resolves when the shop can be searched. The first call loads it; `search` does so, too. */
  open(shop: Shop): Promise<void>
  search(shop: Shop, request: SearchRequest): Promise<SearchResult>
  /** Uses the shop's own words and values. */
  parse(shop: Shop, request: ParseQueryRequest): Promise<Query>
  /** Returns product types and words of titles, most common first. */
  namingTerms(shop: Shop): Promise<readonly string[]>
  productCount(shop: Shop): Promise<number>
  /** Resolves when all product changes up to `seq` can be found. */
  waitFor(shop: Shop, seq: number): Promise<void>
  /** Must be called when new picture colors may be known. Searches use them within seconds. */
  picturesChanged(shop: ShopId): void
  /** A cache key for data derived from results. It changes whenever results may change. */
  generation(shop: Shop): Promise<string>
  /** Summarizes the catalog from a bounded number of products. */
  survey(shop: Shop): Promise<CatalogSurvey>
  /** Replaces all earlier sales figures. They are kept until the shop is unloaded. */
  setPopularity(shop: Shop, popularity: ReadonlyMap<number, number>): Promise<void>
  /** `read` is called whenever a shop is loaded, before its first answer. */
  popularityFrom(read: (shop: Shop) => Promise<ReadonlyMap<number, number>>): void
  unindexedTo(tell: OnUnindexed): void
  /** Resolves when the listener has received the outcome. */
  retryUnindexed(shop: Shop): Promise<void>
  /** `load` changes when a shop is unloaded and loaded again. */
  loaded(): readonly { id: ShopId; load: number }[]
  /** Counts since the start of the process. */
  loadCounts(): Readonly<Record<LoadSource, number>>
  /** The shop is loaded again on its next use. */
  release(shop: ShopId): Promise<void>
  /** Removes the shop's data in memory and on disk. */
  forget(shop: ShopId): Promise<void>
  close(): Promise<void>
}
