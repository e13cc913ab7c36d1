/** A thread that holds one model and answers one request at a time. */
import { parentPort, workerData } from 'node:worker_threads'
import { NotEmbeddable } from '../embedder.ts'
import type { Encoder, EncoderSpec } from './encoder.ts'
import { lowerThreadPriority } from './lower-thread-priority.ts'

export type WorkerRequest = { inputs: readonly unknown[] } | 'close'
export type WorkerAnswer = { dimension: number } | { vectors: Float32Array[] } | { error: string; badInput: boolean }

const port = parentPort!
const { module, settings } = workerData as EncoderSpec

lowerThreadPriority()
const opened = open()
/** The answer being worked on; closing waits for it. */
let last: Promise<void> = Promise.resolve()
port.on('message', (request: WorkerRequest) => {
  last = request === 'close' ? Promise.all([opened, last]).then(() => process.exit()) : answer(request.inputs)
})

async function answer(inputs: readonly unknown[]): Promise<void> {
  const encoder = await opened
  if (encoder === undefined) return
  try {
    const vectors = await encoder.encode(inputs)
    port.postMessage(
      { vectors } satisfies WorkerAnswer,
      vectors.map((vector) => vector.buffer as ArrayBuffer),
    )
  } catch (error) {
    port.postMessage({ error: messageOf(error), badInput: error instanceof NotEmbeddable } satisfies WorkerAnswer)
  }
}

async function open(): Promise<Encoder<unknown> | undefined> {
  try {
    const { openEncoder } = (await import(module)) as { openEncoder(settings: unknown): Promise<Encoder<unknown>> }
    const encoder = await openEncoder(settings)
    port.postMessage({ dimension: encoder.dimension } satisfies WorkerAnswer)
    return encoder
  } catch (error) {
    port.postMessage({ error: messageOf(error), badInput: error instanceof NotEmbeddable } satisfies WorkerAnswer)
    port.close()
    return undefined
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
