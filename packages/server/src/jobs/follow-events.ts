/** The store commits its offset together with the derived data, so that each event takes effect once. */
import type { DeriveDeps } from './derive-events/derive-events.ts'
import { ShopDeriving } from './derive-events/shop-deriving.ts'
import type { ServeLog } from '../features/serves/serve-log.ts'
import type { ErasedShopper } from '../ports/event-log/event-consumer.ts'
import type { EventLog, LogChunk } from '../ports/event-log/event-log.ts'
import type { ShopId } from '../ports/record-store/record-store.ts'
import type { DerivedStore } from '../ports/derived-store/derived-store.ts'
import type { SetAside } from '../ports/derived-store/set-aside.ts'
import { type FeedDeps, ModelFeeding } from './feed-models.ts'
import { PendingServes } from './pending-serves.ts'
import { EarliestTimer } from './earliest-timer.ts'
import { StalledShops } from './stalled-shops.ts'
import { type DayDeps, DayRecounts } from './follow-events-days.ts'

export interface FollowerDeps extends Omit<DayDeps, 'deriveChunk'>, DeriveDeps, Omit<FeedDeps, 'store'> {
  log: EventLog
  store: DerivedStore
  /** The shop continues without the event. */
  onSetAside: (shop: ShopId, aside: SetAside, error: unknown) => void
  /** Flushed before events are matched with serves. */
  serves: Pick<ServeLog, 'flush'>
  /** True if this node derives and learns the shop; other nodes load the result. By default true for every shop. */
  isHome?: (shop: ShopId) => boolean
  /** Called for shops of this node with new events, and may `open` them. undefined if all models are in memory. */
  requestLoad?: (shop: ShopId) => void
  /** True for the error of a locked shop, which is retried. */
  isHeld?: (error: unknown) => boolean
  eventsPerStep?: number
  clock?: () => number
}

/** Larger steps cost less per event, because changes are summed up before they are written. */
const STEP = 4000
/** Collects events that arrive together for one commit. */
const PAUSE_MS = 100

export class EventFollower {
  readonly #deps: FollowerDeps
  readonly #models: ModelFeeding
  readonly #days: DayRecounts
  readonly #pendingServes: PendingServes
  readonly #deriving: ShopDeriving
  /** Shops in the order of their turns, each with the arrival time of its oldest waiting event. */
  readonly #queue = new Map<ShopId, number>()
  /** Shops whose models a caller waits for. */
  readonly #openRequests = new Map<ShopId, PromiseWithResolvers<void>>()
  readonly #tasks: (() => Promise<void>)[] = []
  /** Locked shops are retried after the others. */
  readonly #lockedShops = new Set<ShopId>()
  readonly #stalled = new StalledShops()
  readonly #timer = new EarliestTimer(PAUSE_MS, () => void this.runOnce())
  readonly #listeners = new Set<(shop: ShopId) => void>()
  #running: Promise<void> | undefined
  #stopped = false

