/** A snapshot has its own offset, so each model learns every event once. Calls for one shop must not overlap. */
import { parseWellFormed } from '@vitrine/contract'
import type { ModelSnapshot } from '../ports/derived-store/derived-records.ts'
import type { DerivedStore } from '../ports/derived-store/derived-store.ts'
import type { ErasedShopper, EventConsumer } from '../ports/event-log/event-consumer.ts'
import type { EventLog, LogChunk } from '../ports/event-log/event-log.ts'
import type { FollowedEvent, ShopEvent } from '../ports/event-log/shop-event.ts'
import type { ShopId } from '../ports/record-store/record-store.ts'
import { judgeEvidence, type JudgeStore } from './derive-events/judge-clicks.ts'
import { ModelRelearning } from './relearn-models.ts'

export interface FeedDeps {
  log: Pick<EventLog, 'readBodies'>
  store: JudgeStore & Pick<DerivedStore, 'erasureEpoch' | 'snapshot' | 'putSnapshot' | 'dropSnapshots'>
  consumers: readonly EventConsumer[]
  onError: (error: unknown, shop: ShopId) => void
  /** True if other nodes may have the same shops in memory. Snapshots are then exchanged. */
  hasOthers?: () => boolean
  clock?: () => number
}

interface ShopState {
  /** By consumer, in the order of `deps.consumers`. */
  offsets: number[]
  /** The last erasure that the models have applied; see `DerivedStore.erasureEpoch`. */
  epoch: number
  eventsSinceSnapshot: number
  /** Models that contain erased events must not be stored. */
  isOutdated: boolean
  /** Set while another node has to learn events. */
  lag?: { sinceMs: number; lookAtMs: number }
  stored?: { atMs: number; tookMs: number }
}

const FED_AT_ONCE = 100
/** Limits how many events are learned again when the shop is loaded. */
const SNAPSHOT_EVERY = 50_000
/** The models of other nodes may lag this far behind those of the shop's home. */
const EXCHANGE_EVERY_MS = 30_000
/** Storing blocks the event loop, so it gets only this share of the time. */
const SHARE_OF_TIME = 1 / 200
const LOOK_EVERY_MS = 10_000
/** After this time without a snapshot, no other node seems to learn the shop. */
const OWNER_SILENT_MS = 3 * EXCHANGE_EVERY_MS

const NEVER = Number.POSITIVE_INFINITY

export class ModelFeeding {
  readonly #deps: FeedDeps
  readonly #states = new Map<ShopId, ShopState>()
  readonly #relearning: ModelRelearning

  constructor(deps: FeedDeps) {
    this.#deps = deps
    this.#relearning = new ModelRelearning(deps)
  }

