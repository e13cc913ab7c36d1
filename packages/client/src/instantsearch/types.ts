/** The part of the InstantSearch protocol that its widgets use. */
import type { Product } from '../types.ts'

export interface InstantSearchRequest {
  indexName: string
  query?: string
  params?: {
    query?: string
    page?: number
    hitsPerPage?: number
    facets?: readonly string[] | string
    maxValuesPerFacet?: number
    /** The widgets put these tags around words, and turn them into `<mark>` after escaping the text. */
    highlightPreTag?: string
    highlightPostTag?: string
    facetFilters?: FacetFilters
    numericFilters?: FacetFilters
  }
}

/** Outer list: all must hold; an inner list: any of its entries. */
export type FacetFilters = string | readonly (string | readonly string[])[]

/** A found product with all its fields; `matchedVariantId` names the variant to show. */
export type InstantSearchHit = Product & {
  objectID: string
  /** Read by the Highlight widgets. */
  _highlightResult: { title: Highlighted; vendor: Highlighted; productType: Highlighted }
}

export interface Highlighted {
  /** The text with the words of the query between the request's tags. Without tags it is HTML: escaped, with the words in `<mark>`. */
  value: string
  matchLevel: 'none' | 'partial'
  matchedWords: string[]
}

export interface InstantSearchResult {
  index: string
  query: string
  params: string
  hits: InstantSearchHit[]
  nbHits: number
  page: number
  nbPages: number
  hitsPerPage: number
  processingTimeMS: number
  exhaustiveNbHits: boolean
  exhaustiveFacetsCount: boolean
  facets: Record<string, Record<string, number>>
  facets_stats: Record<string, { min: number; max: number; avg: number; sum: number }>
  queryID?: string
  userData?: object[]
}
