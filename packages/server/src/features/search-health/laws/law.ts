/**
 * A law is a property that the search of any catalog must have, checked on the catalog's own products. Cases that no
 * engine can satisfy are left out and counted.
 */
import type { LawCatalog } from './law-catalog.ts'

export interface Law {
  number: number
  says: string
  /** The data that the shop must provide besides lists of hits; a shop without it is not tested on this law. */
  needs?: 'metadata' | 'counts' | 'suggestions'
  cases(catalog: LawCatalog): LawCases
}

export interface LawCases {
  cases: readonly LawCase[]
  sortedOut: number
}

export interface LawCase {
  query: string
  /** Returns how the shop breaks the law in this case; undefined if the law holds. */
  fault(shop: ShopUnderTest): Promise<string | undefined>
}

/** A shop that answers as it would answer a shopper. The same request gets the same answer. */
export interface ShopUnderTest {
  search(asked: SearchAsked): Promise<SearchFound>
  count?(query: string): Promise<CountFound>
  suggest?(typed: string): Promise<readonly SuggestionFound[]>
}

export interface SearchAsked {
  query: string
  /** Leaves out results that are only near in meaning. */
  wordsOnly?: boolean
  page?: number
  limit?: number
  sort?: 'relevance' | 'price_asc'
  facets?: readonly string[]
  selections?: readonly FacetSelection[]
}

export interface FacetSelection {
  key: string
  value: readonly string[]
}

export interface SearchFound {
  /** Products of the page, best first. */
  ids: readonly number[]
  total: number
  metadata?: FoundMetadata
}

export interface FoundMetadata {
  understood: readonly FoundReading[]
  relaxed: boolean
  /** Words of the query that were ignored, as typed. */
  dropped?: readonly string[]
  extendedByMeaning: number
}

export interface FoundReading {
  kind: string
  text: string
  label: string
  filter: FacetSelection | null
  held?: 'filter' | 'preference' | 'dropped'
}

export interface CountFound {
  total: number
  /** Number of products, by facet key and value. */
  facets: ReadonlyMap<string, ReadonlyMap<string, number>>
}

export interface SuggestionFound {
  text: string
  count: number
}
