/** The part of the InstantSearch protocol that its widgets use. */
export interface InstantSearchRequest {
  indexName: string
  query?: string
  params?: {
    query?: string
    page?: number
    hitsPerPage?: number
    facets?: readonly string[] | string
    maxValuesPerFacet?: number
    facetFilters?: FacetFilters
    numericFilters?: FacetFilters
  }
}

/** Outer list: all must hold; an inner list: any of it. */
export type FacetFilters = string | readonly (string | readonly string[])[]

export interface InstantSearchResult {
  index: string
  query: string
  params: string
  hits: object[]
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
