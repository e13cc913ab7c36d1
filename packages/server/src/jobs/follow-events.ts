/**
 * Follows every shop's log: derived state through the store, models through `ModelFeeding`. Each sees every event once in effect,
 * whatever stops in between: the store commits its offset with what it derived. Deriving goes on for shops that are not in memory;
 * models are fed of those that are.
 */
import { deriveChunk } from './derive-events/derive-chunk.ts'
import type { DeriveDeps } from './derive-events/derive-events.ts'
import { deriveWhatCan } from './derive-events/derive-what-can.ts'
import type { ServeLog } from '../features/serves/serve-log.ts'
import type { ErasedShopper } from '../ports/event-log/event-consumer.ts'
import type { EventLog, LogChunk } from '../ports/event-log/event-log.ts'
import type { ShopId } from '../ports/record-store/record-store.ts'
import type { DerivableChunk, DerivedStore, DeriveOutcome } from '../ports/derived-store/derived-store.ts'
import type { SetAside } from '../ports/derived-store/set-aside.ts'
import { type FeedDeps, ModelFeeding } from './feed-models.ts'
import { LateServes } from './late-serves.ts'
import { type DayDeps, DayRecounts } from './follow-events-days.ts'

export interface FollowerDeps extends Omit<DayDeps, 'deriveChunk'>, DeriveDeps, Omit<FeedDeps, 'store'> {
  log: EventLog
  store: DerivedStore
  /** An event could not be derived; the shop goes on without it. */
  onSetAside: (shop: ShopId, aside: SetAside, error: unknown) => void
  /** Flushed before events are joined to serves. */
  serves: Pick<ServeLog, 'flush'>
  /** false: other nodes derive; this one only feeds its models. */
  derives?: boolean
  /** Told of shops in which something happens, and may `open` them. Absent: the models of every shop are held. */
  welcome?: (shop: ShopId) => void
  /** Tells a shop that somebody else held: nothing happened, and it is tried again. */
  isHeld?: (error: unknown) => boolean
  /** Events in one step; some thousand where absent. */
  eventsPerStep?: number
  /** Milliseconds since 1970; the machine's where absent. */
  clock?: () => number
}

/** Events in one step: what they change is summed before it is written, so more at once cost less each. */
const STEP = 4000
/** Between wake-ups: events that arrive together are derived in one commit. */
const PAUSE_MS = 100
/** More at one start would keep new events waiting; the next has the others. */
const MOST_REPLAYED = 1000

export class EventFollower {
  readonly #deps: FollowerDeps
  readonly #models: ModelFeeding
  readonly #days: DayRecounts
  readonly #late: LateServes
  readonly #derives: boolean
  /** How far each shop is derived. */
  readonly #derived = new Map<ShopId, number>()
  /** In the order of their turns, with the time since when something waits. */
  readonly #awake = new Map<ShopId, number>()
  /** Shops whose models somebody waits for. */
  readonly #asked = new Map<ShopId, PromiseWithResolvers<void>>()
  /** What is done between two steps. */
  readonly #errands: (() => Promise<void>)[] = []
  /** Shops whose events that were set aside have been tried again since the start. */
  readonly #replayed = new Set<ShopId>()
  /** Shops that somebody held: the others come first. */
  readonly #held = new Set<ShopId>()
  /** Shops whose last step failed, with what was said. */
  readonly #stalled = new Map<ShopId, string>()
  #timer: NodeJS.Timeout | undefined
  #timerAtMs = 0
  #running: Promise<void> | undefined
  #stopped = false

