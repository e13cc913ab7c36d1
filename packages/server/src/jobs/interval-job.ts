/** Does something again and again, never twice at once: a round that takes longer than the pause is not joined by another. */
export class IntervalJob {
  readonly #everyMs: number
  readonly #round: () => Promise<void>
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined

  /** `round` never rejects: nobody waits for it. */
  constructor(everyMs: number, round: () => Promise<void>) {
    this.#everyMs = everyMs
    this.#round = round
  }

  start(): void {
    this.#timer = setInterval(() => void this.runOnce(), this.#everyMs).unref()
  }

  /** Joins the round that is under way. */
  runOnce(): Promise<void> {
    this.#running ??= this.#round().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  /** Resolves when the round that is under way has ended. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#running
  }
}
