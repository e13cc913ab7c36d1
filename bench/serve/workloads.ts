/** What storefronts ask, as paths and bodies. */

export interface Workload {
  name: string
  path: string
  /** One body per query; asked in turn. */
  bodies: object[]
}

export interface ShopUnderLoad {
  queries: readonly string[]
  /** Facets that the shop counts. */
  facets: readonly string[]
  productIds: readonly number[]
  /** Whether products have vectors, so that hybrid search can be asked for. */
  hasVectors: boolean
}

const SEARCH = '/api/storefront/v1/headless/search'
const V3 = '/api/storefront/v3/headless'

export function workloadsOf({ queries, facets, productIds, hasVectors }: ShopUnderLoad): Workload[] {
  const search = (name: string, more: object): Workload => ({
    name,
    path: SEARCH,
    bodies: queries.map((query) => ({ query, mode: 'text', view: 'product_ids', pagination: { limit: 20 }, ...more })),
  })
  const facetKeys = facets.slice(0, 2).map((key) => ({ key }))
  return [
    search('search, ids', {}),
    search('search, ids, 2 facets', { facets: facetKeys }),
    search('search, 20 full products', { view: 'product_details' }),
    ...(hasVectors ? [search('search, ids, hybrid', { mode: 'hybrid' })] : []),
    {
      name: 'instant-search',
      path: '/api/storefront/v1/headless/instant-search',
      bodies: queries.map((query) => ({ query: query.slice(0, 5) })),
    },
    {
      name: 'filter-aggregations',
      path: '/api/storefront/v1/headless/filter-aggregations',
      bodies: queries.map((query) => ({ query, mode: 'text', facets: facetKeys })),
    },
    {
      name: 'sections, product page',
      path: `${V3}/sections`,
      bodies: productIds.map((id) => ({ page_type: 'product', product_id: id, user_id: `bench-${id}` })),
    },
    {
      name: 'recommendations, ids',
      path: `${V3}/recommendations`,
      bodies: productIds.map((id) => ({
        queries: [{ id: 'q', recommendation_type: 'similar_products', product_ids: [id], view: 'product_ids' }],
      })),
    },
  ]
}
