/** Commits many requests with one fsync. If the disk cannot keep up, events are refused, which bounds the memory. */
import type { EventLog, LogEntry } from '../../ports/event-log/event-log.ts'
import type { ShopId } from '../../ports/record-store/record-store.ts'

export interface GroupCommitLimits {
  /** `add` refuses more events, or more bytes than `maxWaitingBytes`. */
  maxWaiting: number
  maxWaitingBytes: number
  /** More events make a commit cheaper per event, fewer make it faster. */
  maxBatch: number
}

export const DEFAULT_LIMITS: GroupCommitLimits = {
  maxWaiting: 20_000,
  maxWaitingBytes: 64 * 1024 * 1024,
  maxBatch: 1000,
}

/** Limits the busy shops that are written at the same time, because each takes a connection from the shared pool. */
const OWN_CONNECTIONS = 4
/** Maximum wait of an event for others to share its commit. */
const MAX_GATHER_MS = 5

/** The log could not store the event (disk full, file gone). The caller may send it again. */
export class LogUnavailable extends Error {
  override name = 'LogUnavailable'
}

/** Called once with whether the event was new, or why it was not stored. A promise per event would be slower. */
export type OnSettled = (isNew: boolean | LogUnavailable) => void

interface Waiter {
  entry: LogEntry
  onSettled: OnSettled
}

interface Queue {
  waiting: Waiter[]
  draining?: Promise<void> | undefined
}

export class GroupCommit {
  readonly #log: Pick<EventLog, 'appendAll' | 'appendFree'>
  readonly #limits: GroupCommitLimits
  readonly #onError: (error: unknown) => void
  readonly #shared: Queue = { waiting: [] }
  /** Shops whose log is busy, which must not delay events of other shops. */
  readonly #own = new Map<ShopId, Queue>()
  readonly #connections = new Semaphore(OWN_CONNECTIONS)
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

  /** Calls `onSettled` once the event is on disk. Returns false if the queue is full. */
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

  async settle(): Promise<void> {
    for (;;) {
      const draining = [this.#shared, ...this.#own.values()].flatMap((queue) => queue.draining ?? [])
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

  async #drainOwn(shop: ShopId, { waiting }: Queue): Promise<void> {
    while (waiting.length > 0) {
      const leave = await this.#connections.enter()
      const batch = waiting.splice(0, this.#limits.maxBatch)
      const outcomes = await this.#append(batch, (entries) => this.#log.appendAll(entries))
      leave()
      for (const [i, waiter] of batch.entries()) this.#tell(waiter, outcomes[i] as boolean | LogUnavailable)
    }
    this.#own.delete(shop)
  }

  /** Waits as long as each turn of the event loop brings more events, so that they share a commit. */
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
    const queue: Queue = { waiting: [waiter] }
    this.#own.set(shop, queue)
    queue.draining = this.#drainOwn(shop, queue)
  }

  #tell({ entry, onSettled }: Waiter, outcome: boolean | LogUnavailable): void {
    this.#taken--
    this.#takenBytes -= sizeOf(entry)
    try {
      onSettled(outcome)
    } catch (error) {
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

class Semaphore {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(count: number) {
    this.#free = count
  }

  /** Waits for a permit. The returned function releases it. */
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
