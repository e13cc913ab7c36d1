/** Typed calls into a worker thread, for work that must not block the event loop. Calls begin in order. */
import { Worker } from 'node:worker_threads'
import { collectGarbage } from './collect-when-idle.ts'
import { type AnswerMessage, type CallMessage, type ErrorMessage, FREE_CACHES } from './messages.ts'

type Method = (...args: never[]) => unknown
type MethodName<T> = { [K in keyof T]: NonNullable<T[K]> extends Method ? K : never }[keyof T] & string
type Args<T, K extends keyof T> = NonNullable<T[K]> extends (...args: infer A) => unknown ? A : never
type Answer<T, K extends keyof T> =
  NonNullable<T[K]> extends (...args: never[]) => infer R ? Promise<Awaited<R>> : never

export type Remote<T, K extends MethodName<T> = MethodName<T>> = { [M in K]: (...args: Args<T, M>) => Answer<T, M> }

export interface WorkerClientOptions {
  /** Passed to the thread's `serveRpc`. */
  settings?: unknown
  /** If true, the next call restarts a thread that died. Otherwise every later call fails with the cause. */
  restarts?: boolean
  /** Milliseconds without a call after which the thread ends. The next call starts another. Only without state. */
  idleMs?: number
}

interface Waiting {
  resolve: (value: unknown) => void
  reject: (error: Error) => void
}

const running = new Set<Worker>()

/** Frees caches and collects garbage in all threads, before work that needs much memory. */
export function collectEverywhere(): void {
  for (const worker of running) worker.postMessage({ call: 0, method: FREE_CACHES, args: [] } satisfies CallMessage)
  collectGarbage()
}

export class WorkerClient<T> {
  readonly #module: URL
  readonly #options: WorkerClientOptions
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker | undefined
  #lastCall = 0
  #dead: Error | undefined
  #closed = false
  #idle: NodeJS.Timeout | undefined

  constructor(module: URL, options: WorkerClientOptions = {}) {
    this.#module = module
    this.#options = options
  }

  call<K extends MethodName<T>>(method: K, ...args: Args<T, K>): Answer<T, K> {
    return this.callTransferring([], method, ...args)
  }

  /** Like `call`, but transfers the buffers of the arguments, which the caller cannot use any more, without a copy. */
  callTransferring<K extends MethodName<T>>(buffers: ArrayBuffer[], method: K, ...args: Args<T, K>): Answer<T, K> {
    if (this.#dead && (this.#closed || !this.#options.restarts)) return Promise.reject(this.#dead) as Answer<T, K>
    clearTimeout(this.#idle)
    const worker = this.start()
    if (method === 'close') this.#closed = true
    return new Promise((resolve, reject) => {
      this.#waiting.set(++this.#lastCall, { resolve, reject })
      // Only a pending call keeps the process alive.
      worker.ref()
      worker.postMessage({ call: this.#lastCall, method, args } satisfies CallMessage, buffers)
    }) as Answer<T, K>
  }

  /** Starts the thread. Otherwise the first call does. */
  start(): Worker {
    if (this.#worker) return this.#worker
    const worker = new Worker(this.#module, { workerData: this.#options.settings })
    worker.on('message', (answer: AnswerMessage) => this.#answered(worker, answer))
    worker.on('error', (error) => this.#died(worker, error as Error))
    // An answer that cannot be read belongs to an unknown call, so all calls fail instead of waiting for ever.
    worker.on('messageerror', (error) => {
      this.#died(worker, error)
      void worker.terminate()
    })
    worker.on('exit', () => this.#died(worker, new Error('its thread has ended')))
    worker.on('exit', () => running.delete(worker))
    worker.unref()
    running.add(worker)
    this.#worker = worker
    return worker
  }

  /** Ends the thread at once, and pending calls fail. To let a thread finish its work, call its `close` method. */
  async terminate(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#idle)
    await this.#worker?.terminate()
  }

  #answered(worker: Worker, answer: AnswerMessage): void {
    const waiting = this.#waiting.get(answer.call)
    this.#waiting.delete(answer.call)
    if (this.#waiting.size === 0) this.#becameIdle(worker)
    if ('error' in answer) waiting?.reject(revive(answer.error))
    else waiting?.resolve(answer.result)
  }

  #becameIdle(worker: Worker): void {
    worker.unref()
    const { idleMs } = this.#options
    if (idleMs !== undefined) this.#idle = setTimeout(() => this.#release(worker), idleMs).unref()
  }

  #release(worker: Worker): void {
    // Removed first, so that the exit does not count as a failure.
    if (worker === this.#worker) this.#worker = undefined
    void worker.terminate()
  }

  #died(worker: Worker, cause: Error): void {
    // Ignores the exit after an error, which is the actual cause.
    if (worker !== this.#worker) return
    this.#worker = undefined
    this.#dead = this.#closed ? new Error('it was closed') : cause
    for (const { reject } of this.#waiting.values()) reject(this.#dead)
    this.#waiting.clear()
  }
}

/** Returns an object with the named methods. If `worker` is a function, every call waits for its promise. */
export function forward<T, K extends MethodName<T>>(
  worker: WorkerClient<T> | (() => Promise<WorkerClient<T>>),
  methods: readonly K[],
): Remote<T, K> {
  const call = (method: K, args: Args<T, K>) =>
    typeof worker === 'function' ? worker().then((made) => made.call(method, ...args)) : worker.call(method, ...args)
  return Object.fromEntries(methods.map((method) => [method, (...args: Args<T, K>) => call(method, args)])) as Remote<
    T,
    K
  >
}

function revive({ name, message, code, errcode }: ErrorMessage): Error {
  return Object.assign(new Error(message), { name, code, errcode })
}
