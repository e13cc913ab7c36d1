import type { TextKind } from '../embedder.ts'
import type { EncoderSpec } from './encoder.ts'
import { EncoderThread } from './encoder-thread.ts'

/** The catalog's thread and its copy of the model are given back after this long without work. */
const CATALOG_IDLE_MS = 30_000

export interface TextThreadsOptions {
  /** The queries' thread, too, is given back after this long without a query; absent: never, and it is loaded at once. */
  queryIdleMs?: number
}

/**
 * A text model in two threads, so that a shopper's query never waits for a catalog that is being embedded: queries at normal
 * priority, the catalog below it. The catalog's thread exists only while there is something to embed.
 */
export class TextThreads {
  readonly #queries: IdleThread
  readonly #catalog: IdleThread

  constructor(spec: EncoderSpec, { queryIdleMs }: TextThreadsOptions = {}) {
    this.#queries = new IdleThread(spec, queryIdleMs)
    this.#catalog = new IdleThread({ ...spec, priority: 'low' }, CATALOG_IDLE_MS)
    if (queryIdleMs === undefined) this.#queries.thread()
  }

  /** The model's dimension once it is loaded; rejects when it cannot be. */
  get ready(): Promise<number> {
    return this.#queries.thread().ready
  }

  encode(texts: readonly string[], kind: TextKind, signal?: AbortSignal): Promise<Float32Array[]> {
    return (kind === 'query' ? this.#queries : this.#catalog).encode(texts, signal)
  }

  async close(): Promise<void> {
    await Promise.all([this.#queries.close(), this.#catalog.close()])
  }
}

/** A thread that is started by its first call and ended when idle. */
class IdleThread {
  readonly #spec: EncoderSpec
  readonly #idleMs: number | undefined
  #thread: EncoderThread<string> | undefined
  #calls = 0
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(spec: EncoderSpec, idleMs: number | undefined) {
    this.#spec = spec
    this.#idleMs = idleMs
  }

  thread(): EncoderThread<string> {
    this.#thread ??= new EncoderThread<string>(this.#spec)
    // A closed one answers every call with its own refusal.
    if (this.#isClosed) void this.#thread.close()
    return this.#thread
  }

  async encode(texts: readonly string[], signal: AbortSignal | undefined): Promise<Float32Array[]> {
    clearTimeout(this.#timer)
    this.#calls++
    try {
      return await this.thread().encode(texts, 'urgent', signal)
    } finally {
      if (--this.#calls === 0 && this.#idleMs !== undefined)
        this.#timer = setTimeout(() => this.#giveBack(), this.#idleMs).unref()
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#thread?.close()
  }

  #giveBack(): void {
    void this.#thread?.close()
    this.#thread = undefined
  }
}
