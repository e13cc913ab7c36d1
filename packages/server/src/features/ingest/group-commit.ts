/**
 * Many requests, one fsync: events that arrive while a commit is under way wait together and go into the next one. Each is
 * told of after the commit that holds it. The queue is bounded: when the disk cannot keep up, callers are told to come
 * back instead of memory growing.
 */
import type { EventLog, LogEntry } from '../../ports/event-log/event-log.ts'
import type { ShopId } from '../../ports/record-store/record-store.ts'

export interface GroupCommitLimits {
  /** Events waiting, and their bytes; beyond either, `add` refuses. */
  maxWaiting: number
  maxWaitingBytes: number
  /** Events in one commit: more amortizes the fsync better, fewer keeps the wait short. */
  maxBatch: number
}

export const DEFAULT_LIMITS: GroupCommitLimits = {
  maxWaiting: 20_000,
  maxWaitingBytes: 64 * 1024 * 1024,
  maxBatch: 1000,
}

/** Shops that are waited for at the same time: each takes a connection of those that all have. */
const OWN_LANES = 4
/** However many go on arriving, the first of them does not wait longer for its commit to begin. */
const MAX_GATHER_MS = 5

/** The log could not take the event (disk full, file gone). Nothing of it was kept; the caller may send it again. */
export class LogUnavailable extends Error {
  override name = 'LogUnavailable'
}

/** Called once: whether the event was new, or why it could not be kept. A function and no promise: it is called for every event. */
export type OnSettled = (isNew: boolean | LogUnavailable) => void

interface Waiter {
  entry: LogEntry
  onSettled: OnSettled
}

interface Lane {
  waiting: Waiter[]
  draining?: Promise<void> | undefined
}

export class GroupCommit {
  readonly #log: Pick<EventLog, 'appendAll' | 'appendFree'>
  readonly #limits: GroupCommitLimits
  /** Somebody failed at hearing what became of an event. */
  readonly #onError: (error: unknown) => void
  readonly #shared: Lane = { waiting: [] }
  /** Shops that have to be waited for: each keeps nobody but itself waiting. */
  readonly #own = new Map<ShopId, Lane>()
  readonly #places = new Places(OWN_LANES)
  #taken = 0
  #takenBytes = 0

  constructor(
    log: Pick<EventLog, 'appendAll' | 'appendFree'>,
    limits = DEFAULT_LIMITS,
    onError: (error: unknown) => void = () => {},
  ) {
    this.#log = log
    this.#limits = limits
    this.#onError = onError
  }

  get waiting(): number {
    return this.#taken
  }

  /** Settles once the event is on disk. False: the queue is full, and nothing was taken. */
  add(entry: LogEntry, onSettled: OnSettled): boolean {
    const { maxWaiting, maxWaitingBytes } = this.#limits
    if (this.#taken >= maxWaiting || this.#takenBytes >= maxWaitingBytes) return false
    this.#taken++
    this.#takenBytes += sizeOf(entry)
    const own = this.#own.get(entry.shop)
    if (own) own.waiting.push({ entry, onSettled })
    else {
      this.#shared.waiting.push({ entry, onSettled })
      this.#shared.draining ??= this.#drainShared()
    }
    return true
  }

  /** Resolves when nothing waits any more. */
  async settle(): Promise<void> {
    for (;;) {
      const draining = [this.#shared, ...this.#own.values()].flatMap((lane) => lane.draining ?? [])
      if (draining.length === 0) return
      await Promise.all(draining)
    }
  }

  async #drainShared(): Promise<void> {
    const { waiting } = this.#shared
    while (waiting.length > 0) {
      await this.#gather()
      await this.#commitShared(waiting.splice(0, this.#limits.maxBatch))
    }
    this.#shared.draining = undefined
  }

  async #drainOwn(shop: ShopId, { waiting }: Lane): Promise<void> {
    while (waiting.length > 0) {
      const leave = await this.#places.enter()
      const batch = waiting.splice(0, this.#limits.maxBatch)
      const outcomes = await this.#append(batch, (entries) => this.#log.appendAll(entries))
      leave()
      for (const [i, waiter] of batch.entries()) this.#tell(waiter, outcomes[i] as boolean | LogUnavailable)
    }
    this.#own.delete(shop)
  }

  /** Until a turn of the event loop brings no more: requests that arrive together share a commit, and nobody waits for a clock. */
  async #gather(): Promise<void> {
    const { waiting } = this.#shared
    const untilMs = performance.now() + MAX_GATHER_MS
    for (let before = -1; before < waiting.length && waiting.length < this.#limits.maxBatch; ) {
      before = waiting.length
      await new Promise(setImmediate)
      if (performance.now() > untilMs) return
    }
  }

  async #commitShared(batch: readonly Waiter[]): Promise<void> {
    const { appendAll, appendFree = appendAll } = this.#log
    const outcomes = await this.#append(batch, appendFree)
    for (const [i, waiter] of batch.entries()) {
      const outcome = outcomes[i]
      if (outcome === undefined) this.#waitFor(waiter)
      else this.#tell(waiter, outcome)
    }
  }

  #waitFor(waiter: Waiter): void {
    const { shop } = waiter.entry
    const own = this.#own.get(shop)
    if (own) {
      own.waiting.push(waiter)
      return
    }
    const lane: Lane = { waiting: [waiter] }
    this.#own.set(shop, lane)
    lane.draining = this.#drainOwn(shop, lane)
  }

  #tell({ entry, onSettled }: Waiter, outcome: boolean | LogUnavailable): void {
    this.#taken--
    this.#takenBytes -= sizeOf(entry)
    try {
      onSettled(outcome)
    } catch (error) {
      // This error does not concern the others of the batch: the outcome of their events is the same.
      this.#onError(error)
    }
  }

  async #append(
    batch: readonly Waiter[],
    append: (entries: readonly LogEntry[]) => Promise<readonly (boolean | undefined)[]>,
  ): Promise<readonly (boolean | undefined | LogUnavailable)[]> {
    try {
      return await append(batch.map(({ entry }) => entry))
    } catch (cause) {
      const unavailable = new LogUnavailable('The event log could not be written.', { cause })
      return batch.map(() => unavailable)
    }
  }
}

/** Admits a fixed number at a time; the others wait in their order. */
class Places {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(count: number) {
    this.#free = count
  }

  /** Answers how to leave. */
  async enter(): Promise<() => void> {
    if (this.#free > 0) this.#free--
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    return () => {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free++
    }
  }
}

function sizeOf({ event }: LogEntry): number {
  return event.body.length + event.sent.length
}
