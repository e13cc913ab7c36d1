/** A circuit breaker: after one failed read, all others use their fallback until a background check succeeds. */
import { isStoreBusy, isStoreUnavailable, StoreUnavailable } from '../ports/postgres/store-unusable.ts'

export interface BreakerTimes {
  /** Time after which a read counts as failed; longer than a busy store takes to answer. */
  waitMs: number
  probeMs: number
}

const TIMES: BreakerTimes = { waitMs: 1000, probeMs: 1000 }

export class StoreBreaker {
  readonly #probe: () => Promise<unknown>
  readonly #times: BreakerTimes
  readonly #onBack = new Set<() => void>()
  #timer: NodeJS.Timeout | undefined

  /** `probe` is any cheap query to the store. */
  constructor(probe: () => Promise<unknown>, times: BreakerTimes = TIMES) {
    this.#probe = probe
    this.#times = times
  }

  async read<Value>(reading: () => Promise<Value>, fallback: () => Value): Promise<Value> {
    if (this.#timer) return fallback()
    try {
      return await within(this.#times.waitMs, reading())
    } catch (error) {
      if (!isStoreUnavailable(error) && !isStoreBusy(error)) throw error
      this.#probeLater()
      return fallback()
    }
  }

  /** Adds a listener that is called when the store is back, because fallback answers may be outdated by then. */
  onBack(listener: () => void): void {
    this.#onBack.add(listener)
  }

  #probeLater(): void {
    this.#timer ??= setTimeout(() => void this.#probeNow(), this.#times.probeMs).unref()
  }

  async #probeNow(): Promise<void> {
    const isBack = await within(this.#times.waitMs, this.#probe()).then(
      () => true,
      () => false,
    )
    this.#timer = undefined
    if (!isBack) return this.#probeLater()
    for (const listener of this.#onBack) listener()
  }
}

/** Rejects with `StoreUnavailable` if `reading` takes longer. */
function within<T>(ms: number, reading: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StoreUnavailable(`no answer from the store within ${ms} ms`)), ms).unref()
  })
  // `reading` may fail after the timeout, when nothing else handles its error.
  reading.catch(() => {})
  return Promise.race([reading, tooLate]).finally(() => clearTimeout(timer))
}
