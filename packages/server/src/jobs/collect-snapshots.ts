import type { SnapshotStore } from '../ports/snapshot-store/snapshot-store.ts'
import { IntervalJob } from './interval-job.ts'

export interface SnapshotCollectionDeps {
  store: Pick<SnapshotStore, 'collect'>
  clock: () => number
  onError: (error: unknown, during: string) => void
}

const EVERY_MS = 3_600_000
/** Whoever puts contents publishes them sooner than this. */
const GRACE_MS = 3_600_000

/** Removes what no manifest names, once an hour. Several nodes may do so. */
export class SnapshotCollection {
  readonly #deps: SnapshotCollectionDeps
  readonly #rounds = new IntervalJob(EVERY_MS, () => this.runOnce())

  constructor(deps: SnapshotCollectionDeps) {
    this.#deps = deps
  }

  start(): void {
    this.#rounds.start()
  }

  async runOnce(): Promise<void> {
    const { store, clock, onError } = this.#deps
    await store.collect(clock() - GRACE_MS).catch((error) => onError(error, 'collecting snapshots'))
  }

  async stop(): Promise<void> {
    await this.#rounds.stop()
  }
}
