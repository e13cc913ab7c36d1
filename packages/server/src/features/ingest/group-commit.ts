/**
 * Many requests, one fsync: events that arrive while a commit is under way wait together and go into the next one. Each is
 * told of after the commit that holds it. The queue is bounded: when the disk cannot keep up, callers are told to come
 * back instead of memory growing.
 */
import type { EventLog, LogEntry } from '../../ports/event-log/event-log.ts'

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

export class GroupCommit {
  readonly #log: Pick<EventLog, 'appendAll'>
  readonly #limits: GroupCommitLimits
  /** Somebody failed at hearing what became of an event. */
  readonly #onError: (error: unknown) => void
  #waiting: Waiter[] = []
  #waitingBytes = 0
  #inFlight = 0
  #draining: Promise<void> | undefined

  constructor(log: Pick<EventLog, 'appendAll'>, limits = DEFAULT_LIMITS, onError: (error: unknown) => void = () => {}) {
    this.#log = log
    this.#limits = limits
    this.#onError = onError
  }

  get waiting(): number {
    return this.#waiting.length + this.#inFlight
  }

  /** Settles once the event is on disk. False: the queue is full, and nothing was taken. */
  add(entry: LogEntry, onSettled: OnSettled): boolean {
    const { maxWaiting, maxWaitingBytes } = this.#limits
    if (this.waiting >= maxWaiting || this.#waitingBytes >= maxWaitingBytes) return false
    this.#waitingBytes += sizeOf(entry)
    this.#waiting.push({ entry, onSettled })
    this.#draining ??= this.#drain()
    return true
  }

  /** Resolves when nothing waits any more. */
  async settle(): Promise<void> {
    while (this.#draining) await this.#draining
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#gather()
      await this.#commit(this.#waiting.splice(0, this.#limits.maxBatch))
    }
    this.#draining = undefined
  }

  /** Until a turn of the event loop brings no more: requests that arrive together share a commit, and nobody waits for a clock. */
  async #gather(): Promise<void> {
    const untilMs = performance.now() + MAX_GATHER_MS
    for (let before = -1; before < this.#waiting.length && this.#waiting.length < this.#limits.maxBatch; ) {
      before = this.#waiting.length
      await new Promise(setImmediate)
      if (performance.now() > untilMs) return
    }
  }

  async #commit(batch: Waiter[]): Promise<void> {
    this.#inFlight = batch.length
    const outcome = await this.#append(batch)
    this.#inFlight = 0
    for (const { entry } of batch) this.#waitingBytes -= sizeOf(entry)
    for (const [i, { onSettled }] of batch.entries()) {
      try {
        onSettled(outcome instanceof LogUnavailable ? outcome : outcome[i] === true)
      } catch (error) {
        // Of no concern to the others of the batch: what became of their events is the same.
        this.#onError(error)
      }
    }
  }

  async #append(batch: readonly Waiter[]): Promise<readonly boolean[] | LogUnavailable> {
    try {
      return await this.#log.appendAll(batch.map(({ entry }) => entry))
    } catch (cause) {
      return new LogUnavailable('The event log could not be written.', { cause })
    }
  }
}

function sizeOf({ event }: LogEntry): number {
  return event.body.length + event.sent.length
}
