/**
 * For reads that can do without the store: what they would have to do without is known before. The first one that finds the store away
 * waits for it a moment; from then on nobody does, until it has been asked, beside the requests, and has answered.
 */
import { isStoreAway, isStoreBusy, StoreAway } from '../ports/postgres/store-unusable.ts'

export interface BreakerTimes {
  /** Longer than a busy store takes. */
  waitMs: number
  /** How often it is asked whether it is back. */
  askMs: number
}

const TIMES: BreakerTimes = { waitMs: 1000, askMs: 1000 }

export class StoreBreaker {
  readonly #ask: () => Promise<unknown>
  readonly #times: BreakerTimes
  readonly #onBack = new Set<() => void>()
  #timer: NodeJS.Timeout | undefined

  /** `ask`: any question to the store that costs nothing. */
  constructor(ask: () => Promise<unknown>, times: BreakerTimes = TIMES) {
    this.#ask = ask
    this.#times = times
  }

  /** Answer of the store, or `instead` while the store is away. */
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

  /** Once the store is back: what was read instead may have changed meanwhile. */
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

/** A store that takes longer is taken for one that is away. */
function within<T>(ms: number, reading: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StoreAway(`no answer from the store within ${ms} ms`)), ms).unref()
  })
  // It may still fail when nobody waits for it any more.
  reading.catch(() => {})
  return Promise.race([reading, tooLate]).finally(() => clearTimeout(timer))
}
