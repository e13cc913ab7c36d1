/**
 * Follows every shop's log: derived state through the store, models in memory through consumers. Each sees every event once in
 * effect, whatever stops in between: the store commits its offset with what it derived, a consumer's snapshot carries its own.
 */
import { deriveEvents } from './derive-events/derive-events.ts'
import { parseChunk } from './derive-events/derive-chunk.ts'
import type { ServeLog } from '../features/serves/serve-log.ts'
import type { ErasedShopper, EventConsumer } from '../ports/event-log/event-consumer.ts'
import type { EventLog, LogChunk } from '../ports/event-log/event-log.ts'
import type { ShopEvent } from '../ports/event-log/shop-event.ts'
import type { ShopId } from '../ports/record-store/record-store.ts'
import { type DayDeps, DayRecounts } from './follow-events-days.ts'
import { ModelRelearning } from './relearn-models.ts'

export type { EventConsumer } from '../ports/event-log/event-consumer.ts'

export interface FollowerDeps extends DayDeps {
  log: EventLog
  /** Flushed before events are joined to serves. */
  serves: Pick<ServeLog, 'flush'>
  consumers: readonly EventConsumer[]
  /** false: other nodes derive; this one only feeds its models. */
  derives?: boolean
  /** Events in one step; some thousand where absent. */
  eventsPerStep?: number
  onError: (error: unknown, shop: ShopId) => void
}

interface Standing {
  derived: number
  /** Offset reached, per consumer, in the order of `deps.consumers`. */
  consumers: number[]
  eventsSinceSnapshot: number
  /** The models know events that are no longer in the log: not to be stored. */
  outdated?: boolean
}

/** Events in one step: what they change is summed before it is written, so more at once cost less each. */
const STEP = 4000
const FED_AT_ONCE = 100
/** Between wake-ups: events that arrive together are derived in one commit. */
const PAUSE_MS = 100
/** After so many events the models are stored again: bounds the replay at the next start. */
const SNAPSHOT_EVERY = 50_000

export class EventFollower {
  readonly #deps: FollowerDeps
  readonly #standings = new Map<ShopId, Standing>()
  readonly #awake = new Set<ShopId>()
  readonly #days: DayRecounts
  readonly #relearning: ModelRelearning
  /** Shops whose last step failed, with what was said. */
  readonly #stalled = new Map<ShopId, string>()
  readonly #derives: boolean
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #stopped = false

  constructor(deps: FollowerDeps) {
    this.#deps = deps
    this.#derives = deps.derives ?? true
    this.#days = new DayRecounts(deps)
    this.#relearning = new ModelRelearning(deps)
  }

  /** One sentence where events are stored but not derived. */
  get problem(): string | undefined {
    const [first] = this.#stalled
    if (first === undefined) return undefined
    const others = this.#stalled.size > 1 ? ` and of ${this.#stalled.size - 1} more shops` : ''
    return `events of ${first[0]}${others} are kept but not used: ${first[1]}`
  }

  get stalledShops(): number {
    return this.#stalled.size
  }

  /** Something was appended for the shop. */
  wake(shop: ShopId): void {
    this.#awake.add(shop)
    this.#schedule()
  }

  /** The shop is set up otherwise: its days may be those of another zone. */
  settingsChanged(shop: ShopId): void {
    if (this.#standings.has(shop)) this.wake(shop)
  }

  /** Catches up with every shop of the log: models are as they were, and then some. */
  async start(): Promise<void> {
    for (const shop of await this.#deps.log.listShops()) this.#awake.add(shop)
    await this.runOnce()
  }

  /** Follows all shops that were woken to the end of their logs, and goes on for a step where days are counted or models are learnt again. */
  async runOnce(): Promise<void> {
    await this.#alone(() => this.#run())
  }

  /** Forgets what was derived for the shop and derives it again from its log. */
  async rebuild(shop: ShopId, onProgress: (done: number, total: number) => void = () => {}): Promise<void> {
    await this.#alone(async () => {
      await this.#deps.store.reset(shop)
      this.#days.forget(shop)
      await this.#startOver(shop)
      const total = await this.#deps.log.lastOffset(shop)
      while (await this.#step(shop)) onProgress(this.#standings.get(shop)?.derived ?? 0, total)
      onProgress(total, total)
    })
  }

  /** Has the models learn the shop's log again from its beginning. */
  async refit(shop: ShopId): Promise<void> {
    await this.#alone(() => this.#startOver(shop))
    this.wake(shop)
  }

  /**
   * Events were erased: the models forget the shopper at once, and the sums over all shoppers are learnt again from the log, a step at a
   * time. Until that is done, what the models hold is not stored: a start in between learns from the log.
   */
  async erase(shop: ShopId, shopper: ErasedShopper): Promise<void> {
    await this.#alone(async () => {
      for (const consumer of this.#deps.consumers) consumer.erase?.(shop, shopper)
      await this.#deps.store.dropSnapshots(shop)
      const standing = this.#standings.get(shop)
      if (!standing) return
      standing.outdated = true
      this.#relearning.begin(shop, shopper)
    })
  }

