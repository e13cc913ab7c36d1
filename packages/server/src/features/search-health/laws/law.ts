/** A property that the search of any catalog must have. Cases that no engine can satisfy are left out and counted. */
import type { LawCatalog } from './law-catalog.ts'

export interface Law {
  number: number
  says: string
  /** The law is not tested in a shop that does not provide this. */
  needs?: 'metadata' | 'counts' | 'suggestions'
  cases(catalog: LawCatalog): LawCases
}

export interface LawCases {
  cases: readonly LawCase[]
  sortedOut: number
}

export interface LawCase {
  query: string
  /** Returns undefined if the law holds. */
  fault(shop: ShopUnderTest): Promise<string | undefined>
}

/** Must answer like the shop itself, and always the same for the same request. */
export interface ShopUnderTest {
  search(asked: SearchAsked): Promise<SearchFound>
  count?(query: string): Promise<CountFound>
  suggest?(typed: string): Promise<readonly SuggestionFound[]>
}

export interface SearchAsked {
  query: string
  /** Leaves out results that are only similar in meaning. */
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
  ids: readonly number[]
  total: number
  metadata?: FoundMetadata
}

export interface FoundMetadata {
  understood: readonly FoundReading[]
  relaxed: boolean
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
  /** Number of products by facet key and value. */
  facets: ReadonlyMap<string, ReadonlyMap<string, number>>
}

export interface SuggestionFound {
  text: string
  count: number
}
