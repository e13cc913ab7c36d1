/** A search client for InstantSearch UIs: converts their requests to Vitrine's, and answers back. */
import type { Client } from '../client.ts'
import { readFacetFilters, readNumericFilters } from './filters.ts'
import { toHits, toResult } from './results.ts'
import type { InstantSearchRequest, InstantSearchResult } from './types.ts'

export { type InsightsClient, insightsClient } from './insights.ts'
export type { InstantSearchHit } from './types.ts'

export interface AdapterOptions {
  /** Returns the sort order of an index or replica name. Default: its suffix, as in `products_price_asc`. */
  sortOf?: (indexName: string) => string | undefined
  /** Facets with numeric ranges. Default: `price` and `rating`. */
  rangeFacets?: readonly string[]
  /** Additional fields of every search: locale, market, currency, visitorId, … */
  common?: () => object
}

/** Loosely typed, so that every version of InstantSearch accepts this. Hits are `InstantSearchHit`. */
export interface InstantSearchClient {
  // biome-ignore lint/suspicious/noExplicitAny: see above
  search(requests: any): Promise<any>
  // biome-ignore lint/suspicious/noExplicitAny: see above
  searchForFacetValues(requests: any): Promise<any>
}

interface FacetValuesRequest {
  indexName: string
  params: { facetName: string; facetQuery?: string; maxFacetHits?: number } & InstantSearchRequest['params']
}

const SORTS = ['price_asc', 'price_desc', 'newest', 'best_selling', 'title_asc', 'title_desc', 'discount_desc'] as const
const DEFAULT_HITS = 20

export function instantSearchClient(client: Client, options: AdapterOptions = {}): InstantSearchClient {
  const sortOf = options.sortOf ?? ((name: string) => SORTS.find((sort) => name.endsWith(`_${sort}`)))
  const ranges = new Set(options.rangeFacets ?? ['price', 'rating'])

  const ask = async (request: InstantSearchRequest) => {
    const { params = {} } = request
    const limit = params.hitsPerPage ?? DEFAULT_HITS
    const answer = await client.search({
      query: params.query ?? request.query ?? '',
      appliedFilters: [...readFacetFilters(params.facetFilters), ...readNumericFilters(params.numericFilters)],
      facets: facetKeys(params.facets).map((key) => ({ key })),
      options: { limit: params.maxValuesPerFacet ?? 20 },
      highlight: true,
      // InstantSearch requests zero hits if it only needs counts; Vitrine's minimum is one.
      pagination: { page: (params.page ?? 0) + 1, limit: Math.max(1, Math.min(limit, 100)) },
      ...(sortOf(request.indexName) ? { sortBy: sortOf(request.indexName) as never } : {}),
      ...options.common?.(),
    })
    return toResult(request, answer, ranges)
  }

  return {
    search: async (requests: readonly InstantSearchRequest[]) => ({ results: await askOnce(requests, ask) }),
    searchForFacetValues: (requests: readonly FacetValuesRequest[]) =>
      Promise.all(
        requests.map(async ({ params }) => {
          const answer = await client.filterAggregations({
            query: params.query ?? '',
            appliedFilters: [...readFacetFilters(params.facetFilters), ...readNumericFilters(params.numericFilters)],
            facets: [{ key: params.facetName }],
            options: { limit: 1000 },
            ...options.common?.(),
          })
          return {
            facetHits: toHits(answer.aggregations[params.facetName], params),
          }
        }),
      ),
  }
}

/** InstantSearch counts a selected facet by a second request without the selection, which Vitrine does not need. */
function askOnce(
  requests: readonly InstantSearchRequest[],
  ask: (request: InstantSearchRequest) => Promise<InstantSearchResult>,
): Promise<InstantSearchResult[]> {
  const asked: { request: InstantSearchRequest; result: Promise<InstantSearchResult> }[] = []
  const results = requests.map(async (request) => {
    const main = asked.find((one) => isCountOf(request, one.request))
    if (main) return countsOnly(request, await main.result)
    const result = ask(request)
    asked.push({ request, result })
    return result
  })
  return Promise.all(results)
}

function isCountOf({ indexName, params = {} }: InstantSearchRequest, main: InstantSearchRequest): boolean {
  const facets = facetKeys(params.facets)
  const known = facetKeys(main.params?.facets)
  const sameQuery = (params.query ?? '') === (main.params?.query ?? '')
  const isSameSearch = indexName === main.indexName && sameQuery
  return params.hitsPerPage === 0 && isSameSearch && facets.length > 0 && facets.every((key) => known.includes(key))
}

function countsOnly(request: InstantSearchRequest, result: InstantSearchResult): InstantSearchResult {
  const keys = facetKeys(request.params?.facets)
  const only = <T>(record: Record<string, T>) =>
    Object.fromEntries(Object.entries(record).filter(([key]) => keys.includes(key)))
  return { ...result, hits: [], hitsPerPage: 0, facets: only(result.facets), facets_stats: only(result.facets_stats) }
}

function facetKeys(facets: readonly string[] | string | undefined): string[] {
  const list = facets === undefined ? [] : typeof facets === 'string' ? [facets] : [...facets]
  return list.filter((key) => key !== '*')
}
