/**
 * A circuit breaker for reads that have a fallback: the first read that finds the store unreachable waits a moment; the
 * others fall back at once until a background check reaches the store again.
 */
import { isStoreAway, isStoreBusy, StoreAway } from '../ports/postgres/store-unusable.ts'

export interface BreakerTimes {
  /** Time after which a read counts as failed; longer than a busy store takes to answer. */
  waitMs: number
  askMs: number
}

const TIMES: BreakerTimes = { waitMs: 1000, askMs: 1000 }

export class StoreBreaker {
  readonly #ask: () => Promise<unknown>
  readonly #times: BreakerTimes
  readonly #onBack = new Set<() => void>()
  #timer: NodeJS.Timeout | undefined

  /** `ask` is any cheap query to the store. */
  constructor(ask: () => Promise<unknown>, times: BreakerTimes = TIMES) {
    this.#ask = ask
    this.#times = times
  }

  /** Returns the result of `instead` while the store is unreachable. */
  async read<Value>(reading: () => Promise<Value>, instead: () => Value): Promise<Value> {
    if (this.#timer) return instead()
    try {
      return await within(this.#times.waitMs, reading())
    } catch (error) {
      if (!isStoreAway(error) && !isStoreBusy(error)) throw error
      this.#askLater()
      return instead()
    }
  }

  /** Adds a listener that is called when the store is back, because fallback answers may be outdated by then. */
  onBack(listener: () => void): void {
    this.#onBack.add(listener)
  }

  #askLater(): void {
    this.#timer ??= setTimeout(() => void this.#askNow(), this.#times.askMs).unref()
  }

  async #askNow(): Promise<void> {
    const isBack = await within(this.#times.waitMs, this.#ask()).then(
      () => true,
      () => false,
    )
    this.#timer = undefined
    if (!isBack) return this.#askLater()
    for (const listener of this.#onBack) listener()
  }
}

/** Rejects with `StoreAway` if `reading` takes longer. */
function within<T>(ms: number, reading: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StoreAway(`no answer from the store within ${ms} ms`)), ms).unref()
  })
  // `reading` may fail after the timeout, when nothing else handles its error.
  reading.catch(() => {})
  return Promise.race([reading, tooLate]).finally(() => clearTimeout(timer))
}
