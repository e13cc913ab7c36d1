/** Requests that storefronts send, as paths and bodies. */

export interface Workload {
  name: string
  path: string
  /** One body per query; asked in turn. */
  bodies: object[]
  /** Measures the search of the engine alone beside it. */
  beside?: 'engine'
  /** Asked one after the other, on every core there is: what a shopper waits for on a server with nothing else to do. */
  alone?: true
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
  /** Queries whose vectors nobody made before; none where products have no vectors. */
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

/** Half of the queries each: what was asked at once is not asked again alone. */
function freshHybrid(queries: readonly string[]): Workload[] {
  const bodies = queries.map((query) => ({ query, view: 'product_ids', pagination: { limit: 20 } }))
  const half = bodies.length >> 1
  return [
    { name: 'hybrid, new queries', path: SEARCH, bodies: bodies.slice(0, half) },
    { name: 'hybrid, new, one at a time', path: SEARCH, bodies: bodies.slice(half), alone: true },
  ]
}
