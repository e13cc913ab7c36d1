/** Moves old events from the database to the snapshot store, every hour. */
import type { PostgresEventLog } from '../ports/event-log/postgres.ts'
import { IntervalJob } from './interval-job.ts'

export interface SealingDeps {
  log: Pick<PostgresEventLog, 'seal'>
  storeId: string
  afterDays: number
  clock: () => number
  onError: (error: unknown, during: string) => void
}

const EVERY_MS = 3_600_000
const DAY_MS = 86_400_000

export class EventSealing {
  readonly #deps: SealingDeps
  readonly #rounds = new IntervalJob(EVERY_MS, () => this.runOnce())
  #isStopped = false

  constructor(deps: SealingDeps) {
    this.#deps = deps
  }

  start(): void {
    this.#rounds.start()
  }

  /** Never rejects. After a failure, the next attempt is in an hour. */
  async runOnce(): Promise<void> {
    const { log, storeId, afterDays, clock, onError } = this.#deps
    const untilDay = Math.floor(clock() / DAY_MS) - afterDays
    try {
      while (!this.#isStopped && (await log.seal({ storeId, untilDay })) > 0) {}
    } catch (error) {
      onError(error, 'moving old events to the snapshot store')
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#rounds.stop()
  }
}
