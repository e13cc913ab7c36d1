export interface Workload {
  name: string
  path: string
  bodies: object[]
  /** Measures the engine alone too. */
  beside?: 'engine'
  /** Sends one request at a time to a server that may use all cores. */
  alone?: true
}

export interface ShopUnderLoad {
  queries: readonly string[]
  facets: readonly string[]
  productIds: readonly number[]
  /** Many more queries than the server's cache holds. */
  newQueries: readonly string[]
  /** Visitors with a history. */
  visitors: readonly string[]
  /** Queries without a cached vector; empty if products have no vectors. */
  meantQueries: readonly string[]
}

const SEARCH = '/api/storefront/v1/headless/search'
const V3 = '/api/storefront/v3/headless'

export function workloadsOf(shop: ShopUnderLoad): Workload[] {
  const { queries, facets, productIds, visitors, meantQueries } = shop
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
    ...(meantQueries.length > 0 ? [search('search, ids, hybrid', { mode: 'hybrid' })] : []),
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
    ...(meantQueries.length > 0 ? freshHybrid(meantQueries) : []),
  ]
}

/** Each workload gets half of the queries, so that none is sent twice. */
function freshHybrid(queries: readonly string[]): Workload[] {
  const bodies = queries.map((query) => ({ query, view: 'product_ids', pagination: { limit: 20 } }))
  const half = bodies.length >> 1
  return [
    { name: 'hybrid, new queries', path: SEARCH, bodies: bodies.slice(0, half) },
    { name: 'hybrid, new, one at a time', path: SEARCH, bodies: bodies.slice(half), alone: true },
  ]
}
