import { Worker } from 'node:worker_threads'
import type { decodeSnapshot, Segment } from '@vitrine/engine'
import type { IndexTask, IndexTaskResult } from './index-work.ts'

/** A task failed in the thread; the message is the thread's own. */
export class IndexTaskFailed extends Error {
  override name = 'IndexTaskFailed'
}

interface Waiting {
  resolve: (result: IndexTaskResult) => void
  reject: (error: Error) => void
}

type ResultOf<T extends IndexTask> = T extends { kind: 'load' }
  ? ReturnType<typeof decodeSnapshot>
  : T extends { kind: 'build' | 'finish' | 'merge' }
    ? Segment
    : undefined

export interface IndexTaskRunner {
  run<T extends IndexTask>(task: T): Promise<ResultOf<T>>
}

/** One worker thread, started with its first task. If it dies, its tasks fail and the next one starts a new thread. */
export class IndexThread implements IndexTaskRunner {
  #worker: Worker | undefined
  #nextId = 1
  readonly #waiting = new Map<number, Waiting>()

  run<T extends IndexTask>(task: T): Promise<ResultOf<T>> {
    const worker = this.start()
    const id = this.#nextId++
    return new Promise<IndexTaskResult>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      worker.ref()
      worker.postMessage({ id, task })
    }) as Promise<ResultOf<T>>
  }

  async close(): Promise<void> {
    await this.#worker?.terminate()
  }

  /** Begins to load the thread's code, unless it runs already. */
  start(): Worker {
    if (this.#worker) return this.#worker
    const worker = new Worker(new URL('./index-worker.ts', import.meta.url))
    this.#worker = worker
    worker.on('message', ({ id, result, error }) => {
      const waiting = this.#waiting.get(id)
      this.#waiting.delete(id)
      if (this.#waiting.size === 0) worker.unref()
      if (error) waiting?.reject(Object.assign(new IndexTaskFailed(error.message), { cause: error }))
      else waiting?.resolve(result)
    })
    worker.on('error', (error) => this.#died(error as Error))
    worker.on('exit', () => this.#died(new Error('index thread stopped')))
    worker.unref()
    return worker
  }

  #died(error: Error): void {
    this.#worker = undefined
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }
}
