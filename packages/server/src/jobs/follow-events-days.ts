/**
 * Keeps each shop counted in the days of its own zone. When the zone is set to another, what was counted by day is counted again
 * from the log, a step at a time, while new events go on being derived.
 */
import type { DerivableChunk, RecountRange } from '../ports/derived-store/derived-records.ts'
import type { DerivedStore } from '../ports/derived-store/derived-store.ts'
import type { EventLog, LogChunk } from '../ports/event-log/event-log.ts'
import type { ShopId } from '../ports/record-store/record-store.ts'

export interface DayDeps {
  store: DerivedStore
  deriveChunk: (shop: ShopId, chunk: DerivableChunk) => Promise<unknown>
  log: Pick<EventLog, 'readBodies'>
  /** In whose days the shop reads its reports. Undefined says nothing: they stay as they are. */
  zoneOf?: (shop: ShopId) => Promise<string | undefined>
}

export class DayRecounts {
  readonly #deps: DayDeps
  readonly #zones = new Map<ShopId, string>()
  readonly #pending = new Set<ShopId>()

  constructor(deps: DayDeps) {
    this.#deps = deps
  }

  /** Shops of which something is still to be counted again. */
  get pending(): ReadonlySet<ShopId> {
    return this.#pending
  }

  /** To be called before events of the shop are derived. */
  async check(shop: ShopId): Promise<void> {
    const { store, zoneOf } = this.#deps
    const counted = this.#zones.get(shop) ?? (await store.zone(shop))
    const zone = (await zoneOf?.(shop)) ?? counted
    if (zone !== counted) await store.setZone(shop, zone)
    else if (this.#zones.has(shop)) return
    this.#zones.set(shop, zone)
    if (await store.pendingRecount(shop)) this.#pending.add(shop)
  }

  /** Counts some events again. */
  async step(shop: ShopId, count: number): Promise<void> {
    this.#pending.delete(shop)
    const range = await this.#deps.store.pendingRecount(shop)
    if (!range) return
    await this.#count(shop, range, await this.#deps.log.readBodies(shop, range.after, count), count)
    this.#pending.add(shop)
  }

  /** The shop is gone, or all of it is derived anew. */
  forget(shop: ShopId): void {
    this.#zones.delete(shop)
    this.#pending.delete(shop)
  }

  async #count(shop: ShopId, range: RecountRange, found: LogChunk, wanted: number): Promise<void> {
    const chunk = upTo(range.until, found)
    // Behind the last event there may be none left, but for erased ones.
    const reached = chunk.offsets.length < wanted ? range.until : (chunk.offsets.at(-1) as number)
    const derivable: DerivableChunk = { ...chunk, fromOffset: range.after, recount: { reached } }
    await this.#deps.deriveChunk(shop, derivable)
  }
}

function upTo(until: number, { offsets, bodies }: LogChunk): LogChunk {
  const count = offsets.filter((offset) => offset <= until).length
  if (count === offsets.length) return { offsets, bodies }
  return { offsets: offsets.slice(0, count), bodies: bodies.split('\n').slice(0, count).join('\n') }
}
