/** Counts a shop's days again from the log when its time zone changes, step by step. */
import type { DerivableChunk, RecountRange } from '../ports/derived-store/derived-records.ts'
import type { DerivedStore } from '../ports/derived-store/derived-store.ts'
import type { EventLog, LogChunk, LogPage } from '../ports/event-log/event-log.ts'
import type { ShopId } from '../ports/record-store/record-store.ts'

export interface DayDeps {
  store: DerivedStore
  deriveChunk: (shop: ShopId, chunk: DerivableChunk) => Promise<unknown>
  log: Pick<EventLog, 'readBodies'>
  /** Time zone of the shop's reports; undefined leaves it unchanged. */
  zoneOf?: (shop: ShopId) => Promise<string | undefined>
}

export class DayRecounts {
  readonly #deps: DayDeps
  readonly #zones = new Map<ShopId, string>()
  readonly #pending = new Set<ShopId>()

  constructor(deps: DayDeps) {
    this.#deps = deps
  }

  get pending(): ReadonlySet<ShopId> {
    return this.#pending
  }

  /** Must be called before events of the shop are derived. */
  async check(shop: ShopId): Promise<void> {
    const { store, zoneOf } = this.#deps
    const counted = this.#zones.get(shop) ?? (await store.zone(shop))
    const zone = (await zoneOf?.(shop)) ?? counted
    if (zone !== counted) await store.setZone(shop, zone)
    else if (this.#zones.has(shop)) return
    this.#zones.set(shop, zone)
    if (await store.pendingRecount(shop)) this.#pending.add(shop)
  }

  async step(shop: ShopId, count: number): Promise<void> {
    this.#pending.delete(shop)
    const range = await this.#deps.store.pendingRecount(shop)
    if (!range) return
    await this.#count(shop, range, await this.#deps.log.readBodies(shop, range.after, count))
    this.#pending.add(shop)
  }

  /** Must be called when the shop is gone, or when all of it is derived again. */
  forget(shop: ShopId): void {
    this.#zones.delete(shop)
    this.#pending.delete(shop)
  }

  async #count(shop: ShopId, range: RecountRange, found: LogPage): Promise<void> {
    const chunk = upTo(range.until, found)
    // The rest of the range contains only erased events.
    const isWhole = found.isLast || chunk.offsets.length < found.offsets.length
    const reached = isWhole ? range.until : (chunk.offsets.at(-1) as number)
    const derivable: DerivableChunk = { ...chunk, fromOffset: range.after, recount: { reached } }
    await this.#deps.deriveChunk(shop, derivable)
  }
}

function upTo(until: number, { offsets, bodies }: LogChunk): LogChunk {
  const count = offsets.filter((offset) => offset <= until).length
  if (count === offsets.length) return { offsets, bodies }
  return { offsets: offsets.slice(0, count), bodies: bodies.split('\n').slice(0, count).join('\n') }
}
