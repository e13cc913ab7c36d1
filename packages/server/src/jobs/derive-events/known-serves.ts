import type { AttributionWindows, Place, StoredServe } from '../../ports/derived-store/derived-records.ts'
import type { DerivedStore } from '../../ports/derived-store/derived-store.ts'
import type { FollowedEvent, ShopEvent } from '../../ports/event-log/shop-event.ts'
import type { ShopId } from '../../ports/record-store/record-store.ts'
import { type KnownServes, placeAsk, serveIdsOf, shownAsk } from '../../features/attribution/find-source.ts'
import { subjectsOfIdentity } from '../../features/identity/subjects.ts'

export type ServeReads = Pick<DerivedStore, 'findServes' | 'servesShown' | 'servesKeptFrom' | 'placesServed'>

export async function knownServes(
  store: ServeReads,
  shop: ShopId,
  events: readonly FollowedEvent[],
  { hasPlaces = false, isServedElsewhere = false }: Partial<AttributionWindows> = {},
): Promise<KnownServes> {
  const tracked = events.map(({ event }) => event).filter((event) => event.track !== undefined && !event.bot)
  const ids = new Set(tracked.flatMap(serveIdsOf))
  const asks = tracked.flatMap((event) => {
    const ask = shownAsk(event, subjectsOfIdentity(event))
    return ask ? [{ event, ask }] : []
  })
  const byId = ids.size === 0 ? new Map() : await store.findServes(shop, [...ids])
  const shown =
    asks.length === 0
      ? []
      : await store.servesShown(
          shop,
          asks.map(({ ask }) => ask),
        )
  const byEvent = new Map<string, StoredServe>()
  asks.forEach(({ event }, i) => {
    const serve = shown[i]
    if (serve) byEvent.set(event.id, serve)
  })
  const isOneMissing = byId.size < ids.size
  const keptFromMs = isOneMissing ? await store.servesKeptFrom(shop) : Number.POSITIVE_INFINITY
  const placeless = events.map(({ event }) => event).filter((event) => !event.bot && serveIdsOf(event).length === 0)
  const places: KnownServes['places'] = hasPlaces ? await findPlaces(store, shop, placeless) : new Map()
  return { byId, byEvent, keptFromMs, places, isServedElsewhere }
}

async function findPlaces(store: ServeReads, shop: ShopId, events: readonly ShopEvent[]): Promise<Map<string, Place>> {
  const asks = events.flatMap((event) => {
    const ask = placeAsk(event, subjectsOfIdentity(event))
    return ask ? [{ id: event.id, ask }] : []
  })
  if (asks.length === 0) return new Map()
  const found = await store.placesServed(
    shop,
    asks.map(({ ask }) => ask),
  )
  return new Map(asks.flatMap(({ id }, i) => (found[i] ? [[id, found[i]]] : [])))
}
