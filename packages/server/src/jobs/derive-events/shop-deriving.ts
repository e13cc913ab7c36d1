import type { ShopEvent } from '../../ports/event-log/shop-event.ts'
import type { EventLog, LogChunk } from '../../ports/event-log/event-log.ts'
import type { ShopId } from '../../ports/record-store/record-store.ts'
import type { DerivableChunk, DeriveOutcome } from '../../ports/derived-store/derived-records.ts'
import type { DerivedStore } from '../../ports/derived-store/derived-store.ts'
import { MAX_REPLAYED } from '../../ports/derived-store/set-aside.ts'
import { deriveChunk } from './derive-chunk.ts'
import type { DeriveDeps } from './derive-events.ts'
import { deriveAroundFailures, type DeriveAroundFailuresDeps } from './derive-around-failures.ts'

export interface ShopDerivingDeps
  extends Pick<DeriveDeps, 'windowsOf'>,
    Pick<DeriveAroundFailuresDeps, 'onSetAside' | 'now'> {
  log: Pick<EventLog, 'readBodies'>
  store: DerivedStore
  /** Called with events that name serves which are not stored yet. */
  onUnserved: (shop: ShopId, events: readonly ShopEvent[]) => void
}

export class ShopDeriving {
  readonly #deps: ShopDerivingDeps
  readonly #reached = new Map<ShopId, number>()
  /** Shops whose set-aside events have been retried since the start. */
  readonly #replayed = new Set<ShopId>()

  constructor(deps: ShopDerivingDeps) {
    this.#deps = deps
  }

  knows(shop: ShopId): boolean {
    return this.#reached.has(shop)
  }

  async reached(shop: ShopId): Promise<number> {
    const reached = this.#reached.get(shop) ?? (await this.#deps.store.offset(shop))
    this.#reached.set(shop, reached)
    return reached
  }

  /** Must be called when another node may have derived events of the shop. */
  lookAgain(shop: ShopId): void {
    this.#reached.delete(shop)
  }

  forget(shop: ShopId): void {
    this.#reached.delete(shop)
    this.#replayed.delete(shop)
  }

  /** Returns false if another node has derived the chunk. */
  async take(shop: ShopId, chunk: LogChunk): Promise<boolean> {
    const from = await this.reached(shop)
    const last = chunk.offsets.at(-1) as number
    if (last <= from) return true
    const applied = await this.chunk(shop, { fromOffset: from, ...after(from, chunk) })
    if (applied) this.#deps.onUnserved(shop, applied.unserved)
    this.#reached.set(shop, applied ? last : await this.#deps.store.offset(shop))
    return applied !== false
  }

  chunk(shop: ShopId, chunk: DerivableChunk): Promise<DeriveOutcome> {
    const { store, onSetAside, now } = this.#deps
    return deriveAroundFailures({ store, onSetAside, now, derive: this.#derive.bind(this) }, shop, chunk)
  }

  /** Once after each start, because a new version may contain the fix. */
  async replayOnce(shop: ShopId): Promise<void> {
    if (!this.#replayed.has(shop)) await this.replay(shop)
  }

  async replay(shop: ShopId): Promise<void> {
    this.#replayed.add(shop)
    const { store, log } = this.#deps
    for (const { kind, key } of await store.setAside(shop, MAX_REPLAYED)) {
      if (kind !== 'event') continue
      const { offsets, bodies } = await log.readBodies(shop, Number(key) - 1, 1)
      // The event was erased after it had been set aside.
      if (offsets[0] !== Number(key)) await store.dropAside(shop, kind, key)
      else await this.chunk(shop, { fromOffset: await store.offset(shop), offsets, bodies, isReplay: true })
    }
  }

  async #derive(shop: ShopId, chunk: DerivableChunk): Promise<DeriveOutcome> {
    const { store, windowsOf } = this.#deps
    const windows = await windowsOf(shop)
    return store.derive ? store.derive(shop, chunk, windows) : deriveChunk(store, shop, chunk, windows)
  }
}

function after(fromOffset: number, { offsets, bodies }: LogChunk): LogChunk {
  const known = offsets.filter((offset) => offset <= fromOffset).length
  if (known === 0) return { offsets, bodies }
  return { offsets: offsets.slice(known), bodies: bodies.split('\n').slice(known).join('\n') }
}