  /** The shop is gone. */
  async forget(shop: ShopId): Promise<void> {
    await this.#alone(async () => {
      this.#standings.delete(shop)
      this.#awake.delete(shop)
      this.#stalled.delete(shop)
      this.#days.forget(shop)
      this.#relearning.forget(shop)
      for (const consumer of this.#deps.consumers) consumer.release?.(shop)
    })
  }

  /** Ends after the step in progress, and stores the models. */
  async stop(): Promise<void> {
    this.#stopped = true
    await this.#alone(async () => {
      for (const shop of this.#standings.keys()) await this.#snapshot(shop)
    })
  }

  /** One piece of work at a time: two steps of one shop at once would feed the same events twice. */
  async #alone(work: () => Promise<void>): Promise<void> {
    while (this.#running) await this.#running
    clearTimeout(this.#timer)
    this.#timer = undefined
    const result = work()
    this.#running = result
      .catch(() => {})
      .then(() => {
        this.#running = undefined
        if (this.#awake.size + this.#days.pending.size + this.#relearning.pending.size > 0) this.#schedule()
      })
    await result
  }

  #schedule(): void {
    if (this.#timer || this.#running || this.#stopped) return
    this.#timer = setTimeout(() => void this.runOnce(), PAUSE_MS).unref()
  }

  async #startOver(shop: ShopId): Promise<void> {
    await this.#deps.store.dropSnapshots(shop)
    for (const consumer of this.#deps.consumers) consumer.restore(shop, undefined)
    const derived = await this.#deps.store.offset(shop)
    this.#relearning.forget(shop)
    this.#standings.set(shop, { derived, consumers: this.#deps.consumers.map(() => 0), eventsSinceSnapshot: 0 })
  }

  /** One step of each shop in turn: a shop with a long log does not keep the others waiting. */
  async #run(): Promise<void> {
    while (this.#awake.size > 0 && !this.#stopped) {
      for (const shop of [...this.#awake]) {
        this.#awake.delete(shop)
        try {
          if (await this.#step(shop)) this.#awake.add(shop)
          this.#stalled.delete(shop)
        } catch (error) {
          this.#stalled.set(shop, (error as Error).message)
          this.#deps.onError(error, shop)
        }
      }
    }
    await this.#recount()
    await this.#relearn()
  }

  async #relearn(): Promise<void> {
    for (const shop of this.#stopped ? [] : this.#relearning.pending) {
      try {
        const end = await this.#relearning.step(shop, this.#deps.eventsPerStep ?? STEP)
        if (end) await this.#relearned(shop, end)
      } catch (error) {
        // The models in use stay, and are not stored: the next erasure, or start, tries again.
        this.#relearning.forget(shop)
        this.#deps.onError(error, shop)
      }
    }
  }

  async #relearned(shop: ShopId, { reached, isClean }: { reached: number; isClean: boolean }): Promise<void> {
    const standing = this.#standings.get(shop)
    if (!standing) return
    standing.consumers = standing.consumers.map(() => reached)
    standing.outdated = !isClean
    for (const consumer of this.#deps.consumers) consumer.caughtUp?.(shop)
    standing.eventsSinceSnapshot++
    await this.#snapshot(shop)
  }

  /** One step of each, and then new events first once more: they are not kept waiting. */
  async #recount(): Promise<void> {
    for (const shop of this.#stopped ? [] : [...this.#days.pending]) {
      try {
        await this.#deps.serves.flush()
        await this.#days.step(shop, this.#deps.eventsPerStep ?? STEP)
      } catch (error) {
        // Tried again with the shop's next event.
        this.#days.forget(shop)
        this.#deps.onError(error, shop)
      }
    }
  }

  /** Answers whether there may be more. */
  async #step(shop: ShopId): Promise<boolean> {
    const standing = this.#standings.get(shop) ?? (await this.#restore(shop))
    if (this.#derives) await this.#days.check(shop)
    const from = Math.min(...(this.#derives ? [standing.derived] : []), ...standing.consumers)
    const step = this.#deps.eventsPerStep ?? STEP
    const chunk = await this.#deps.log.readBodies(shop, from, step)
    if (chunk.offsets.length > 0) await this.#take(shop, standing, chunk)
    if (chunk.offsets.length === step) return true
    for (const consumer of this.#deps.consumers) consumer.caughtUp?.(shop)
    if (standing.eventsSinceSnapshot >= SNAPSHOT_EVERY) await this.#snapshot(shop)
    return false
  }

  /** Store and models at the same time: each has its own thread, and the chunk's texts are not held longer than they must. */
  async #take(shop: ShopId, standing: Standing, chunk: LogChunk): Promise<void> {
    const reached = chunk.offsets.at(-1) ?? 0
    standing.eventsSinceSnapshot += chunk.offsets.length
    const isNews = standing.consumers.some((offset) => offset < reached)
    // Both come to an end, whatever becomes of the other: the next step must not meet them.
    const ends = await Promise.allSettled([
      this.#derives && reached > standing.derived ? this.#deriveTo(shop, standing, chunk) : undefined,
      isNews ? this.#feedAll(shop, standing, chunk) : undefined,
    ])
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  }

  async #deriveTo(shop: ShopId, standing: Standing, chunk: LogChunk): Promise<void> {
    await this.#deps.serves.flush()
    const applied = await this.#derive(shop, standing.derived, chunk)
    standing.derived = applied ? (chunk.offsets.at(-1) as number) : await this.#deps.store.offset(shop)
    // Another node was faster, and may have come less far than this chunk.
    if (!applied) this.#awake.add(shop)
  }

  /** A little at a time: models learn on the event loop, and requests come between. */
  async #feedAll(shop: ShopId, standing: Standing, chunk: LogChunk): Promise<void> {
    const lines = chunk.bodies.split('\n')
    for (let from = 0; from < lines.length; from += FED_AT_ONCE) {
      const offsets = chunk.offsets.slice(from, from + FED_AT_ONCE)
      const events = offsets.map((offset, i) => ({ offset, event: JSON.parse(lines[from + i]!) as ShopEvent }))
      const reached = offsets.at(-1) ?? 0
      for (const [i, consumer] of this.#deps.consumers.entries()) {
        const offset = standing.consumers[i] as number
        const unseen = events.filter((one) => one.offset > offset).map(({ event }) => event)
        if (unseen.length > 0) this.#feed(shop, consumer, unseen)
        standing.consumers[i] = Math.max(offset, reached)
      }
      await new Promise(setImmediate)
    }
  }

  /** In the store's own thread where it can; a chunk that is in part known already is cut here. */
  async #derive(shop: ShopId, fromOffset: number, chunk: LogChunk): Promise<boolean> {
    const { store, windowsOf } = this.#deps
    const known = chunk.offsets.some((offset) => offset <= fromOffset)
    if (store.derive && !known) return store.derive(shop, { fromOffset, ...chunk }, await windowsOf(shop))
    const events = parseChunk(chunk).filter(({ offset }) => offset > fromOffset)
    return deriveEvents(this.#deps, shop, { fromOffset, events })
  }

  #feed(shop: ShopId, consumer: EventConsumer, events: readonly ShopEvent[]): void {
    try {
      consumer.consume(shop, events)
    } catch (error) {
      // One model's fault must not keep the others, or the reports, from going on.
      this.#deps.onError(error, shop)
    }
  }

  async #restore(shop: ShopId): Promise<Standing> {
    const { store, consumers } = this.#deps
    const standing: Standing = { derived: await store.offset(shop), consumers: [], eventsSinceSnapshot: 0 }
    for (const consumer of consumers) {
      const stored = await store.snapshot(shop, consumer.name)
      standing.consumers.push(this.#restoreOne(shop, consumer, stored))
    }
    this.#standings.set(shop, standing)
    return standing
  }

  #restoreOne(
    shop: ShopId,
    consumer: EventConsumer,
    stored: { offset: number; bytes: Uint8Array } | undefined,
  ): number {
    try {
      consumer.restore(shop, stored?.bytes)
      return stored?.offset ?? 0
    } catch (error) {
      // A snapshot that cannot be read is only a cache lost.
      this.#deps.onError(error, shop)
      consumer.restore(shop, undefined)
      return 0
    }
  }

  async #snapshot(shop: ShopId): Promise<void> {
    const standing = this.#standings.get(shop)
    if (!standing || standing.outdated || standing.eventsSinceSnapshot === 0) return
    for (const [i, consumer] of this.#deps.consumers.entries()) {
      const offset = standing.consumers[i] as number
      const bytes = consumer.snapshot(shop)
      if (bytes) await this.#deps.store.putSnapshot(shop, consumer.name, offset, bytes)
    }
    standing.eventsSinceSnapshot = 0
  }
}
