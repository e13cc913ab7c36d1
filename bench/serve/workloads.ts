/** What storefronts ask, as paths and bodies. */

export interface Workload {
  name: string
  path: string
  /** One body per query; asked in turn. */
  bodies: object[]
  /** Whether the search of the engine alone is measured beside it. */
  beside?: 'engine'
}

export interface ShopUnderLoad {
  queries: readonly string[]
  /** Facets that the shop counts. */
  facets: readonly string[]
  productIds: readonly number[]
  /** Many more than the server keeps: each is asked as if for the first time. */
  newQueries: readonly string[]
  /** Who has been in the shop before. */
  visitors: readonly string[]
  /** Whether products have vectors, so that hybrid search can be asked for. */
  hasVectors: boolean
}

const SEARCH = '/api/storefront/v1/headless/search'
const V3 = '/api/storefront/v3/headless'

export function workloadsOf(shop: ShopUnderLoad): Workload[] {
  const { queries, facets, productIds, visitors, hasVectors } = shop
  const idsFor = (query: string) => ({ query, mode: 'text', view: 'product_ids', pagination: { limit: 20 } })
  const search = (name: string, more: object): Workload => ({
    name,
    path: SEARCH,
    bodies: queries.map((query) => ({ ...idsFor(query), ...more })),
  })
  const facetKeys = facets.slice(0, 2).map((key) => ({ key }))
  return [
    { ...search('search, ids', {}), beside: 'engine' },
    { name: 'search, ids, new queries', path: SEARCH, bodies: shop.newQueries.map(idsFor), beside: 'engine' },
    ...(visitors.length > 0
      ? [
          {
            name: 'search, ids, known visitors',
            path: SEARCH,
            bodies: queries.flatMap((query) => visitors.map((visitor_id) => ({ ...idsFor(query), visitor_id }))),
          },
        ]
      : []),
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
