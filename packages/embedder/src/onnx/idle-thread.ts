import type { EncoderSpec } from './encoder.ts'
import { EncoderThread } from './encoder-thread.ts'

/** How long an idle thread is kept after work for the catalog. Then the next model can use its memory. */
const PATIENT_IDLE_MS = 2000

/** Idle threads that last worked for the catalog. They end before another of its models is loaded. */
const idleCatalogThreads = new Set<{ release(): Promise<void> }>()

/** A thread that is started by its first call and ended when idle. */
export class IdleThread<Input> {
  readonly #spec: EncoderSpec
  readonly #idleMs: number
  #thread: EncoderThread<Input> | undefined
  #calls = 0
  #timer: NodeJS.Timeout | undefined
  #isClosed = false
  /** Time until which the thread is kept, because the shopper may search again. */
  #warmUntilMs = 0

  /** @param idleMs how long the thread is kept after a shopper's call */
  constructor(spec: EncoderSpec, idleMs = PATIENT_IDLE_MS) {
    this.#spec = spec
    this.#idleMs = idleMs
  }

  async encode(inputs: readonly Input[], urgency: 'urgent' | 'patient', signal?: AbortSignal): Promise<Float32Array[]> {
    clearTimeout(this.#timer)
    idleCatalogThreads.delete(this)
    this.#calls++
    if (urgency === 'urgent') this.#warmUntilMs = Date.now() + this.#idleMs
    try {
      if (urgency === 'patient' && this.#thread === undefined) await releaseIdleCatalogThreads()
      return await this.#open().encode(inputs, urgency, signal)
    } finally {
      if (--this.#calls === 0) this.#scheduleRelease()
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    idleCatalogThreads.delete(this)
    await this.#thread?.close()
  }

  async release(): Promise<void> {
    clearTimeout(this.#timer)
    idleCatalogThreads.delete(this)
    const thread = this.#thread
    this.#thread = undefined
    await thread?.close()
  }

  #scheduleRelease(): void {
    const warmMs = this.#warmUntilMs - Date.now()
    if (warmMs <= 0) idleCatalogThreads.add(this)
    const idleMs = Math.max(Math.min(this.#idleMs, PATIENT_IDLE_MS), warmMs)
    this.#timer = setTimeout(() => void this.release(), idleMs).unref()
  }

  #open(): EncoderThread<Input> {
    this.#thread ??= new EncoderThread<Input>(this.#spec)
    // A thread that is closed at once rejects the call.
    if (this.#isClosed) void this.#thread.close()
    return this.#thread
  }
}

async function releaseIdleCatalogThreads(): Promise<void> {
  await Promise.all([...idleCatalogThreads].map((thread) => thread.release()))
}
