/** Puts scheduled drafts live. What is due is in the store, so a restart forgets nothing. */
export interface DraftPublisherDeps {
  publishDue(nowMs: number): Promise<void>
  clock: () => number
  onError: (error: unknown) => void
}

/** How late a draft may go live. */
const EVERY_MS = 10_000

export class DraftPublisher {
  readonly #deps: DraftPublisherDeps
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> = Promise.resolve()

  constructor(deps: DraftPublisherDeps) {
    this.#deps = deps
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#running = this.#running.then(() => this.runOnce()).catch((error) => this.#deps.onError(error))
    }, EVERY_MS).unref()
  }

  runOnce(): Promise<void> {
    return this.#deps.publishDue(this.#deps.clock())
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#running
  }
}
