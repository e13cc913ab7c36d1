import { Worker } from 'node:worker_threads'
import { EmbedderUnavailable, NotEmbeddable } from '../embedder.ts'
import type { EncoderSpec } from './encoder.ts'
import type { WorkerAnswer } from './encoder-worker.ts'

interface Job<Input> {
  inputs: readonly Input[]
  /** Places of the inputs in the order in which they are sent. */
  order: readonly number[]
  sent: number
  answered: number
  vectors: Float32Array[]
  signal: AbortSignal | undefined
  resolve: (vectors: Float32Array[]) => void
  reject: (error: unknown) => void
}

/** Inputs sent to the thread at once. Few, because a shopper's query waits until the thread is free. */
const CHUNK = 4

/**
 * A model in its own thread. One chunk is under way at a time; the next is taken from the urgent jobs (a shopper waits) before the
 * patient ones (the catalog is embedded), so that embedding a catalog delays a query by one chunk at most.
 */
export class EncoderThread<Input> {
  readonly #spec: EncoderSpec
  /** undefined after a crash, until the next call. */
  #worker: Worker | undefined
  readonly #urgent: Job<Input>[] = []
  readonly #patient: Job<Input>[] = []
  readonly #ready: Promise<number>
  #loaded: (dimension: number) => void = () => {}
  #failed: (error: Error) => void = () => {}
  #underWay: Job<Input> | undefined
  #open = false
  /** For good: the model does not load, or was closed. */
  #broken: EmbedderUnavailable | undefined

  constructor(spec: EncoderSpec) {
    this.#spec = spec
    this.#ready = new Promise((resolve, reject) => {
      this.#loaded = resolve
      this.#failed = reject
    })
    // Whoever asks for `ready` hears of a failure; nobody has to.
    this.#ready.catch(() => {})
    this.#worker = this.#start()
  }

  /** The model's dimension once it is loaded; rejects when it cannot be. */
  get ready(): Promise<number> {
    return this.#ready
  }

  encode(inputs: readonly Input[], urgency: 'urgent' | 'patient', signal?: AbortSignal): Promise<Float32Array[]> {
    if (signal?.aborted) return Promise.reject(signal.reason)
    if (this.#broken) return Promise.reject(this.#broken)
    if (inputs.length === 0) return Promise.resolve([])
    this.#worker ??= this.#start()
    return new Promise((resolve, reject) => {
      const job = { inputs, order: byLength(inputs), sent: 0, answered: 0, vectors: [], signal, resolve, reject }
      signal?.addEventListener('abort', () => this.#abandon(job), { once: true })
      ;(urgency === 'urgent' ? this.#urgent : this.#patient).push(job)
      this.#sendNext()
    })
  }

  /** The chunk under way is finished first: a thread that is ended inside the model's native code takes the process with it. */
  async close(): Promise<void> {
    const worker = this.#worker
    this.#break('it was closed')
    // A thread that has ended already has no number any more.
    if (worker === undefined || worker.threadId === -1) return
    this.#worker = undefined
    worker.ref()
    const ended = new Promise((resolve) => worker.once('exit', resolve))
    worker.postMessage('close')
    await ended
  }

  #start(): Worker {
    const worker = new Worker(new URL('./encoder-worker.ts', import.meta.url), { workerData: this.#spec })
    worker.on('message', (answer: WorkerAnswer) => this.#answered(answer))
    worker.on('error', (error) => this.#ended(worker, error.message))
    worker.on('exit', () => this.#ended(worker, 'its thread has ended'))
    return worker
  }

  /** A model that never loaded will not load the next time; one that crashed at work is started anew by the next call. */
  #ended(worker: Worker, why: string): void {
    if (worker !== this.#worker) return
    if (!this.#open) {
      this.#break(why)
      return
    }
    this.#worker = undefined
    this.#open = false
    this.#underWay = undefined
    this.#rejectAll(unusable(why))
  }

  #sendNext(): void {
    if (!this.#open || this.#underWay !== undefined) return
    const job = this.#urgent[0] ?? this.#patient[0]
    if (job === undefined) {
      this.#worker?.unref()
      return
    }
    this.#worker?.ref()
    this.#underWay = job
    const inputs = job.order.slice(job.sent, job.sent + CHUNK).map((place) => job.inputs[place]!)
    job.sent += inputs.length
    this.#worker?.postMessage({ inputs })
  }

  #answered(answer: WorkerAnswer): void {
    if ('dimension' in answer) {
      this.#open = true
      this.#loaded(answer.dimension)
    } else if (this.#open) {
      const job = this.#underWay
      this.#underWay = undefined
      if (job !== undefined) this.#advance(job, answer)
    } else if ('error' in answer) this.#break(answer.error)
    this.#sendNext()
  }

  #advance(job: Job<Input>, answer: Exclude<WorkerAnswer, { dimension: number }>): void {
    if ('error' in answer) {
      this.#remove(job)
      job.reject(answer.badInput ? new NotEmbeddable(answer.error) : new EmbedderUnavailable(answer.error))
      return
    }
    for (const vector of answer.vectors) job.vectors[job.order[job.answered++]!] = vector
    if (job.answered < job.inputs.length) return
    this.#remove(job)
    job.resolve(job.vectors)
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
    this.#failed(this.#broken)
    this.#rejectAll(this.#broken)
  }

  #rejectAll(error: EmbedderUnavailable): void {
    for (const job of [...this.#urgent.splice(0), ...this.#patient.splice(0)]) job.reject(error)
  }
}

function unusable(why: string): EmbedderUnavailable {
  return new EmbedderUnavailable(`The embedding model cannot be used: ${why}.`)
}

/** Texts of like length go together: a chunk is as long as its longest. */
function byLength(inputs: readonly unknown[]): number[] {
  const lengths = inputs.map((input) => (typeof input === 'string' ? input.length : 0))
  return [...inputs.keys()].sort((a, b) => lengths[a]! - lengths[b]!)
}
