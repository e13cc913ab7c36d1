import type { Source, Subject } from '../../ports/derived-store/derived-facts.ts'
import type { Place, PlaceAsk, ShownAsk, StoredServe } from '../../ports/derived-store/derived-records.ts'
import type { ShopEvent, Surface } from '../../ports/event-log/shop-event.ts'
import { normalizeQuery } from '../platform/normalize-query.ts'

export interface KnownServes {
  byId: ReadonlyMap<string, readonly StoredServe[]>
  /** Serves found by shopper and product, for events without a serve id. */
  byEvent: ReadonlyMap<string, StoredServe>
  /** Time of the oldest stored serve; Infinity if there is none. */
  keptFromMs: number
  isServedElsewhere: boolean
  /** Market and locale of the shopper's answers, keyed by event, for events without a serve id. */
  places: ReadonlyMap<string, Place>
}

/** Returns the ids of serves that the event names, the most specific one first. */
export function serveIdsOf(event: ShopEvent): string[] {
  const { sectionServeId, serveId, requestId } = event.track ?? {}
  return [sectionServeId, serveId, requestId].filter((id) => id !== undefined)
}

export function findServe(event: ShopEvent, serves: KnownServes): StoredServe | undefined {
  for (const id of serveIdsOf(event)) {
    const found = serves.byId.get(id)
    if (found) return pickServe(event, found)
  }
  return serves.byEvent.get(event.id)
}

/** Also true for an event from before the oldest stored serve, and for a search if other nodes answer searches. */
export function isServed(event: ShopEvent, serve: StoredServe | undefined, known: KnownServes): boolean {
  if (serve !== undefined || serveIdsOf(event).length === 0 || reportedAtMs(event) < known.keptFromMs) return true
  return known.isServedElsewhere && isSearch(event.track?.surface)
}

export function isSearch(surface: Surface | undefined): boolean {
  return surface !== undefined && SEARCH_SIDE.has(surface)
}

/** An unsigned event may claim any time, so the time of its arrival counts. */
function reportedAtMs({ trust, atMs, receivedAtMs }: ShopEvent): number {
  return trust === 'keyed' || trust === 'keyless' ? receivedAtMs : atMs
}

const SEARCH_SIDE: ReadonlySet<Surface> = new Set(['search', 'instant_search', 'image_search'])

/** Prefers the serve of the named section, then one that showed the product, then the first. */
function pickServe(event: ShopEvent, serves: readonly StoredServe[]): StoredServe | undefined {
  const product = event.lines[0]?.productId
  return (
    serves.find((serve) => serve.section !== undefined && serve.section === event.track?.section) ??
    serves.find((serve) => serve.products.some((shown) => shown.productId === product)) ??
    serves[0]
  )
}

export function sourceOf(event: ShopEvent, serve: StoredServe | undefined): Source | undefined {
  const { track } = event
  // Bundles and checkout blocks use recommendation answers, so the event's own surface is more accurate.
  const own = track?.surface === 'bundle' || track?.surface === 'checkout'
  const surface = own ? track?.surface : (serve?.surface ?? track?.surface)
  if (surface === undefined) return undefined
  const product = event.lines[0]?.productId
  const shown = serve?.products.find((one) => one.productId === product)
  const query = serve?.query ?? event.query
  return {
    surface,
    section: serve?.section ?? track?.section,
    recommendationType: serve?.recommendationType,
    variant: serve?.experience ? `${serve.experience.id}/${serve.experience.variant}` : undefined,
    query: query === undefined ? undefined : normalizeQuery(query),
    position: shown?.position,
    step: shown?.step,
    serve: serve?.sectionServeId ?? serve?.serveId ?? serve?.requestId,
  }
}

const DAY_MS = 86_400_000
/** Events without a serve id refer to something shown at most this long before. */
const SHOWN_WITHIN_MS = DAY_MS

export function placeOf(event: ShopEvent, serve: StoredServe | undefined, { places }: KnownServes): Place | undefined {
  if (serve?.market !== undefined || serve?.locale !== undefined) return serve
  return places.get(event.id)
}

/** Asks for market and locale of other serves to the same shopper, because the event's own serve has none. */
export function placeAsk(event: ShopEvent, subjects: readonly Subject[]): PlaceAsk | undefined {
  if (subjects.length === 0) return undefined
  return { subjects, fromMs: event.atMs - SHOWN_WITHIN_MS, toMs: event.atMs + FIRST_ANSWER_MS }
}

const FIRST_ANSWER_MS = 60_000

export function shownAsk(event: ShopEvent, subjects: readonly Subject[]): ShownAsk | undefined {
  const surface = event.track?.surface
  if (surface === undefined || subjects.length === 0 || event.lines.length === 0 || serveIdsOf(event).length > 0)
    return undefined
  return {
    surface,
    subjects: [...subjects],
    productIds: event.lines.map((line) => line.productId),
    fromMs: event.atMs - SHOWN_WITHIN_MS,
    // Clocks of browsers and servers differ slightly.
    toMs: event.atMs + 60_000,
  }
}
