/** Answers the calls of a `WorkerClient` in the worker thread. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { collectGarbage, collectWhenIdle } from './collect-when-idle.ts'
import { type AnswerMessage, type CallMessage, type ErrorMessage, FREE_CACHES } from './messages.ts'

type Methods = Record<string, ((...args: never[]) => unknown) | undefined>

class Transfer {
  readonly result: unknown
  readonly buffers: ArrayBuffer[]

  constructor(result: unknown, buffers: ArrayBuffer[]) {
    this.result = result
    this.buffers = buffers
  }
}

/** Wraps a method's result, so that its buffers are transferred instead of copied. */
export function transferring<T>(result: T, buffers: ArrayBuffer[]): T {
  return new Transfer(result, buffers) as T
}

/**
 * Serves the methods of the object that `open` creates. Calls begin in order, and a synchronous one is answered before
 * the next begins. `close` waits for all others and ends the thread.
 */
export function serveRpc<Settings>(
  open: (settings: Settings) => object,
  /** Called with every error before the caller gets it. */
  onError: (error: unknown, settings: Settings) => void = () => {},
): void {
  const port = parentPort as MessagePort
  const methods = open(workerData as Settings) as Methods
  const freeCaches = () => methods[FREE_CACHES]?.()
  collectWhenIdle(freeCaches)
  const failed = (error: unknown): Outcome => {
    onError(error, workerData as Settings)
    return { error: toMessage(error) }
  }
  // A call that cannot be read cannot be answered. The error ends the thread, so that all calls fail.
  port.on('messageerror', (error) => {
    throw error
  })
  const underWay = new Set<Promise<unknown>>()
  port.on('message', async (message: CallMessage) => {
    if (message.method === FREE_CACHES) {
      freeCaches()
      return collectGarbage()
    }
    if (message.method === 'close') await Promise.all(underWay)
    const result = run(methods, message, failed)
    if (result instanceof Promise) {
      underWay.add(result)
      send(port, message.call, await result)
      underWay.delete(result)
    } else send(port, message.call, result)
    if (message.method === 'close') port.close()
  })
}

type Outcome = { result: unknown } | { error: ErrorMessage }

function run(
  methods: Methods,
  { method, args }: CallMessage,
  failed: (error: unknown) => Outcome,
): Outcome | Promise<Outcome> {
  try {
    const result = methods[method]?.(...(args as never[]))
    return result instanceof Promise ? result.then((value) => ({ result: value }), failed) : { result }
  } catch (error) {
    return failed(error)
  }
}

function send(port: MessagePort, call: number, outcome: Outcome): void {
  if ('error' in outcome) port.postMessage({ call, error: outcome.error } satisfies AnswerMessage)
  else if (outcome.result instanceof Transfer)
    port.postMessage({ call, result: outcome.result.result } satisfies AnswerMessage, outcome.result.buffers)
  else port.postMessage({ call, result: outcome.result } satisfies AnswerMessage)
}

function toMessage(error: unknown): ErrorMessage {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) }
  const { name, message, code, errcode } = error as Error & { code?: unknown; errcode?: unknown }
  return { name, message, code, errcode }
}
