import {
  type Search,
  type SearchAnswer,
  type Source,
  type Visit,
  VISIT_STEPS,
} from '../../ports/derived-store/derived-facts.ts'
import type { StoredServe } from '../../ports/derived-store/derived-records.ts'
import type { ShopEvent } from '../../ports/event-log/shop-event.ts'
import { normalizeQuery } from '../platform/normalize-query.ts'

const STEP_OF_ACTION: Partial<Record<ShopEvent['action'], number>> = {
  product_view: VISIT_STEPS.productView,
  search: VISIT_STEPS.search,
  surface_click: VISIT_STEPS.click,
  cart_add: VISIT_STEPS.cartAdd,
  surface_cart_add: VISIT_STEPS.cartAdd,
  checkout: VISIT_STEPS.checkout,
  order: VISIT_STEPS.order,
}

/** Without consent an event has no id. */
function visitorOf({ visitorId, clientId, sessionId }: ShopEvent): string | undefined {
  return visitorId ?? clientId ?? sessionId
}

/** `place` is in the format of `placeText`. */
export function deriveVisit(event: ShopEvent, place = ''): Visit[] {
  const visitor = visitorOf(event)
  // Events without a session come from the shop's own systems and are not visits.
  if (visitor === undefined || event.sessionId === undefined) return []
  // The path is a key of the reports; its beginning is enough to distinguish pages.
  const path = (event.path ?? '').slice(0, 300)
  return [
    {
      visitor,
      firstAtMs: event.atMs,
      lastAtMs: event.atMs,
      path,
      device: event.device,
      placedAtMs: place === '' ? 0 : event.atMs,
      place,
      steps: VISIT_STEPS.visit | (STEP_OF_ACTION[event.action] ?? 0),
      pages: path === '' ? [] : [path],
    },
  ]
}

/** Type-ahead is no search: half-typed words are not queries. */
export function deriveSearch(
  event: ShopEvent,
  { source, serve }: { source: Source | undefined; serve: StoredServe | undefined },
): Search[] {
  const query = normalizeQuery(serve?.query ?? event.query ?? '')
  const isSearch = event.action === 'search' || (source?.surface === 'search' && ON_SEARCH.has(event.action))
  if (!isSearch || query === '') return []
  // A click belongs to the search that showed the product, however much later it comes.
  const atMs = serve?.atMs ?? event.atMs
  const answer = answerOf(event, serve)
  return [
    {
      visitor: visitorOf(event) ?? `event:${event.id}`,
      query,
      firstAtMs: atMs,
      lastAtMs: atMs,
      answeredAtMs: answer === '' ? 0 : atMs,
      answer,
      clicks: clicksOf(event, source),
    },
  ]
}

const ON_SEARCH: ReadonlySet<string> = new Set(['surface_render', 'surface_click', 'surface_cart_add'])

function clicksOf(event: ShopEvent, source: Source | undefined): Search['clicks'] {
  const productId = event.lines[0]?.productId
  if (event.action !== 'surface_click' || productId === undefined || source === undefined) return []
  const { query: _query, serve: _serve, ...shown } = source
  const teaches = event.teaches === false ? { teaches: false as const } : {}
  return [{ productId, atMs: event.atMs, eventId: event.id, ...teaches, source: shown }]
}

function answerOf(event: ShopEvent, serve: StoredServe | undefined): SearchAnswer {
  if (serve?.total !== undefined) return serve.total === 0 ? 'empty' : serve.isApproximate ? 'approximate' : 'found'
  if (event.action !== 'surface_render') return ''
  return event.lines.length === 0 && !event.track?.filters?.length ? 'empty' : 'found'
}
