import { WorkerClient } from '@vitrine/worker-rpc'
import { EmbedderUnavailable, NotEmbeddable } from '../embedder.ts'
import type { EncoderSpec } from './encoder.ts'
import type { Encoded, EncoderWorker } from './encoder-worker.ts'

interface Job<Input> {
  inputs: readonly Input[]
  /** Indexes of the inputs, in the order in which they are sent. */
  order: readonly number[]
  answered: number
  vectors: Float32Array[]
  /** True after the job failed together with others: then each is sent alone to find the faulty one. */
  isAlone: boolean
  signal: AbortSignal | undefined
  resolve: (vectors: Float32Array[]) => void
  reject: (error: unknown) => void
}

interface Part<Input> {
  job: Job<Input>
  places: readonly number[]
}

/** Inputs sent to the thread at once. A shopper's query waits for them, and larger chunks are hardly faster. */
const CHUNK = 4

/**
 * A model in its own thread. It processes one chunk at a time, urgent jobs (shoppers) before patient ones (the
 * catalog), so that embedding a catalog delays a query by at most one chunk.
 */
export class EncoderThread<Input> {
  readonly #worker: WorkerClient<EncoderWorker>
  readonly #urgent: Job<Input>[] = []
  readonly #patient: Job<Input>[] = []
  readonly #ready: Promise<number>
  #underWay: Promise<void> | undefined
  #open = false
  /** Set permanently if the model does not load, or was closed. */
  #broken: EmbedderUnavailable | undefined

  constructor(spec: EncoderSpec) {
    // Set before the runtime is loaded, so that it reports nothing to its vendor.
    process.env.ORT_DISABLE_TELEMETRY = '1'
    const module = new URL('./encoder-worker.ts', import.meta.url)
    this.#worker = new WorkerClient(module, { settings: spec, restarts: true })
    this.#ready = this.#load()
    // A failure is reported to callers of `ready`, and must not become an unhandled rejection.
    this.#ready.catch(() => {})
  }

  /** Resolves to the model's dimension once it is loaded; rejects if it cannot be loaded. */
  get ready(): Promise<number> {
    return this.#ready
  }

  encode(inputs: readonly Input[], urgency: 'urgent' | 'patient', signal?: AbortSignal): Promise<Float32Array[]> {
    if (signal?.aborted) return Promise.reject(signal.reason)
    if (this.#broken) return Promise.reject(this.#broken)
    if (inputs.length === 0) return Promise.resolve([])
    return new Promise((resolve, reject) => {
      const job = { inputs, order: byLength(inputs), answered: 0, vectors: [], isAlone: false, signal, resolve, reject }
      signal?.addEventListener('abort', () => this.#abandon(job), { once: true })
      ;(urgency === 'urgent' ? this.#urgent : this.#patient).push(job)
      this.#sendNext()
    })
  }

  /** Ends the thread after the current chunk, because ending it inside native code would crash the process. */
  async close(): Promise<void> {
    if (this.#broken) return
    this.#break('it was closed')
    await this.#worker.call('close').catch(() => {})
  }

  /** Loads the model. After a failure it is not tried again. */
  async #load(): Promise<number> {
    const opened = await this.#worker.call('open').catch((error: Error) => ({ error: error.message }))
    if ('error' in opened) this.#break(opened.error)
    if (this.#broken) throw this.#broken
    this.#open = true
    this.#sendNext()
    return (opened as { dimension: number }).dimension
  }

  #sendNext(): void {
    if (!this.#open || this.#underWay !== undefined) return
    const parts = this.#nextParts()
    if (parts.length === 0) return
    this.#underWay = this.#send(parts).finally(() => {
      this.#underWay = undefined
      this.#sendNext()
    })
  }

  /** Returns what the next chunk contains: an urgent job alone, or patient jobs packed together. */
  #nextParts(): Part<Input>[] {
    const [urgent] = this.#urgent
    if (urgent !== undefined) return [nextPart(urgent, CHUNK)]
    const parts: Part<Input>[] = []
    let room = CHUNK
    for (const job of this.#patient) {
      if (room === 0 || (job.isAlone && parts.length > 0)) break
      const part = nextPart(job, room)
      parts.push(part)
      room -= part.places.length
      if (job.isAlone) break
    }
    return parts
  }

  /** Sends a chunk. If the thread crashes, all waiting jobs fail, and the next call starts another thread. */
  async #send(parts: readonly Part<Input>[]): Promise<void> {
    const inputs = parts.flatMap(({ job, places }) => places.map((place) => job.inputs[place]!))
    try {
      const answer = await this.#worker.call('encode', inputs)
      if ('error' in answer) this.#fail(parts, answer)
      else this.#advance(parts, answer.vectors)
    } catch (error) {
      this.#rejectAll(unusable((error as Error).message))
    }
  }

  #advance(parts: readonly Part<Input>[], vectors: readonly Float32Array[]): void {
    let next = 0
    for (const { job, places } of parts) {
      for (const place of places) job.vectors[place] = vectors[next++]!
      job.answered += places.length
      if (job.answered < job.inputs.length) continue
      this.#remove(job)
      job.resolve(job.vectors)
    }
  }

  #fail(parts: readonly Part<Input>[], { error, badInput }: Extract<Encoded, { error: string }>): void {
    if (parts.length > 1) {
      for (const { job } of parts) job.isAlone = true
      return
    }
    const { job } = parts[0]!
    this.#remove(job)
    job.reject(badInput ? new NotEmbeddable(error) : new EmbedderUnavailable(error))
  }

  #abandon(job: Job<Input>): void {
    this.#remove(job)
    job.reject(job.signal?.reason)
  }

  #remove(job: Job<Input>): void {
    for (const queue of [this.#urgent, this.#patient]) {
      const at = queue.indexOf(job)
      if (at >= 0) queue.splice(at, 1)
    }
  }

  #break(why: string): void {
    if (this.#broken) return
    this.#broken = unusable(why)
    this.#rejectAll(this.#broken)
  }

  #rejectAll(error: EmbedderUnavailable): void {
    for (const job of [...this.#urgent.splice(0), ...this.#patient.splice(0)]) job.reject(error)
  }
}

function unusable(why: string): EmbedderUnavailable {
  return new EmbedderUnavailable(`The embedding model cannot be used: ${why}.`)
}

function nextPart<Input>(job: Job<Input>, max: number): Part<Input> {
  return { job, places: job.order.slice(job.answered, job.answered + max) }
}

/** Orders texts by length, because every text in a chunk costs as much as its longest. */
function byLength(inputs: readonly unknown[]): number[] {
  const lengths = inputs.map((input) => (typeof input === 'string' ? input.length : 0))
  return [...inputs.keys()].sort((a, b) => lengths[a]! - lengths[b]!)
}
