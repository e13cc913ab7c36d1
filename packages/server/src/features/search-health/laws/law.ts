/**
 * A law holds for the search of any catalog, with nobody to judge: its cases are made of the catalog's own products. Cases that no engine
 * can satisfy are sorted out before anything is asked, and counted.
 */
import type { LawCatalog } from './law-catalog.ts'

export interface Law {
  number: number
  says: string
  /** Answers that the shop has to give beside lists of hits; a shop without them is not held to the law. */
  needs?: 'metadata' | 'counts' | 'suggestions'
  cases(catalog: LawCatalog): LawCases
}

export interface LawCases {
  cases: readonly LawCase[]
  sortedOut: number
}

export interface LawCase {
  query: string
  /** Says in words what is wrong; undefined if the law holds. */
  fault(shop: AskedShop): Promise<string | undefined>
}

/** A shop that answers as it answers a shopper. The same question gets the same answer. */
export interface AskedShop {
  search(asked: SearchAsked): Promise<SearchFound>
  count?(query: string): Promise<CountFound>
  suggest?(typed: string): Promise<readonly SuggestionFound[]>
}

export interface SearchAsked {
  query: string
  /** Leave out what only meaning brings. */
  wordsOnly?: boolean
  page?: number
  limit?: number
  sort?: 'relevance' | 'price_asc'
  /** Keys of facets to count as well. */
  facets?: readonly string[]
  /** Facet selections. */
  selections?: readonly FacetSelection[]
}

export interface FacetSelection {
  key: string
  value: readonly string[]
}

export interface SearchFound {
  /** Product ids of the page, best first. */
  ids: readonly number[]
  total: number
  metadata?: FoundMetadata
}

export interface FoundMetadata {
  understood: readonly FoundReading[]
  relaxed: boolean
  /** Parts of the query that were left out, as typed. */
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
  /** Facet key → value → products. */
  facets: ReadonlyMap<string, ReadonlyMap<string, number>>
}

export interface SuggestionFound {
  text: string
  count: number
}
