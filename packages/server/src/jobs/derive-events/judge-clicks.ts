/**
 * A click is evidence only for products that were shown to that shopper. A click on an answer that was never given, or
 * given to somebody else or to another query, proves nothing. An answer that named no shopper belongs to the first who
 * clicks in it. Clicks signed by the shop's own systems need no answer.
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

/** Returns the events, with `teaches: false` on clicks that are no evidence. Reads the serves if they are not given. */
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

/** Judges events for models. Removes each event's `repeats`: products for which the shopper's earlier ones counted. */
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

/** Returns the id by which the evidence gate counts visitors. With another id, one answer could count for many. */
function shopperOf({ visitorId, clientId }: ShopEvent): Subject | undefined {
  if (visitorId !== undefined) return `visitor:${visitorId}`
  return clientId === undefined ? undefined : `client:${clientId}`
}
