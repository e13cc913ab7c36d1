/** What shoppers typed next when a search did not satisfy them, from the latest events of the log. */
import type { EventLog } from '../../ports/event-log/event-log.ts'
import type { ShopEvent } from '../../ports/event-log/shop-event.ts'
import type { ShopId } from '../../ports/record-store/record-store.ts'
import { normalizeQuery } from '../platform/normalize-query.ts'

export interface Reformulation {
  from: string
  to: string
  /** Visits that did so. */
  count: number
}

/** How far back is looked: bounded, whatever the shop's size. */
const EVENTS = 50_000
const CHUNK = 5_000
/** Later it is another wish. */
const WITHIN_MS = 5 * 60_000
const KEPT_MS = 5 * 60_000

export class Reformulations {
  readonly #log: Pick<EventLog, 'readBodies' | 'lastOffset'>
  readonly #known = new Map<ShopId, { untilMs: number; found: Promise<readonly Reformulation[]> }>()

  constructor(log: Pick<EventLog, 'readBodies' | 'lastOffset'>) {
    this.#log = log
  }

  of(shop: ShopId, nowMs: number): Promise<readonly Reformulation[]> {
    const known = this.#known.get(shop)
    if (known && known.untilMs > nowMs) return known.found
    const found = this.#read(shop)
    this.#known.set(shop, { untilMs: nowMs + KEPT_MS, found })
    found.catch(() => this.#known.delete(shop))
    return found
  }

  async #read(shop: ShopId): Promise<Reformulation[]> {
    const last = await this.#log.lastOffset(shop)
    const searches: ShopEvent[] = []
    for (let offset = Math.max(0, last - EVENTS); ; ) {
      const { offsets, bodies } = await this.#log.readBodies(shop, offset, CHUNK)
      if (offsets.length === 0) break
      for (const body of bodies.split('\n')) if (isSearch(body)) searches.push(JSON.parse(body) as ShopEvent)
      offset = offsets.at(-1)!
    }
    return countReformulations(searches)
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
