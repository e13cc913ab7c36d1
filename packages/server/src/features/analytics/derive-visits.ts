import {
  SEARCH_FLAGS,
  type SearchFact,
  SESSION_STEPS,
  type SessionFact,
  type Source,
} from '../../ports/derived-store/derived-facts.ts'
import type { StoredServe } from '../../ports/derived-store/derived-store.ts'
import type { ShopEvent } from '../../ports/event-log/shop-event.ts'
import { normalizeQuery } from '../platform/normalize-query.ts'

const STEP_OF_ACTION: Partial<Record<ShopEvent['action'], number>> = {
  product_view: SESSION_STEPS.productView,
  search: SESSION_STEPS.search,
  surface_click: SESSION_STEPS.click,
  cart_add: SESSION_STEPS.cartAdd,
  surface_cart_add: SESSION_STEPS.cartAdd,
  checkout: SESSION_STEPS.checkout,
  order: SESSION_STEPS.order,
}

/** `place`: where the event happened, as segments.ts writes it. */
export function deriveSession(event: ShopEvent, place?: string): SessionFact | undefined {
  if (event.sessionId === undefined) return undefined
  // A path is a key of the reports: its beginning is enough to tell pages apart.
  const path = (event.path ?? '').slice(0, 300)
  return {
    session: event.sessionId,
    firstAtMs: event.atMs,
    path,
    device: event.device,
    ...(place !== undefined && { placedAtMs: event.atMs, place }),
    steps: SESSION_STEPS.visit | (STEP_OF_ACTION[event.action] ?? 0),
    pages: path === '' ? [] : [path],
  }
}

/** What an event says about a query. Type-ahead is left out until something is clicked: half-typed words are not queries. */
export function deriveSearch(
  event: ShopEvent,
  { source, serve, day }: { source: Source | undefined; serve: StoredServe | undefined; day: number },
): SearchFact[] {
  const flags = searchFlags(event, source, serve)
  const query = normalizeQuery(serve?.query ?? event.query ?? '')
  if (flags === 0 || query === '') return []
  // Without consent there is no visit to count by; the event stands for one.
  return [{ day, session: event.sessionId ?? `event:${event.id}`, query, flags }]
}

function searchFlags(event: ShopEvent, source: Source | undefined, serve: StoredServe | undefined): number {
  const { searched, clicked, cartAdded, empty } = SEARCH_FLAGS
  if (event.action === 'search') return searched
  if (source?.surface !== 'search' && source?.surface !== 'instant_search') return 0
  if (event.action === 'surface_click') return searched | clicked
  if (event.action === 'surface_cart_add') return searched | cartAdded
  if (event.action !== 'surface_render' || source.surface === 'instant_search') return 0
  const nothing =
    serve?.total !== undefined ? serve.total === 0 : event.lines.length === 0 && !event.track?.filters?.length
  return nothing ? searched | empty : searched
}
