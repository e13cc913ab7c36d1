/**
 * Limits how much is done in one iteration of the event loop. Requests that arrive together are not all processed at
 * once: when the slice is used up, the rest waits until the loop has done everything else, including `/health`. Small
 * work goes before large.
 */

export interface TurnDeps {
  /** Milliseconds of a monotonic clock. */
  now: () => number
  /** Calls back when the event loop has done everything else that is due. */
  defer: (then: () => void) => void
  sliceMs: number
}

export type WorkSize = 'small' | 'large'

export class TurnBudget {
  readonly #deps: TurnDeps
  readonly #waiting: Record<WorkSize, (() => void)[]> = { small: [], large: [] }
  /** undefined before the first work of an iteration. */
  #sliceEndMs: number | undefined
  #isDeferred = false

  constructor(deps: TurnDeps) {
    this.#deps = deps
  }

  /** Does the work now, or in one of the next iterations. `work` must not throw. */
  run(size: WorkSize, work: () => void): void {
    const isNext = this.#waiting.small.length === 0 && (size === 'small' || this.#waiting.large.length === 0)
    if (isNext && this.#isWithinSlice()) work()
    else {
      this.#waiting[size].push(work)
      this.#defer()
    }
  }

  #isWithinSlice(): boolean {
    const nowMs = this.#deps.now()
    if (this.#sliceEndMs === undefined) {
      this.#sliceEndMs = nowMs + this.#deps.sliceMs
      this.#defer()
    }
    return nowMs < this.#sliceEndMs
  }

  #defer(): void {
    if (this.#isDeferred) return
    this.#isDeferred = true
    this.#deps.defer(() => {
      this.#isDeferred = false
      this.#sliceEndMs = undefined
      this.#goOn()
    })
  }

  #goOn(): void {
    const { small, large } = this.#waiting
    while ((small.length > 0 || large.length > 0) && this.#isWithinSlice()) (small.shift() ?? large.shift())?.()
  }
}
