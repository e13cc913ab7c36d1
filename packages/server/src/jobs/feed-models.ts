/**
 * Restores the models of shops in memory from snapshots and feeds them from the log. A snapshot has its own offset, so
 * each model learns every event once. Calls for one shop must not overlap.
 */
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
  /** True if other nodes may have the same shops in memory, with which snapshots are then exchanged. */
  hasOthers?: () => boolean
  /** Milliseconds since 1970. */
  clock?: () => number
}

interface Standing {
  /** Offset reached by each consumer, in the order of `deps.consumers`. */
  offsets: number[]
  /** The last erasure that the models have applied; see `DerivedStore.erasureEpoch`. */
  epoch: number
  eventsSinceSnapshot: number
  /** True if the models contain erased events, so they must not be stored. */
  isOutdated: boolean
  /** Set while there are events that another node has to learn. */
  lag?: { sinceMs: number; lookAtMs: number }
  stored?: { atMs: number; tookMs: number }
}

const FED_AT_ONCE = 100
/** Events after which the models are stored, which limits how many are learned again when the shop is loaded. */
const SNAPSHOT_EVERY = 50_000
/** Maximum lag of other nodes' models behind those of the shop's home node. */
const SHARED_EVERY_MS = 30_000
/** Storing blocks the event loop, so it may take at most this share of the time. */
const SHARE_OF_TIME = 1 / 200
const LOOK_EVERY_MS = 10_000
/** If no snapshot was stored for this long, no other node is learning the shop. */
const LEFT_ALONE_MS = 3 * SHARED_EVERY_MS

const NEVER = Number.POSITIVE_INFINITY

export class ModelFeeding {
  readonly #deps: FeedDeps
  readonly #standings = new Map<ShopId, Standing>()
  readonly #relearning: ModelRelearning

  constructor(deps: FeedDeps) {
    this.#deps = deps
    this.#relearning = new ModelRelearning(deps)
  }

