/** Fires at the earliest requested time. Does not keep the process alive. */
export class EarliestTimer {
  readonly #minPauseMs: number
  readonly #fire: () => void
  #timer: NodeJS.Timeout | undefined
  #atMs = 0

  /** `minPauseMs` collects work that arrives together. */
  constructor(minPauseMs: number, fire: () => void) {
    this.#minPauseMs = minPauseMs
    this.#fire = fire
  }

  fireIn(ms: number): void {
    const inMs = Math.max(this.#minPauseMs, ms)
    const atMs = performance.now() + inMs
    if (this.#timer && this.#atMs <= atMs) return
    clearTimeout(this.#timer)
    this.#atMs = atMs
    this.#timer = setTimeout(this.#fire, inMs).unref()
  }

  clear(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}
