import type { TextKind } from '../embedder.ts'
import type { EncoderSpec } from './encoder.ts'
import { EncoderThread } from './encoder-thread.ts'
import { IdleThread } from './idle-thread.ts'

/** A text model in two threads: queries at normal priority, and the catalog, when there is work, at a lower one. */
export class TextThreads {
  readonly #queries: EncoderThread<string>
  readonly #catalog: IdleThread<string>

  constructor(spec: EncoderSpec) {
    this.#queries = new EncoderThread(spec)
    this.#catalog = new IdleThread({ ...spec, priority: 'low' })
  }

  /** Resolves to the model's dimension once it is loaded; rejects if it cannot be loaded. */
  get ready(): Promise<number> {
    return this.#queries.ready
  }

  encode(texts: readonly string[], kind: TextKind, signal?: AbortSignal): Promise<Float32Array[]> {
    if (kind === 'query') return this.#queries.encode(texts, 'urgent', signal)
    return this.#catalog.encode(texts, 'patient', signal)
  }

  async close(): Promise<void> {
    await Promise.all([this.#queries.close(), this.#catalog.close()])
  }
}
