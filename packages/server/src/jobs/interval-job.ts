/** Rounds never overlap: if a round takes longer than the interval, the next one is skipped. */
export class IntervalJob {
  readonly #everyMs: number
  readonly #round: () => Promise<void>
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined

  /** `round` must never reject, because nobody awaits it. */
  constructor(everyMs: number, round: () => Promise<void>) {
    this.#everyMs = everyMs
    this.#round = round
  }

  start(): void {
    this.#timer = setInterval(() => void this.runOnce(), this.#everyMs).unref()
  }

  /** Runs a round, or waits for the current one. */
  runOnce(): Promise<void> {
    this.#running ??= this.#round().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  /** Resolves when the current round has ended. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#running
  }
}
