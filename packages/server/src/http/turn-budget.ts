/** When the slice is used up, work waits until the loop has done everything else, including `/health`. */

export interface TurnDeps {
  /** Returns milliseconds of a monotonic clock. */
  now: () => number
  /** Calls back when the event loop has done everything else that is due. */
  defer: (then: () => void) => void
  sliceMs: number
}

/** Open for `sliceMs` after the first use of `isOpen` in a turn. Calls `onNext` in the next turn. */
export class LoopSlice {
  readonly #deps: TurnDeps
  readonly #onNext: () => void
  /** undefined until `isOpen` is used in a turn. */
  #endMs: number | undefined
  #isDeferred = false

  constructor(deps: TurnDeps, onNext: () => void) {
    this.#deps = deps
    this.#onNext = onNext
  }

  get isOpen(): boolean {
    const nowMs = this.#deps.now()
    if (this.#endMs === undefined) {
      this.#endMs = nowMs + this.#deps.sliceMs
      this.defer()
    }
    return nowMs < this.#endMs
  }

  defer(): void {
    if (this.#isDeferred) return
    this.#isDeferred = true
    this.#deps.defer(() => {
      this.#isDeferred = false
      this.#endMs = undefined
      this.#onNext()
    })
  }
}

export type WorkSize = 'small' | 'large'

export class TurnBudget {
  readonly #slice: LoopSlice
  readonly #waiting: Record<WorkSize, (() => void)[]> = { small: [], large: [] }

  constructor(deps: TurnDeps) {
    this.#slice = new LoopSlice(deps, () => this.#goOn())
  }

  /** `work` must not throw. It runs now or in a later turn. */
  run(size: WorkSize, work: () => void): void {
    const isNext = this.#waiting.small.length === 0 && (size === 'small' || this.#waiting.large.length === 0)
    if (isNext && this.#slice.isOpen) work()
    else {
      this.#waiting[size].push(work)
      this.#slice.defer()
    }
  }

  #goOn(): void {
    const { small, large } = this.#waiting
    while ((small.length > 0 || large.length > 0) && this.#slice.isOpen) (small.shift() ?? large.shift())?.()
  }
}