  constructor(deps: FollowerDeps) {
    this.#deps = deps
    const now = () => this.#now()
    this.#pendingServes = new PendingServes({ ...deps, now })
    this.#deriving = new ShopDeriving({
      ...deps,
      now,
      onUnserved: (shop, events) => this.#pendingServes.note(shop, events),
    })
    this.#days = new DayRecounts({ ...deps, deriveChunk: (shop, chunk) => this.#deriving.chunk(shop, chunk) })
    this.#models = new ModelFeeding(deps)
  }

  /** For the operator, if events are stored but not derived. */
  get problem(): string | undefined {
    return this.#stalled.problem
  }

  get stalledShops(): number {
    return this.#stalled.size
  }

  get waitingShops(): number {
    return this.#queue.size
  }

  get lagMs(): number {
    return Math.max(0, ...[...this.#queue.values()].map((sinceMs) => this.#now() - sinceMs))
  }

  /** The listener is called for shops that may have new events, whichever node derives them. */
  onWake(listener: (shop: ShopId) => void): void {
    this.#listeners.add(listener)
  }

  wake(shop: ShopId): void {
    for (const listener of this.#listeners) listener(shop)
    this.#enqueue(shop)
    this.#schedule()
    if (this.#isHome(shop)) this.#deps.requestLoad?.(shop)
  }

  /** Derives the shop's whole log, even if another node usually does. */
  async catchUp(shop: ShopId): Promise<void> {
    await this.#exclusive(async () => {
      do {
        this.#deriving.lookAgain(shop)
        while (await this.#step(shop, true)) {}
        // Another node may have derived some of the events, but not all.
      } while (this.#queue.delete(shop))
    })
  }

  async replay(shop: ShopId): Promise<void> {
    await this.#betweenSteps(() => this.#deriving.replay(shop))
  }

  /** Must be called when the shop's settings, such as its time zone, have changed. */
  settingsChanged(shop: ShopId): void {
    if (this.#deriving.knows(shop)) this.wake(shop)
  }

  async start(): Promise<void> {
    for (const shop of await this.#deps.log.listShops()) this.wake(shop)
    await this.runOnce()
  }

  /** Follows woken shops to the end of their logs, and does one step of recounting and relearning. */
  async runOnce(): Promise<void> {
    await this.#exclusive(() => this.#run())
  }

  /** Resolves when the shop's models have learned its log to the end. */
  async open(shop: ShopId): Promise<void> {
    const request = this.#openRequests.get(shop) ?? Promise.withResolvers<void>()
    this.#openRequests.set(shop, request)
    // A run in progress finds the shop by itself.
    if (!this.#running) void this.runOnce()
    await request.promise
  }

  /** Exchanges models now, even if the exchange is not due. */
  async exchangeModels(): Promise<void> {
    await this.#betweenSteps(() => this.#models.exchangeSnapshots(true))
  }

  async leave(shop: ShopId): Promise<void> {
    await this.#betweenSteps(() => this.#models.leave(shop))
  }

  async rebuild(shop: ShopId, onProgress: (done: number, total: number) => void = () => {}): Promise<void> {
    await this.#exclusive(async () => {
      await this.#deps.store.reset(shop)
      this.#pendingServes.forget(shop)
      this.#days.forget(shop)
      this.#deriving.lookAgain(shop)
      await this.#models.startOver(shop)
      const total = await this.#deps.log.lastOffset(shop)
      while (await this.#step(shop, true)) onProgress(await this.#deriving.reached(shop), total)
      onProgress(total, total)
    })
  }

  async refit(shop: ShopId): Promise<void> {
    await this.#betweenSteps(() => this.#models.startOver(shop))
    this.wake(shop)
  }

  /** Must be called after events were erased. No model is stored until its sums are learned again. */
  async erase(shop: ShopId, shopper: ErasedShopper): Promise<void> {
    await this.#betweenSteps(async () => {
      this.#pendingServes.erase(shop, shopper)
      await this.#models.erase(shop, shopper)
    })
  }

  async forget(shop: ShopId): Promise<void> {
    await this.#betweenSteps(async () => {
      this.#queue.delete(shop)
      this.#lockedShops.delete(shop)
      this.#stalled.forget(shop)
      this.#deriving.forget(shop)
      this.#days.forget(shop)
      this.#pendingServes.forget(shop)
      this.#models.forget(shop)
    })
  }

  /** Stops after the current step and stores the models. */
  async stop(): Promise<void> {
    this.#stopped = true
    await this.#exclusive(async () => {
      await this.#runTasks()
      for (const { resolve } of this.#openRequests.values()) resolve()
      // If the store is unavailable, the models can be learned again from the log.
      for (const shop of this.#models.shops)
        await this.#models.store(shop).catch((error) => this.#deps.onError(error, shop))
    })
  }

  /** Two concurrent steps of one shop would feed the same events twice. */
  async #exclusive(work: () => Promise<void>): Promise<void> {
    while (this.#running) await this.#running
    this.#timer.clear()
    const result = work()
    this.#running = result
      .catch(() => {})
      .then(() => {
        this.#running = undefined
        if (this.#tasks.length > 0) void this.#exclusive(() => this.#runTasks())
        else if (this.#openRequests.size > 0 && !this.#stopped) void this.runOnce()
        else if (this.#queue.size + this.#days.pending.size + this.#models.relearning.size > 0) this.#schedule()
        else {
          const serveInMs = this.#pendingServes.dueInMs ?? Number.POSITIVE_INFINITY
          const dueInMs = Math.min(serveInMs, this.#models.dueInMs, this.#stalled.dueInMs(this.#now()))
          if (dueInMs < Number.POSITIVE_INFINITY) this.#schedule(dueInMs)
        }
      })
    await result
  }

  #enqueue(shop: ShopId, sinceMs = this.#now()): void {
    if (!this.#queue.has(shop)) this.#queue.set(shop, sinceMs)
  }

  #now(): number {
    return (this.#deps.clock ?? Date.now)()
  }

  #schedule(inMs = 0): void {
    if (!this.#running && !this.#stopped) this.#timer.fireIn(inMs)
  }

  /** Runs between two steps, so that the caller does not wait for a run over many shops. */
  #betweenSteps(work: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#tasks.push(() => work().then(resolve, reject))
      if (!this.#running) void this.#exclusive(() => this.#runTasks())
    })
  }

  async #runTasks(): Promise<void> {
    for (let task = this.#tasks.shift(); task; task = this.#tasks.shift()) await task()
  }

  /** Shops that a caller waits for get every other step. */
  async #run(): Promise<void> {
    const stalled = this.#stalled.due(this.#now())
    if (stalled !== undefined) this.#enqueue(stalled)
    while (await this.#takeTurns()) {}
    if (this.#stopped) return
    await this.#recount()
    await this.#lookForServes()
    await this.#models.exchangeSnapshots()
    for (const shop of this.#models.relearning) await this.#models.relearnStep(shop, this.#deps.eventsPerStep ?? STEP)
    for (const shop of this.#lockedShops) this.#enqueue(shop)
    this.#lockedShops.clear()
  }

  /** Returns false if no shop has anything left to do. */
  async #takeTurns(): Promise<boolean> {
    await this.#runTasks()
    if (this.#stopped) return false
    const [requested] = this.#openRequests.keys()
    const [queued] = this.#queue.keys()
    if (requested !== undefined) await this.#stepRequested(requested)
    if (queued !== undefined) await this.#stepQueued(queued)
    return requested !== undefined || queued !== undefined
  }

  async #stepQueued(shop: ShopId): Promise<void> {
    const sinceMs = this.#queue.get(shop)
    this.#queue.delete(shop)
    try {
      if (await this.#step(shop)) this.#enqueue(shop, sinceMs)
      for (const other of this.#stalled.succeeded(shop)) this.#enqueue(other)
    } catch (error) {
      if (this.#deps.isHeld?.(error)) this.#lockedShops.add(shop)
      else this.#fail(shop, error)
    }
  }

  async #stepRequested(shop: ShopId): Promise<void> {
    const request = this.#openRequests.get(shop) as PromiseWithResolvers<void>
    try {
      await this.#models.open(shop)
      const mayHaveMore = await this.#step(shop)
      // Moves the shop after others that were requested meanwhile.
      this.#openRequests.delete(shop)
      if (mayHaveMore) this.#openRequests.set(shop, request)
      else request.resolve()
    } catch (error) {
      this.#openRequests.delete(shop)
      this.#fail(shop, error)
      // Models can be used even if the shop's events cannot be derived.
      if (this.#models.has(shop)) request.resolve()
      else request.reject(error)
    }
  }

  #fail(shop: ShopId, error: unknown): void {
    this.#stalled.failed(shop, error, this.#now())
    this.#deps.onError(error, shop)
  }

  /** Does one step per shop that needs it, so that new events go first. */
  async #recount(): Promise<void> {
    for (const shop of [...this.#days.pending]) {
      try {
        await this.#deps.serves.flush(shop)
        await this.#days.step(shop, this.#deps.eventsPerStep ?? STEP)
      } catch (error) {
        // The shop's next event starts the recount again.
        this.#days.forget(shop)
        this.#deps.onError(error, shop)
      }
    }
  }

  /** Finds serves that were stored after their events were derived, and credits the clicks on them. */
  async #lookForServes(): Promise<void> {
    for (const shop of this.#pendingServes.due) {
      try {
        await this.#deps.serves.flush(shop)
        await this.#pendingServes.look(shop)
      } catch (error) {
        this.#pendingServes.forget(shop)
        this.#deps.onError(error, shop)
      }
    }
  }

  #isHome(shop: ShopId): boolean {
    return this.#deps.isHome?.(shop) ?? true
  }

  /** Derives the shop's next events or feeds them to its models, or both. Returns false if no events are left. */
  async #step(shop: ShopId, derives = this.#isHome(shop)): Promise<boolean> {
    if (!this.#deps.requestLoad) await this.#models.open(shop)
    if (derives) {
      await this.#days.check(shop)
      await this.#deriving.replayOnce(shop)
    }
    const derived = derives ? await this.#deriving.reached(shop) : Number.POSITIVE_INFINITY
    const learnt = derives || this.#isLearntHere(shop) ? this.#models.reached(shop) : Number.POSITIVE_INFINITY
    const from = Math.min(derived, learnt)
    if (from === Number.POSITIVE_INFINITY) return false
    const step = this.#deps.eventsPerStep ?? STEP
    const chunk = await this.#deps.log.readBodies(shop, from, step)
    if (chunk.offsets.length > 0) await this.#take(shop, chunk, { derives, learns: learnt < Number.POSITIVE_INFINITY })
    if (!chunk.isLast) return true
    if (learnt < Number.POSITIVE_INFINITY) await this.#models.caughtUp(shop)
    return false
  }

  /** This node learns a shop if a request needs the models, or if the shop's home has stopped. */
  #isLearntHere(shop: ShopId): boolean {
    return this.#openRequests.has(shop) || this.#models.ownerIsSilent(shop)
  }

  /** Models learn while the store derives in another thread, so that the chunk is freed sooner. */
  async #take(
    shop: ShopId,
    chunk: LogChunk,
    { derives, learns }: { derives: boolean; learns: boolean },
  ): Promise<void> {
    // Models need the serves to check that a clicked product was shown.
    await this.#deps.serves.flush(shop)
    // Waits for both, so that the next step does not overlap with them.
    const ends = await Promise.allSettled([
      derives ? this.#derive(shop, chunk) : undefined,
      learns ? this.#models.feed(shop, chunk) : undefined,
    ])
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  }

  async #derive(shop: ShopId, chunk: LogChunk): Promise<void> {
    // Another node has derived events of the shop, but perhaps not all of this chunk.
    if (!(await this.#deriving.take(shop, chunk))) this.#enqueue(shop)
  }
}
