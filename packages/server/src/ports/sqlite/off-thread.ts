/**
 * Runs a synchronous store in a worker thread and gives back the same methods as promises, so that neither its fsync nor its
 * scans hold up the event loop. Calls are carried out in the order they were made.
 */
import { type MessagePort, parentPort, Worker, workerData } from 'node:worker_threads'

interface Call {
  call: number
  method: string
  args: unknown[]
}

type Answer =
  | { call: number; result: unknown }
  | { call: number; error: { name: string; message: string; code?: unknown } }

type Methods = Record<string, (...args: never[]) => unknown>

const given = new WeakMap<object, ArrayBuffer[]>()

/** Marks the one argument of a call: the bytes under it change hands instead of being copied, and are gone here. */
export function giving<T extends object>(argument: T, bytes: ArrayBuffer[]): T {
  given.set(argument, bytes)
  return argument
}

/**
 * Room for new objects in a thread. What a call makes is garbage when it is answered, and left to itself the engine gives
 * each thread 128 MiB to gather it in before it looks.
 */
const YOUNG_MIB = 24

export type OffThread<T> = {
  [K in keyof T]: T[K] extends (...args: infer A) => infer R ? (...args: A) => Promise<Awaited<R>> : never
}

/** Starts `module` (a file that calls `serveThread`) and answers with its methods. The thread ends after its `close` was answered. */
export function runOffThread<T>(module: URL, settings: unknown): OffThread<T> {
  const worker = new Worker(module, { workerData: settings, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MIB } })
  worker.unref()
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  let lastCall = 0
  let broken: Error | undefined
  const fail = (error: Error) => {
    // The first fault is the cause; that the thread then ended tells nothing.
    broken ??= error
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  worker.on('message', (answer: Answer) => {
    const waiter = waiting.get(answer.call)
    waiting.delete(answer.call)
    // Only a call under way keeps the process alive.
    if (waiting.size === 0) worker.unref()
    if ('error' in answer) waiter?.reject(revive(answer.error))
    else waiter?.resolve(answer.result)
  })
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('The store is closed.')))
  const call = (method: string, args: unknown[]): Promise<unknown> => {
    if (broken) return Promise.reject(broken)
    return new Promise((resolve, reject) => {
      waiting.set(++lastCall, { resolve, reject })
      worker.ref()
      const bytes = typeof args[0] === 'object' && args[0] !== null ? given.get(args[0]) : undefined
      worker.postMessage({ call: lastCall, method, args } satisfies Call, bytes ?? [])
    })
  }
  return new Proxy({} as OffThread<T>, {
    // A promise-like look must be denied, or `await store` would call it.
    get: (_, method) => (method === 'then' ? undefined : (...args: unknown[]) => call(String(method), args)),
  })
}

/** The thread's side: opens the store from the settings given to `runOffThread` and serves its methods. */
export function serveThread<S>(open: (settings: S) => object): void {
  const port = parentPort as MessagePort
  const store = open(workerData as S) as Methods
  port.on('message', async ({ call, method, args }: Call) => {
    const result = answer(store, call, method, args)
    // A method that does not wait is answered before the next one begins.
    port.postMessage(result instanceof Promise ? await result : result)
    if (method === 'close') port.close()
  })
}

function answer(store: Methods, call: number, method: string, args: unknown[]): Answer | Promise<Answer> {
  const failed = (error: unknown): Answer => {
    const { name, message, code } = error as Error & { code?: unknown }
    return { call, error: { name, message, code } }
  }
  try {
    const result = store[method]?.(...(args as never[]))
    return result instanceof Promise ? result.then((value) => ({ call, result: value }), failed) : { call, result }
  } catch (error) {
    return failed(error)
  }
}

function revive({ name, message, code }: { name: string; message: string; code?: unknown }): Error {
  return Object.assign(new Error(message), { name, code })
}
