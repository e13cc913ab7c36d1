/** What shoppers typed next when a search did not satisfy them, from the latest events of the log. */
import type { ShopEvent } from '../../ports/event-log/shop-event.ts'
import { normalizeQuery } from '../platform/normalize-query.ts'
import { type EventTail, FromLatestEvents, latestBodies } from './latest-events.ts'

export interface Reformulation {
  from: string
  to: string
  /** Visits that did so. */
  count: number
}

/** Later it is another wish. */
const WITHIN_MS = 5 * 60_000

export class Reformulations extends FromLatestEvents<readonly Reformulation[]> {
  constructor(log: EventTail) {
    super(async (shop) => {
      const searches: ShopEvent[] = []
      for await (const body of latestBodies(log, shop)) if (isSearch(body)) searches.push(JSON.parse(body) as ShopEvent)
      return countReformulations(searches)
    })
  }
}

/** Without parsing what is no search: nearly all events are others. */
function isSearch(body: string): boolean {
  return body.includes('"query":') && body.includes('"sessionId":')
}

/** A visit counts once for a pair. Most frequent first. */
export function countReformulations(events: readonly ShopEvent[]): Reformulation[] {
  const visits = Map.groupBy(
    events.filter(({ query, sessionId, bot }) => query && sessionId && !bot),
    ({ sessionId }) => sessionId,
  )
  const counts = new Map<string, Reformulation>()
  for (const visit of visits.values()) {
    const pairs = new Map<string, Reformulation>()
    visit.sort((a, b) => a.atMs - b.atMs)
    visit.forEach((event, i) => {
      const before = visit[i - 1]
      if (!before || event.atMs - before.atMs > WITHIN_MS) return
      const [from, to] = [normalizeQuery(before.query!), normalizeQuery(event.query!)]
      if (from !== to) pairs.set(`${from}\n${to}`, { from, to, count: 1 })
    })
    for (const [key, pair] of pairs) counts.set(key, { ...pair, count: (counts.get(key)?.count ?? 0) + 1 })
  }
  return [...counts.values()].sort((a, b) => b.count - a.count || (a.from + a.to < b.from + b.to ? -1 : 1))
}
