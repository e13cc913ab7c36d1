import { RpcWorker } from '@vitrine/worker-rpc'
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

/** Products come in bursts. Between them the thread would only hold the garbage of the last build. */
const IDLE_MS = 20_000

/** One worker thread, started with its first task. If it dies, its tasks fail and the next one starts a new thread. */
export class IndexThread implements IndexTaskRunner {
  readonly #worker = new RpcWorker<IndexWorker>(new URL('./index-worker.ts', import.meta.url), {
    restarts: true,
    idleMs: IDLE_MS,
  })

  run<T extends IndexTask>(task: T): Promise<ResultOf<T>> {
    return this.#worker.call('run', task) as Promise<ResultOf<T>>
  }

  /** Starts loading the thread's code, unless it already runs. */
  start(): void {
    this.#worker.start()
  }

  close(): Promise<void> {
    return this.#worker.terminate()
  }
}
