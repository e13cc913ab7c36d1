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
    /** Widgets request these tags around words, and turn them into `<mark>` after escaping. */
    highlightPreTag?: string
    highlightPostTag?: string
    facetFilters?: FacetFilters
    numericFilters?: FacetFilters
  }
}

/** Outer list: all must hold. Inner list: any entry. */
export type FacetFilters = string | readonly (string | readonly string[])[]

/** A product with all its fields. `matchedVariantId` names the variant to show. */
export type InstantSearchHit = Product & {
  objectID: string
  _highlightResult: { title: Highlighted; vendor: Highlighted; productType: Highlighted }
}

export interface Highlighted {
  /** The text with the query's words in the requested tags. Without tags it is escaped HTML with `<mark>`. */
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
