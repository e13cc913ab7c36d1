/** Something worked out from the latest events of a shop's log, and kept for some minutes: a screen asks for it again and again. */
import { LRUCache } from 'lru-cache'
import type { EventLog } from '../../ports/event-log/event-log.ts'
import type { ShopId } from '../../ports/record-store/record-store.ts'

export type EventTail = Pick<EventLog, 'readBodies' | 'lastOffset'>

/** How far back is looked: bounded, whatever the shop's size. */
const EVENTS = 50_000
const CHUNK = 5_000
const KEPT_MS = 5 * 60_000
const MOST_SHOPS = 500

export class FromLatestEvents<Found> {
  readonly #read: (shop: ShopId) => Promise<Found>
  readonly #kept = new LRUCache<ShopId, { untilMs: number; found: Promise<Found> }>({ max: MOST_SHOPS })

  constructor(read: (shop: ShopId) => Promise<Found>) {
    this.#read = read
  }

  of(shop: ShopId, nowMs: number): Promise<Found> {
    const kept = this.#kept.get(shop)
    if (kept && kept.untilMs > nowMs) return kept.found
    const found = this.#read(shop)
    this.#kept.set(shop, { untilMs: nowMs + KEPT_MS, found })
    found.catch(() => this.#kept.delete(shop))
    return found
  }
}

/** Each as the JSON text that is stored, the oldest first. */
export async function* latestBodies(log: EventTail, shop: ShopId): AsyncGenerator<string> {
  for (let offset = Math.max(0, (await log.lastOffset(shop)) - EVENTS); ; ) {
    const { offsets, bodies } = await log.readBodies(shop, offset, CHUNK)
    if (offsets.length === 0) return
    yield* bodies.split('\n')
    offset = offsets.at(-1)!
  }
}
