/**
 * What a request makes the server do, in units of about a tenth of a millisecond of its loop. Told from the route and the shape of
 * the body before any work is done, so that the same request always costs the same.
 */
import {
  automaticRoute,
  filterAggregationsRoute,
  imageSearchRoute,
  instantSearchRoute,
  legacyRecommendationsRoute,
  metricsRoute,
  recommendationsRoute,
  type Route,
  searchRoute,
  sectionsRoute,
  topRoute,
} from '@vitrine/contract'

/** From here on a request waits its turn behind cheaper ones. */
export const DEAR = 4

/** Bytes of a body that cost a unit to read and to keep. */
const BYTES_A_UNIT = 8192
/** Products with all their details, written out for one unit. */
const PRODUCTS_A_UNIT = 10

type Body = Record<string, unknown>

const COSTS = new Map<string, (body: Body) => number>([
  [searchRoute.path, (body) => (body.mode === 'text' ? 5 : 10) + facetCost(body) + productCost(body, pageLimit(body))],
  [imageSearchRoute.path, (body) => 100 + productCost(body, pageLimit(body))],
  [filterAggregationsRoute.path, (body) => 5 + facetCost(body)],
  [instantSearchRoute.path, () => DEAR],
  [topRoute.path, (body) => 5 + facetCost(body) + productCost(body, pageLimit(body))],
  [automaticRoute.path, (body) => 5 + productCost(body, pageLimit(body))],
  [sectionsRoute.path, () => 20],
  [recommendationsRoute.path, queriesCost],
  [legacyRecommendationsRoute.path, queriesCost],
  [metricsRoute.path, () => DEAR],
])

/** What a request to the route costs whatever its body says. */
export function leastCost(route: Route): number {
  return COSTS.get(route.path)?.({ mode: 'text', view: 'product_ids', queries: [] }) ?? 1
}

export function costOf(route: Route, body: unknown, bodyBytes: number): number {
  const read = Math.floor(bodyBytes / BYTES_A_UNIT)
  const isObject = typeof body === 'object' && body !== null
  return read + (COSTS.get(route.path)?.(isObject ? (body as Body) : {}) ?? 1)
}

function queriesCost({ queries }: Body): number {
  if (!Array.isArray(queries)) return 5
  const costs = queries.map((query) => 5 + productCost(query ?? {}, countIn(query?.max_recommendations, 12)))
  return Math.max(
    5,
    costs.reduce((sum, cost) => sum + cost, 0),
  )
}

function facetCost({ facets }: Body): number {
  return Array.isArray(facets) ? facets.length : 0
}

function productCost({ view }: Body, count: number): number {
  return view === 'product_ids' ? 0 : Math.floor(count / PRODUCTS_A_UNIT)
}

function pageLimit({ pagination }: Body): number {
  return countIn((pagination as Body | undefined)?.limit, 20)
}

function countIn(value: unknown, fallback: number): number {
  return typeof value === 'number' && value > 0 ? value : fallback
}