  get shops(): ShopId[] {
    return [...this.#states.keys()]
  }

  get relearning(): ReadonlySet<ShopId> {
    return this.#relearning.pending
  }

  has(shop: ShopId): boolean {
    return this.#states.has(shop)
  }

  /** Infinity if the shop has no models. */
  reached(shop: ShopId): number {
    return Math.min(...(this.#states.get(shop)?.offsets ?? []))
  }

  async open(shop: ShopId): Promise<void> {
    if (this.#states.has(shop)) return
    const { store, consumers } = this.#deps
    const epoch = await store.erasureEpoch(shop)
    const offsets: number[] = []
    for (const consumer of consumers)
      offsets.push(this.#restoreOne(shop, consumer, await store.snapshot(shop, consumer.name)))
    this.#states.set(shop, { offsets, epoch, eventsSinceSnapshot: 0, isOutdated: false })
  }

  /** Feeds a few events at a time, because models learn on the event loop. */
  async feed(shop: ShopId, chunk: LogChunk): Promise<void> {
    const state = this.#states.get(shop)
    const last = chunk.offsets.at(-1) ?? 0
    if (!state || state.offsets.every((offset) => offset >= last)) return
    state.eventsSinceSnapshot += chunk.offsets.length
    const lines = chunk.bodies.split('\n')
    for (let from = 0; from < lines.length; from += FED_AT_ONCE) {
      const offsets = chunk.offsets.slice(from, from + FED_AT_ONCE)
      const read = offsets.flatMap((offset, i) => this.#read(shop, offset, lines[from + i]!))
      const events = await judgeEvidence(this.#deps.store, shop, read)
      const reached = offsets.at(-1) ?? 0
      for (const [i, consumer] of this.#deps.consumers.entries()) {
        const offset = state.offsets[i] as number
        const unseen = events.filter((one) => one.offset > offset).map(({ event }) => event)
        if (unseen.length > 0) this.#feedOne(shop, consumer, unseen)
        state.offsets[i] = Math.max(offset, reached)
      }
      await new Promise(setImmediate)
    }
  }

  /** Time until a snapshot must be stored or loaded. */
  get dueInMs(): number {
    const nowMs = this.#now()
    const due = [...this.#states.values()].map((one) => Math.min(one.lag?.lookAtMs ?? NEVER, this.#storeAtMs(one)))
    return Math.max(0, Math.min(NEVER, ...due) - nowMs)
  }

  /** Another node has to learn the new events, and its next snapshot must be loaded here. */
  #markLagging(state: ShopState): void {
    const nowMs = this.#now()
    state.lag ??= { sinceMs: nowMs, lookAtMs: nowMs + LOOK_EVERY_MS }
  }

  /** True if the home of the shop has stored nothing for too long. The shop is then marked as lagging. */
  ownerIsSilent(shop: ShopId): boolean {
    const state = this.#states.get(shop)
    if (!state) return false
    this.#markLagging(state)
    return this.#now() - (state.lag?.sinceMs ?? 0) > OWNER_SILENT_MS
  }

  /** With `atOnce`, does not wait until snapshots are due. */
  async exchangeSnapshots(atOnce = false): Promise<void> {
    for (const [shop, state] of this.#states) {
      try {
        if (atOnce || this.#storeAtMs(state) <= this.#now()) await this.store(shop)
        if (state.lag && (atOnce || state.lag.lookAtMs <= this.#now())) await this.#takeOver(shop, state)
      } catch (error) {
        this.#deps.onError(error, shop)
      }
    }
  }

  #storeAtMs({ stored, eventsSinceSnapshot, isOutdated, lag }: ShopState): number {
    if (eventsSinceSnapshot === 0 || isOutdated || lag || !this.#deps.hasOthers?.()) return NEVER
    const { atMs, tookMs } = stored ?? { atMs: this.#now(), tookMs: 0 }
    return atMs + Math.max(EXCHANGE_EVERY_MS, tookMs / SHARE_OF_TIME)
  }

  async #takeOver(shop: ShopId, state: ShopState): Promise<void> {
    const { store, consumers, log } = this.#deps
    const lag = state.lag as NonNullable<ShopState['lag']>
    lag.lookAtMs = this.#now() + LOOK_EVERY_MS
    // A stored snapshot may contain an erased shopper.
    if (state.isOutdated || this.#relearning.pending.has(shop)) return
    const epoch = await store.erasureEpoch(shop)
    for (const [i, consumer] of consumers.entries()) {
      const stored = await store.snapshot(shop, consumer.name, state.offsets[i])
      if (!stored || this.#states.get(shop) !== state) continue
      state.offsets[i] = this.#restoreOne(shop, consumer, stored)
      state.epoch = epoch
      lag.sinceMs = this.#now()
      consumer.caughtUp?.(shop)
    }
    const { offsets } = await log.readBodies(shop, this.reached(shop), 1)
    if (offsets.length === 0) delete state.lag
  }

  #now(): number {
    return (this.#deps.clock ?? Date.now)()
  }

  /** Must be called when the whole log has been fed. */
  async caughtUp(shop: ShopId): Promise<void> {
    const state = this.#states.get(shop)
    if (!state) return
    delete state.lag
    state.stored ??= { atMs: this.#now(), tookMs: 0 }
    for (const consumer of this.#deps.consumers) consumer.caughtUp?.(shop)
    if (state.eventsSinceSnapshot >= SNAPSHOT_EVERY) await this.store(shop)
  }

  async store(shop: ShopId): Promise<void> {
    const state = this.#states.get(shop)
    if (!state || state.isOutdated || state.eventsSinceSnapshot === 0) return
    const { epoch } = state
    let tookMs = 0
    for (const [i, consumer] of this.#deps.consumers.entries()) {
      const offset = state.offsets[i] as number
      const savingMs = performance.now()
      const bytes = consumer.snapshot(shop)
      tookMs += performance.now() - savingMs
      if (bytes) await this.#deps.store.putSnapshot(shop, consumer.name, { offset, bytes, epoch })
    }
    state.eventsSinceSnapshot = 0
    state.stored = { atMs: this.#now(), tookMs }
  }

  /** If the models cannot be stored, they can be learned again from the log. */
  async leave(shop: ShopId): Promise<void> {
    try {
      await this.store(shop)
    } finally {
      this.forget(shop)
    }
  }

  forget(shop: ShopId): void {
    this.#states.delete(shop)
    this.#relearning.forget(shop)
    for (const consumer of this.#deps.consumers) consumer.release?.(shop)
  }

  /** Learns from the beginning of the log, at once or when the models are loaded. */
  async startOver(shop: ShopId): Promise<void> {
    const { store, consumers } = this.#deps
    await store.dropSnapshots(shop)
    this.#relearning.forget(shop)
    if (!this.#states.has(shop)) return
    const epoch = await store.erasureEpoch(shop)
    for (const consumer of consumers) consumer.restore(shop, undefined)
    this.#states.set(shop, { offsets: consumers.map(() => 0), epoch, eventsSinceSnapshot: 0, isOutdated: false })
  }

  /** Makes the models forget the shopper, and learns the sums again from the log. */
  async erase(shop: ShopId, shopper: ErasedShopper): Promise<void> {
    for (const consumer of this.#deps.consumers) consumer.erase?.(shop, shopper)
    await this.#deps.store.dropSnapshots(shop)
    const state = this.#states.get(shop)
    if (!state) return
    state.isOutdated = true
    this.#relearning.begin(shop, shopper)
  }

  async relearnStep(shop: ShopId, count: number): Promise<void> {
    try {
      const end = await this.#relearning.step(shop, count)
      const state = this.#states.get(shop)
      if (!end || !state) return
      const { reached, epoch, isClean } = end
      const offsets = state.offsets.map(() => reached)
      this.#states.set(shop, { offsets, epoch, eventsSinceSnapshot: 1, isOutdated: !isClean })
      for (const consumer of this.#deps.consumers) consumer.caughtUp?.(shop)
      await this.store(shop)
    } catch (error) {
      // The models in use are kept but not stored. The next erasure or start tries again.
      this.#relearning.forget(shop)
      this.#deps.onError(error, shop)
    }
  }

  #read(shop: ShopId, offset: number, body: string): FollowedEvent[] {
    try {
      return [{ offset, event: parseWellFormed(body) as ShopEvent }]
    } catch (error) {
      this.#deps.onError(error, shop)
      return []
    }
  }

  /** An event that a model cannot learn affects no other events or models. */
  #feedOne(shop: ShopId, consumer: EventConsumer, events: readonly ShopEvent[]): void {
    const faults: unknown[] = []
    for (const event of events) {
      try {
        consumer.consume(shop, [event])
      } catch (error) {
        faults.push(error)
      }
    }
    if (faults.length > 0) this.#deps.onError(faults[0], shop)
  }

  #restoreOne(shop: ShopId, consumer: EventConsumer, stored: ModelSnapshot | undefined): number {
    try {
      consumer.restore(shop, stored?.bytes)
      return stored?.offset ?? 0
    } catch (error) {
      // A snapshot is only a cache. Without it, the models learn from the log.
      this.#deps.onError(error, shop)
      consumer.restore(shop, undefined)
      return 0
    }
  }
}
