import { workerData } from 'node:worker_threads'
import { lowerThreadPriority, serveRpc, transferring } from '@vitrine/worker-rpc'
import { NotEmbeddable } from '../embedder.ts'
import type { Encoder, EncoderSpec } from './encoder.ts'

/** A failure of the model is returned as a result: a rejected call means that the thread has ended. */
export type Encoded = { vectors: Float32Array[] } | { error: string; badInput: boolean }
export type Opened = { dimension: number } | { error: string }

export interface EncoderWorker {
  open(): Promise<Opened>
  encode(inputs: readonly unknown[]): Promise<Encoded>
  close(): void
}

const { module, settings, priority } = workerData as EncoderSpec
if (priority === 'low') lowerThreadPriority()
const opening = import(module).then((opened: { openEncoder(settings: unknown): Promise<Encoder<unknown>> }) =>
  opened.openEncoder(settings),
)
opening.catch(() => {})

serveRpc(
  (): EncoderWorker => ({
    open: () =>
      opening.then(
        ({ dimension }) => ({ dimension }),
        (error) => ({ error: messageOf(error) }),
      ),
    encode: (inputs) =>
      opening
        .then((encoder) => encoder.encode(inputs))
        .then(handOver, (error) => ({
          error: messageOf(error),
          badInput: error instanceof NotEmbeddable,
        })),
    close() {},
  }),
)

function handOver(vectors: Float32Array[]): Encoded {
  return transferring(
    { vectors },
    vectors.map((vector) => vector.buffer as ArrayBuffer),
  )
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
