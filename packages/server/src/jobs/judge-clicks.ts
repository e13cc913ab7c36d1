/**
 * A click is evidence only of what was shown to that visitor: a click on an answer that was never given, or given to
 * somebody else, proves nothing. Clicks from before the oldest serve that is kept, and those that the shop's own
 * systems vouch for, are trusted.
 */
import { isShownTo } from '../features/attribution/derive-touches.ts'
import { findServe, isServed } from '../features/attribution/find-source.ts'
import { subjectsOfIdentity } from '../features/identity/subjects.ts'
import type { AttributionWindows } from '../ports/derived-store/derived-records.ts'
import type { DerivedStore } from '../ports/derived-store/derived-store.ts'
import type { FollowedEvent, ShopEvent } from '../ports/event-log/shop-event.ts'
import type { ShopId } from '../ports/record-store/record-store.ts'
import { knownServes } from './derive-events/derive-events.ts'

export interface JudgeDeps {
  store: Pick<DerivedStore, 'findServes' | 'servesShown' | 'servesKeptFrom' | 'placesServed'>
  windowsOf: (shop: ShopId) => Promise<AttributionWindows>
}

export async function judgeClicks<E extends FollowedEvent>(
  deps: JudgeDeps,
  shop: ShopId,
  events: readonly E[],
): Promise<E[]> {
  const doubted = events.filter(({ event }) => isClick(event) && event.trust !== 'signed' && event.teaches !== false)
  if (doubted.length === 0) return [...events]
  const { isServedElsewhere = false } = await deps.windowsOf(shop)
  const keptFromMs = await deps.store.servesKeptFrom(shop)
  const known = { ...(await knownServes(deps.store, shop, doubted)), isServedElsewhere, keptFromMs }
  const isBelieved = (event: ShopEvent): boolean => {
    const serve = findServe(event, known)
    if (serve === undefined) return event.atMs < keptFromMs || (isServedElsewhere && isServed(event, undefined, known))
    const isShown = event.lines.every(({ productId }) => serve.products.some((shown) => shown.productId === productId))
    return isShown && isShownTo(serve, subjectsOfIdentity(event))
  }
  const invented = new Set(doubted.filter(({ event }) => !isBelieved(event)))
  return events.map((one) => (invented.has(one) ? { ...one, event: { ...one.event, teaches: false } } : one))
}

function isClick({ action, track }: ShopEvent): boolean {
  return track !== undefined && (action === 'surface_click' || action === 'surface_cart_add')
}
