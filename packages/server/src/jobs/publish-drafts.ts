/** Puts scheduled drafts live. What is due is in the store, so a restart forgets nothing. */
import { IntervalJob } from './interval-job.ts'

export interface DraftPublisherDeps {
  publishDue(nowMs: number): Promise<void>
  clock: () => number
  onError: (error: unknown) => void
}

/** How late a draft may go live. */
const EVERY_MS = 10_000

export class DraftPublisher {
  readonly #deps: DraftPublisherDeps
  readonly #rounds = new IntervalJob(EVERY_MS, () => this.runOnce().catch(this.#deps.onError))

  constructor(deps: DraftPublisherDeps) {
    this.#deps = deps
  }

  start(): void {
    this.#rounds.start()
  }

  runOnce(): Promise<void> {
    return this.#deps.publishDue(this.#deps.clock())
  }

  async close(): Promise<void> {
    await this.#rounds.stop()
  }
}
