import { WorkerClient } from '@vitrine/worker-rpc'
import type { decodeSnapshot, Segment } from '@vitrine/engine'
import type { IndexTask, Unindexed } from './index-work.ts'
import type { IndexWorker } from './index-worker.ts'

type ResultOf<T extends IndexTask> = T extends { kind: 'load' }
  ? ReturnType<typeof decodeSnapshot>
  : T extends { kind: 'build' | 'finish' | 'merge' }
    ? Segment
    : T extends { kind: 'unindexed' }
      ? Unindexed[]
      : undefined

export interface IndexTaskRunner {
  run<T extends IndexTask>(task: T): Promise<ResultOf<T>>
}

/** Ending an idle thread frees the memory of its last build. Products arrive in bursts. */
const IDLE_MS = 20_000

/** Starts a thread with the first task. If the thread dies, its tasks fail, and the next task starts another. */
export class IndexThread implements IndexTaskRunner {
  readonly #worker = new WorkerClient<IndexWorker>(new URL('./index-worker.ts', import.meta.url), {
    restarts: true,
    idleMs: IDLE_MS,
  })

  run<T extends IndexTask>(task: T): Promise<ResultOf<T>> {
    return this.#worker.call('run', task) as Promise<ResultOf<T>>
  }

  start(): void {
    this.#worker.start()
  }

  close(): Promise<void> {
    return this.#worker.terminate()
  }
}
