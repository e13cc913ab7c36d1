/** Estimates the cost of a request from route and body. A unit is about 0.1 milliseconds of the event loop. */
import {
  automaticRoute,
  filterAggregationsRoute,
  imageSearchRoute,
  instantSearchRoute,
  legacyRecommendationsRoute,
  mcpRoute,
  metricsRoute,
  productsRoute,
  publicMcpRoute,
  recommendationsRoute,
  type Route,
  searchRoute,
  sectionsRoute,
  topRoute,
  ucpLookupRoute,
  ucpMcpRoute,
  ucpProductRoute,
  ucpSearchRoute,
} from '@vitrine/contract'
import type { WorkKind } from '../features/work-ledger.ts'

/** A request of at least `SEARCH_COST` waits for a slot; one of `EXPENSIVE_COST` or more counts as expensive. */
const SEARCH_COST = 4
const EXPENSIVE_COST = 40

const BYTES_A_UNIT = 2048

type Body = Record<string, unknown>

/** Each detailed product adds one unit. */
const COSTS = new Map<string, (body: Body) => number>([
  [searchRoute.path, (body) => (body.mode === 'text' ? 10 : 30) + facetCost(body) + productCost(body, pageLimit(body))],
  [imageSearchRoute.path, (body) => 10 + productCost(body, pageLimit(body))],
  [filterAggregationsRoute.path, (body) => 10 + facetCost(body)],
  [instantSearchRoute.path, () => 10],
  [productsRoute.path, (body) => 2 + productCost(body, namesIn(body))],
  [topRoute.path, (body) => 10 + facetCost(body) + productCost(body, pageLimit(body))],
  [automaticRoute.path, (body) => 10 + productCost(body, pageLimit(body))],
  [sectionsRoute.path, () => 50],
  [recommendationsRoute.path, queriesCost],
  [legacyRecommendationsRoute.path, queriesCost],
  [metricsRoute.path, () => 20],
  [mcpRoute.path, toolCost],
  [publicMcpRoute.path, toolCost],
])

const MIN_BODY = { mode: 'text', view: 'product_ids', queries: [] }

export function minCost(route: Route): number {
  return costOf(route, MIN_BODY)
}

/** If the queue of this kind is full, a request is refused before its body is read. */
export function cheapestKind(route: Route): WorkKind {
  if (route.path === imageSearchRoute.path) return 'pictures'
  return kindOf(route, MIN_BODY) ?? 'expensive-search'
}

/** Does not include the cost of reading the body (`readingCost`). */
export function costOf(route: Route, body: unknown): number {
  const isObject = typeof body === 'object' && body !== null
  return COSTS.get(route.path)?.(isObject ? (body as Body) : {}) ?? 1
}

/** Returns undefined if the handler itself takes slots. */
export function kindOf(route: Route, body: unknown): WorkKind | undefined {
  if (ADMITTED_BY_HANDLER.has(route.path)) return undefined
  const isByMeaning = route.path === searchRoute.path && (body as Body | null)?.mode !== 'text'
  return isByMeaning ? 'expensive-search' : kindOfCost(costOf(route, body))
}

/** The cost is known later: a picture's after reading its header, an agent's after fetching its profile. */
const UCP_ROUTES = [ucpSearchRoute, ucpLookupRoute, ucpProductRoute, ucpMcpRoute]
const ADMITTED_BY_HANDLER = new Set([imageSearchRoute, ...UCP_ROUTES].map(({ path }) => path))

export function kindOfCost(cost: number): WorkKind {
  if (cost < SEARCH_COST) return 'light'
  return cost < EXPENSIVE_COST ? 'search' : 'expensive-search'
}

export function readingCost(bytes: number): number {
  return Math.floor(bytes / BYTES_A_UNIT)
}

function queriesCost({ queries }: Body): number {
  if (!Array.isArray(queries)) return 10
  const costs = queries.map((query) => 10 + productCost(query ?? {}, countIn(query?.max_recommendations, 12)))
  return Math.max(
    10,
    costs.reduce((sum, cost) => sum + cost, 0),
  )
}

/** Tool calls search or recommend; other messages are cheap. */
function toolCost({ method }: Body): number {
  return method === 'tools/call' ? 40 : 4
}

function facetCost({ facets }: Body): number {
  return Array.isArray(facets) ? 4 * facets.length : 0
}

function productCost({ view }: Body, count: number): number {
  return view === 'product_ids' ? 0 : count
}

function namesIn({ ids, handles, skus }: Body): number {
  return [ids, handles, skus].reduce<number>((sum, list) => sum + (Array.isArray(list) ? list.length : 0), 0)
}

function pageLimit({ pagination }: Body): number {
  return countIn((pagination as Body | undefined)?.limit, 20)
}

function countIn(value: unknown, fallback: number): number {
  return typeof value === 'number' && value > 0 ? value : fallback
}
