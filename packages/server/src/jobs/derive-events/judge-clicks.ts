/**
 * A click is evidence only for products that were shown to its shopper. An answer without a shopper belongs to the
 * first who clicks in it. Clicks signed by the shop's own systems need no answer.
 */
import { findServe, isSearch, type KnownServes } from '../../features/attribution/find-source.ts'
import { normalizeQuery } from '../../features/platform/normalize-query.ts'
import type { Subject } from '../../ports/derived-store/derived-facts.ts'
import type { StoredServe } from '../../ports/derived-store/derived-records.ts'
import type { DerivedStore } from '../../ports/derived-store/derived-store.ts'
import { isNamed, type ServeClaim } from '../../ports/derived-store/serve-claims.ts'
import type { FollowedEvent, ShopEvent } from '../../ports/event-log/shop-event.ts'
import type { ShopId } from '../../ports/record-store/record-store.ts'
import { knownServes, type ServeReads } from './known-serves.ts'

export type JudgeStore = ServeReads & Pick<DerivedStore, 'claimServes'>

/** Sets `teaches: false` on clicks that are no evidence. Reads the serves if they are not given. */
export async function judgeClicks<E extends FollowedEvent>(
  store: JudgeStore,
  shop: ShopId,
  events: readonly E[],
  serves?: KnownServes,
): Promise<readonly E[]> {
  const doubted = events.filter(({ event }) => isClick(event) && event.trust !== 'signed' && event.teaches !== false)
  if (doubted.length === 0) return events
  const known = serves ?? (await knownServes(store, shop, doubted))
  const believed = new Set<ShopEvent>()
  const claims = new Map<ShopEvent, ServeClaim>()
  for (const { event } of doubted) {
    const [serve, subject] = [findServe(event, known), shopperOf(event)]
    if (!serve || !subject || !hasShown(serve, event)) continue
    if (isNamed(serve, subject)) believed.add(event)
    else claims.set(event, { id: (serve.requestId ?? serve.serveId ?? serve.sectionServeId) as string, subject })
  }
  const holds = claims.size > 0 ? await store.claimServes(shop, [...claims.values()]) : []
  for (const [i, event] of [...claims.keys()].entries()) if (holds[i]) believed.add(event)
  const invented = new Set(doubted.filter(({ event }) => !believed.has(event)))
  return events.map((one) => (invented.has(one) ? { ...one, event: { ...one.event, teaches: false } } : one))
}

/** Judges events and removes each event's `repeats`: products for which earlier events of the shopper counted. */
export function judgeEvidence<E extends FollowedEvent>(store: JudgeStore, shop: ShopId, events: readonly E[]) {
  return judgeClicks(store, shop, events.map(withoutRepeats))
}

function withoutRepeats<E extends FollowedEvent>(one: E): E {
  const { repeats, lines } = one.event
  if (repeats === undefined) return one
  return { ...one, event: { ...one.event, lines: lines.filter(({ productId }) => !repeats.includes(productId)) } }
}

function isClick({ action, track }: ShopEvent): boolean {
  return track !== undefined && (action === 'surface_click' || action === 'surface_cart_add')
}

function hasShown({ products, query = '' }: StoredServe, { lines, track, query: claimed }: ShopEvent): boolean {
  const isOther = claimed !== undefined && normalizeQuery(claimed) !== normalizeQuery(query)
  if (isOther && isSearch(track?.surface)) return false
  return lines.every(({ productId }) => products.some((shown) => shown.productId === productId))
}

/** The evidence gate counts visitors by the same id. With another one, an answer could count for many visitors. */
function shopperOf({ visitorId, clientId }: ShopEvent): Subject | undefined {
  if (visitorId !== undefined) return `visitor:${visitorId}`
  return clientId === undefined ? undefined : `client:${clientId}`
}
