/**
 * A click is evidence only of what was shown to that visitor: a click on an answer that was never given, or given to
 * somebody else, proves nothing. Trusted are clicks that the shop's own systems vouch for, and those received before
 * the oldest serve that is kept, which may have been lost with a store. The time that a click itself states could be
 * made up, so it does not count.
 */
import { isShownTo } from '../features/attribution/derive-touches.ts'
import { findServe, isServed, reportedAtMs } from '../features/attribution/find-source.ts'
import { subjectsOfIdentity } from '../features/identity/subjects.ts'
import type { AttributionWindows } from '../ports/derived-store/derived-records.ts'
import type { DerivedStore } from '../ports/derived-store/derived-store.ts'
import type { FollowedEvent, ShopEvent } from '../ports/event-log/shop-event.ts'
import type { ShopId } from '../ports/record-store/record-store.ts'
import { knownServes } from './derive-events/derive-events.ts'

export interface JudgeDeps {
  store: Pick<DerivedStore, 'findServes' | 'servesShown' | 'servesKeptFrom' | 'placesServed'>
  windowsOf: (shop: ShopId) => Promise<AttributionWindows>
  /** When this process started: a shop without any serve may have lost those from before. */
  startedAtMs: number
}

export async function judgeClicks<E extends FollowedEvent>(
  deps: JudgeDeps,
  shop: ShopId,
  given: readonly E[],
): Promise<E[]> {
  const events = given.map(withoutRepeats)
  const doubted = events.filter(({ event }) => isClick(event) && event.trust !== 'signed' && event.teaches !== false)
  if (doubted.length === 0) return events
  const { isServedElsewhere = false } = await deps.windowsOf(shop)
  const oldestMs = await deps.store.servesKeptFrom(shop)
  const keptFromMs = Number.isFinite(oldestMs) ? oldestMs : deps.startedAtMs
  const known = { ...(await knownServes(deps.store, shop, doubted)), isServedElsewhere, keptFromMs }
  const isBelieved = (event: ShopEvent): boolean => {
    const serve = findServe(event, known)
    if (serve === undefined)
      return reportedAtMs(event) < keptFromMs || (isServedElsewhere && isServed(event, undefined, known))
    const isShown = event.lines.every(({ productId }) => serve.products.some((shown) => shown.productId === productId))
    return isShown && isShownTo(serve, subjectsOfIdentity(event))
  }
  const invented = new Set(doubted.filter(({ event }) => !isBelieved(event)))
  return events.map((one) => (invented.has(one) ? { ...one, event: { ...one.event, teaches: false } } : one))
}

function withoutRepeats<E extends FollowedEvent>(one: E): E {
  const { repeats, lines } = one.event
  if (repeats === undefined) return one
  return { ...one, event: { ...one.event, lines: lines.filter(({ productId }) => !repeats.includes(productId)) } }
}

function isClick({ action, track }: ShopEvent): boolean {
  return track !== undefined && (action === 'surface_click' || action === 'surface_cart_add')
}
