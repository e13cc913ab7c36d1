/** A search client for InstantSearch UIs: their requests in, our search, their responses out. */
import type { Client } from '../client.ts'
import { readFacetFilters, readNumericFilters } from './filters.ts'
import { toHits, toResult } from './results.ts'
import type { InstantSearchRequest, InstantSearchResult } from './types.ts'

export interface AdapterOptions {
  /** Sort order of an index or replica name. Default: the name's ending, `products_price_asc`. */
  sortOf?: (indexName: string) => string | undefined
  /** Which facets are ranges (numbers); default `price` and `rating`. */
  rangeFacets?: readonly string[]
  /** Further fields of every search: locale, market, currency, visitorId, … */
  common?: () => object
}

export interface InstantSearchClient {
  search(requests: readonly InstantSearchRequest[]): Promise<{ results: InstantSearchResult[] }>
  searchForFacetValues(
    requests: readonly {
      indexName: string
      params: { facetName: string; facetQuery?: string; maxFacetHits?: number } & InstantSearchRequest['params']
    }[],
  ): Promise<{ facetHits: { value: string; highlighted: string; count: number }[] }[]>
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
      // InstantSearch asks for hitsPerPage 0 when it only wants counts.
      pagination: { page: (params.page ?? 0) + 1, limit: Math.max(1, Math.min(limit, 100)) },
      ...(sortOf(request.indexName) ? { sortBy: sortOf(request.indexName) as never } : {}),
      ...options.common?.(),
    })
    return toResult(request, answer, ranges)
  }

  return {
    search: async (requests) => ({ results: await Promise.all(requests.map(ask)) }),
    searchForFacetValues: (requests) =>
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
            facetHits: toHits(
              answer.aggregations[params.facetName],
              params.facetQuery ?? '',
              params.maxFacetHits ?? 10,
            ),
          }
        }),
      ),
  }
}

function facetKeys(facets: readonly string[] | string | undefined): string[] {
  const list = facets === undefined ? [] : typeof facets === 'string' ? [facets] : [...facets]
  return list.filter((key) => key !== '*')
}