  constructor(deps: FollowerDeps) {
    this.#deps = deps
    this.#derives = deps.derives ?? true
    this.#days = new DayRecounts({ ...deps, deriveChunk: (shop, chunk) => this.#deriveWhatCan(shop, chunk) })
    this.#late = new LateServes({ ...deps, now: () => this.#now() })
    this.#models = new ModelFeeding(deps)
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

  /** Shops with something to follow. */
  get waitingShops(): number {
    return this.#awake.size
  }

  /** Milliseconds that the longest of them has waited. */
  get lagMs(): number {
    return Math.max(0, ...[...this.#awake.values()].map((sinceMs) => this.#now() - sinceMs))
  }

  /** Something was appended for the shop. */
  wake(shop: ShopId): void {
    this.#stayAwake(shop)
    this.#schedule()
    this.#deps.welcome?.(shop)
  }

  /** The shop is set up otherwise: its days may be those of another zone. */
  settingsChanged(shop: ShopId): void {
    if (this.#derived.has(shop)) this.wake(shop)
  }

  /** Catches up with every shop of the log: what was appended while nobody followed is derived, and learnt by the models. */
  async start(): Promise<void> {
    for (const shop of await this.#deps.log.listShops()) this.wake(shop)
    await this.runOnce()
  }

  /** Follows all shops that were woken to the end of their logs, and goes on for a step where days are counted or models are learnt again. */
  async runOnce(): Promise<void> {
    await this.#alone(() => this.#run())
  }

  /** Brings the shop's models into memory; resolves when they know its log to the end. */
  async open(shop: ShopId): Promise<void> {
    const asked = this.#asked.get(shop) ?? Promise.withResolvers<void>()
    this.#asked.set(shop, asked)
    // A run that is under way takes it up by itself.
    if (!this.#running) void this.runOnce()
    await asked.promise
  }

  /** Stores the shop's models and lets them go. */
  async leave(shop: ShopId): Promise<void> {
    await this.#between(() => this.#models.leave(shop))
  }

  /** Forgets what was derived for the shop and derives it again from its log. */
  async rebuild(shop: ShopId, onProgress: (done: number, total: number) => void = () => {}): Promise<void> {
    await this.#alone(async () => {
      await this.#deps.store.reset(shop)
      this.#late.forget(shop)
      this.#days.forget(shop)
      this.#derived.delete(shop)
      await this.#models.startOver(shop)
      const total = await this.#deps.log.lastOffset(shop)
      while (await this.#step(shop)) onProgress(this.#derived.get(shop) ?? 0, total)
      onProgress(total, total)
    })
  }

  /** Has the models learn the shop's log again from its beginning. */
  async refit(shop: ShopId): Promise<void> {
    await this.#between(() => this.#models.startOver(shop))
    this.wake(shop)
  }

  /**
   * Events were erased: the models forget the shopper at once, and the sums over all shoppers are learnt again from the log, a step at a
   * time. Until that is done, what the models hold is not stored: a start in between learns from the log.
   */
  async erase(shop: ShopId, shopper: ErasedShopper): Promise<void> {
    await this.#between(async () => {
      this.#late.erase(shop, shopper)
      await this.#models.erase(shop, shopper)
    })
  }

  /** The shop is gone. */
  async forget(shop: ShopId): Promise<void> {
    await this.#between(async () => {
      this.#derived.delete(shop)
      this.#awake.delete(shop)
      this.#held.delete(shop)
      this.#stalled.delete(shop)
      this.#replayed.delete(shop)
      this.#days.forget(shop)
      this.#late.forget(shop)
      this.#models.forget(shop)
    })
  }

  /** Ends after the step in progress, and stores the models. */
  async stop(): Promise<void> {
    this.#stopped = true
    await this.#alone(async () => {
      await this.#runErrands()
      for (const { resolve } of this.#asked.values()) resolve()
      // A store that is away keeps none; the log has all of it.
      for (const shop of this.#models.shops)
        await this.#models.store(shop).catch((error) => this.#deps.onError(error, shop))
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
        if (this.#errands.length > 0) void this.#alone(() => this.#runErrands())
        else if (this.#asked.size > 0 && !this.#stopped) void this.runOnce()
        else if (this.#awake.size + this.#days.pending.size + this.#models.relearning.size > 0) this.#schedule()
        else if (this.#late.dueInMs !== undefined) this.#schedule(this.#late.dueInMs)
      })
    await result
  }

  #stayAwake(shop: ShopId, sinceMs = this.#now()): void {
    if (!this.#awake.has(shop)) this.#awake.set(shop, sinceMs)
  }

  #now(): number {
    return (this.#deps.clock ?? Date.now)()
  }

  /** At the latest: a timer that was to fire later gives way. */
  #schedule(inMs = 0): void {
    if (this.#running || this.#stopped) return
    const atMs = performance.now() + Math.max(PAUSE_MS, inMs)
    if (this.#timer && this.#timerAtMs <= atMs) return
    clearTimeout(this.#timer)
    this.#timerAtMs = atMs
    this.#timer = setTimeout(() => void this.runOnce(), Math.max(PAUSE_MS, inMs)).unref()
  }

  /** Done when the step in progress has ended, however many wait: nobody waits for the whole of a run. */
  #between(work: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#errands.push(() => work().then(resolve, reject))
      if (!this.#running) void this.#alone(() => this.#runErrands())
    })
  }

  async #runErrands(): Promise<void> {
    for (let errand = this.#errands.shift(); errand; errand = this.#errands.shift()) await errand()
  }

  /**
   * One step of each shop in turn: a shop with a long log does not keep the others waiting. Those that somebody waits for have every
   * other step.
   */
  async #run(): Promise<void> {
    while (await this.#takeTurns()) {}
    if (this.#stopped) return
    await this.#recount()
    await this.#lookForServes()
    for (const shop of this.#models.relearning) await this.#models.relearnStep(shop, this.#deps.eventsPerStep ?? STEP)
    for (const shop of this.#held) this.#stayAwake(shop)
    this.#held.clear()
  }

  /** false: nobody is left who would have one. */
  async #takeTurns(): Promise<boolean> {
    await this.#runErrands()
    if (this.#stopped) return false
    const [asked] = this.#asked.keys()
    const [awake] = this.#awake.keys()
    if (asked !== undefined) await this.#stepAsked(asked)
    if (awake !== undefined) await this.#stepAwake(awake)
    return asked !== undefined || awake !== undefined
  }

  async #stepAwake(shop: ShopId): Promise<void> {
    const sinceMs = this.#awake.get(shop)
    this.#awake.delete(shop)
    try {
      if (await this.#step(shop)) this.#stayAwake(shop, sinceMs)
      this.#stalled.delete(shop)
    } catch (error) {
      if (this.#deps.isHeld?.(error)) this.#held.add(shop)
      else this.#fail(shop, error)
    }
  }

  async #stepAsked(shop: ShopId): Promise<void> {
    const asked = this.#asked.get(shop) as PromiseWithResolvers<void>
    this.#asked.delete(shop)
    try {
      await this.#models.open(shop)
      if (await this.#step(shop)) this.#asked.set(shop, asked)
      else asked.resolve()
    } catch (error) {
      this.#fail(shop, error)
      // What cannot be derived keeps nobody from the models.
      if (this.#models.has(shop)) asked.resolve()
      else asked.reject(error)
    }
  }

  #fail(shop: ShopId, error: unknown): void {
    this.#stalled.set(shop, (error as Error).message)
    this.#deps.onError(error, shop)
  }

  /** One step of each, and then new events first once more: they are not kept waiting. */
  async #recount(): Promise<void> {
    for (const shop of [...this.#days.pending]) {
      try {
        await this.#deps.serves.flush(shop)
        await this.#days.step(shop, this.#deps.eventsPerStep ?? STEP)
      } catch (error) {
        // Tried again with the shop's next event.
        this.#days.forget(shop)
        this.#deps.onError(error, shop)
      }
    }
  }

  /** Events whose serve was not stored when they were derived earn when it is. */
  async #lookForServes(): Promise<void> {
    for (const shop of this.#late.due) {
      try {
        await this.#deps.serves.flush(shop)
        await this.#late.look(shop)
      } catch (error) {
        this.#late.forget(shop)
        this.#deps.onError(error, shop)
      }
    }
  }

  /** Answers whether there may be more. */
  async #step(shop: ShopId): Promise<boolean> {
    if (!this.#deps.welcome) await this.#models.open(shop)
    if (this.#derives) {
      await this.#days.check(shop)
      await this.#replay(shop)
    }
    const derived = this.#derives ? await this.#derivedTo(shop) : Number.POSITIVE_INFINITY
    const from = Math.min(derived, this.#models.reached(shop))
    if (from === Number.POSITIVE_INFINITY) return false
    const step = this.#deps.eventsPerStep ?? STEP
    const chunk = await this.#deps.log.readBodies(shop, from, step)
    if (chunk.offsets.length > 0) await this.#take(shop, chunk)
    if (chunk.offsets.length === step) return true
    await this.#models.caughtUp(shop)
    return false
  }

  async #derivedTo(shop: ShopId): Promise<number> {
    const derived = this.#derived.get(shop) ?? (await this.#deps.store.offset(shop))
    this.#derived.set(shop, derived)
    return derived
  }

  /** Store and models at the same time: each has its own thread, and the chunk's texts are not held longer than they must. */
  async #take(shop: ShopId, chunk: LogChunk): Promise<void> {
    // What is clicked was shown before: the models ask for it, too.
    await this.#deps.serves.flush(shop)
    // Both come to an end, whatever becomes of the other: the next step must not meet them.
    const ends = await Promise.allSettled([
      this.#derives ? this.#deriveTo(shop, chunk) : undefined,
      this.#models.feed(shop, chunk),
    ])
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  }

  async #deriveTo(shop: ShopId, chunk: LogChunk): Promise<void> {
    const from = await this.#derivedTo(shop)
    const reached = chunk.offsets.at(-1) as number
    if (reached <= from) return
    const applied = await this.#deriveWhatCan(shop, { fromOffset: from, ...after(from, chunk) })
    if (applied) this.#late.note(shop, applied.unserved)
    this.#derived.set(shop, applied ? reached : await this.#deps.store.offset(shop))
    // Another node was faster, and may have come less far than this chunk.
    if (!applied) this.#stayAwake(shop)
  }

  #deriveWhatCan(shop: ShopId, chunk: DerivableChunk): Promise<DeriveOutcome> {
    const { store, onSetAside } = this.#deps
    const deps = { store, onSetAside, derive: this.#derive.bind(this), now: () => this.#now() }
    return deriveWhatCan(deps, shop, chunk)
  }

  /** In the store's own thread where it can. */
  async #derive(shop: ShopId, chunk: DerivableChunk): Promise<DeriveOutcome> {
    const { store, windowsOf } = this.#deps
    const windows = await windowsOf(shop)
    return store.derive ? store.derive(shop, chunk, windows) : deriveChunk(store, shop, chunk, windows)
  }

  /** Events that were set aside are tried again, each alone, once after every start: it may be one that mends what they failed at. */
  async #replay(shop: ShopId): Promise<void> {
    if (this.#replayed.has(shop)) return
    this.#replayed.add(shop)
    const { store, log } = this.#deps
    for (const { kind, key } of await store.setAside(shop, MOST_REPLAYED)) {
      if (kind !== 'event') continue
      const { offsets, bodies } = await log.readBodies(shop, Number(key) - 1, 1)
      // An erased event is not there any more.
      if (offsets[0] !== Number(key)) await store.dropAside(shop, kind, key)
      else await this.#deriveWhatCan(shop, { fromOffset: await store.offset(shop), offsets, bodies, isReplay: true })
    }
  }
}

/** Without what is known already. */
function after(fromOffset: number, { offsets, bodies }: LogChunk): LogChunk {
  const known = offsets.filter((offset) => offset <= fromOffset).length
  if (known === 0) return { offsets, bodies }
  return { offsets: offsets.slice(known), bodies: bodies.split('\n').slice(known).join('\n') }
}