  get shops(): ShopId[] {
    return [...this.#standings.keys()]
  }

  get relearning(): ReadonlySet<ShopId> {
    return this.#relearning.pending
  }

  has(shop: ShopId): boolean {
    return this.#standings.has(shop)
  }

  /** Returns the offset that all models of the shop have reached; Infinity if there are none. */
  reached(shop: ShopId): number {
    return Math.min(...(this.#standings.get(shop)?.offsets ?? []))
  }

  async open(shop: ShopId): Promise<void> {
    if (this.#standings.has(shop)) return
    const { store, consumers } = this.#deps
    const epoch = await store.erasureEpoch(shop)
    const offsets: number[] = []
    for (const consumer of consumers)
      offsets.push(this.#restoreOne(shop, consumer, await store.snapshot(shop, consumer.name)))
    this.#standings.set(shop, { offsets, epoch, eventsSinceSnapshot: 0, isOutdated: false })
  }

  /** Feeds a few events at a time, because models learn on the event loop and requests have to be served in between. */
  async feed(shop: ShopId, chunk: LogChunk): Promise<void> {
    const standing = this.#standings.get(shop)
    const last = chunk.offsets.at(-1) ?? 0
    if (!standing || standing.offsets.every((offset) => offset >= last)) return
    standing.eventsSinceSnapshot += chunk.offsets.length
    const lines = chunk.bodies.split('\n')
    for (let from = 0; from < lines.length; from += FED_AT_ONCE) {
      const offsets = chunk.offsets.slice(from, from + FED_AT_ONCE)
      const read = offsets.flatMap((offset, i) => this.#read(shop, offset, lines[from + i]!))
      const events = await judgeEvidence(this.#deps.store, shop, read)
      const reached = offsets.at(-1) ?? 0
      for (const [i, consumer] of this.#deps.consumers.entries()) {
        const offset = standing.offsets[i] as number
        const unseen = events.filter((one) => one.offset > offset).map(({ event }) => event)
        if (unseen.length > 0) this.#feedOne(shop, consumer, unseen)
        standing.offsets[i] = Math.max(offset, reached)
      }
      await new Promise(setImmediate)
    }
  }

  /** Milliseconds until a snapshot has to be stored for other nodes or loaded from them. */
  get dueInMs(): number {
    const nowMs = this.#now()
    const due = [...this.#standings.values()].map((one) => Math.min(one.lag?.lookAtMs ?? NEVER, this.#shareAtMs(one)))
    return Math.max(0, Math.min(NEVER, ...due) - nowMs)
  }

  /** Notes that another node has to learn the new events, and that its next snapshot must be loaded here. */
  #fallBehind(standing: Standing): void {
    const nowMs = this.#now()
    standing.lag ??= { sinceMs: nowMs, lookAtMs: nowMs + LOOK_EVERY_MS }
  }

  /** Returns true if the node that should learn the shop has stored nothing for too long. Marks the shop as lagging. */
  isLeftAlone(shop: ShopId): boolean {
    const standing = this.#standings.get(shop)
    if (!standing) return false
    this.#fallBehind(standing)
    return this.#now() - (standing.lag?.sinceMs ?? 0) > LEFT_ALONE_MS
  }

  /** Stores the snapshots that are due and loads those of other nodes; with `atOnce`, even before they are due. */
  async share(atOnce = false): Promise<void> {
    for (const [shop, standing] of this.#standings) {
      try {
        if (atOnce || this.#shareAtMs(standing) <= this.#now()) await this.store(shop)
        if (standing.lag && (atOnce || standing.lag.lookAtMs <= this.#now())) await this.#takeOver(shop, standing)
      } catch (error) {
        this.#deps.onError(error, shop)
      }
    }
  }

  #shareAtMs({ stored, eventsSinceSnapshot, isOutdated, lag }: Standing): number {
    if (eventsSinceSnapshot === 0 || isOutdated || lag || !this.#deps.hasOthers?.()) return NEVER
    const { atMs, tookMs } = stored ?? { atMs: this.#now(), tookMs: 0 }
    return atMs + Math.max(SHARED_EVERY_MS, tookMs / SHARE_OF_TIME)
  }

  async #takeOver(shop: ShopId, standing: Standing): Promise<void> {
    const { store, consumers, log } = this.#deps
    const lag = standing.lag as NonNullable<Standing['lag']>
    lag.lookAtMs = this.#now() + LOOK_EVERY_MS
    // A stored snapshot may contain an erased shopper.
    if (standing.isOutdated || this.#relearning.pending.has(shop)) return
    const epoch = await store.erasureEpoch(shop)
    for (const [i, consumer] of consumers.entries()) {
      const stored = await store.snapshot(shop, consumer.name, standing.offsets[i])
      if (!stored || this.#standings.get(shop) !== standing) continue
      standing.offsets[i] = this.#restoreOne(shop, consumer, stored)
      standing.epoch = epoch
      lag.sinceMs = this.#now()
      consumer.caughtUp?.(shop)
    }
    const { offsets } = await log.readBodies(shop, this.reached(shop), 1)
    if (offsets.length === 0) delete standing.lag
  }

  #now(): number {
    return (this.#deps.clock ?? Date.now)()
  }

  /** Call this when the whole log has been fed. */
  async caughtUp(shop: ShopId): Promise<void> {
    const standing = this.#standings.get(shop)
    if (!standing) return
    delete standing.lag
    standing.stored ??= { atMs: this.#now(), tookMs: 0 }
    for (const consumer of this.#deps.consumers) consumer.caughtUp?.(shop)
    if (standing.eventsSinceSnapshot >= SNAPSHOT_EVERY) await this.store(shop)
  }

  async store(shop: ShopId): Promise<void> {
    const standing = this.#standings.get(shop)
    if (!standing || standing.isOutdated || standing.eventsSinceSnapshot === 0) return
    const { epoch } = standing
    let tookMs = 0
    for (const [i, consumer] of this.#deps.consumers.entries()) {
      const offset = standing.offsets[i] as number
      const savingMs = performance.now()
      const bytes = consumer.snapshot(shop)
      tookMs += performance.now() - savingMs
      if (bytes) await this.#deps.store.putSnapshot(shop, consumer.name, { offset, bytes, epoch })
    }
    standing.eventsSinceSnapshot = 0
    standing.stored = { atMs: this.#now(), tookMs }
  }

  /** Stores the models and frees them. If they cannot be stored, they can be learned again from the log. */
  async leave(shop: ShopId): Promise<void> {
    try {
      await this.store(shop)
    } finally {
      this.forget(shop)
    }
  }

  forget(shop: ShopId): void {
    this.#standings.delete(shop)
    this.#relearning.forget(shop)
    for (const consumer of this.#deps.consumers) consumer.release?.(shop)
  }

  /** Makes the shop's models learn from the beginning of the log, at once or when they are loaded. */
  async startOver(shop: ShopId): Promise<void> {
    const { store, consumers } = this.#deps
    await store.dropSnapshots(shop)
    this.#relearning.forget(shop)
    if (!this.#standings.has(shop)) return
    const epoch = await store.erasureEpoch(shop)
    for (const consumer of consumers) consumer.restore(shop, undefined)
    this.#standings.set(shop, { offsets: consumers.map(() => 0), epoch, eventsSinceSnapshot: 0, isOutdated: false })
  }

  /** Makes the models forget the shopper, and learns the sums again from the log. */
  async erase(shop: ShopId, shopper: ErasedShopper): Promise<void> {
    for (const consumer of this.#deps.consumers) consumer.erase?.(shop, shopper)
    await this.#deps.store.dropSnapshots(shop)
    const standing = this.#standings.get(shop)
    if (!standing) return
    standing.isOutdated = true
    this.#relearning.begin(shop, shopper)
  }

  async relearnStep(shop: ShopId, count: number): Promise<void> {
    try {
      const end = await this.#relearning.step(shop, count)
      const standing = this.#standings.get(shop)
      if (!end || !standing) return
      const { reached, epoch, isClean } = end
      const offsets = standing.offsets.map(() => reached)
      this.#standings.set(shop, { offsets, epoch, eventsSinceSnapshot: 1, isOutdated: !isClean })
      for (const consumer of this.#deps.consumers) consumer.caughtUp?.(shop)
      await this.store(shop)
    } catch (error) {
      // The models in use are kept but not stored: the next erasure, or the next start, tries again.
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

  /** Feeds events one by one, so that one that a model cannot learn affects no other events or models. */
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
      // A snapshot is only a cache. If it is unreadable, the models learn again from the log.
      this.#deps.onError(error, shop)
      consumer.restore(shop, undefined)
      return 0
    }
  }
}
