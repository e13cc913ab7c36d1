import type { EncoderSpec } from './encoder.ts'
import { EncoderThread } from './encoder-thread.ts'

/** A thread that is started by its first call and ended when idle. */
export class IdleThread<Input> {
  readonly #spec: EncoderSpec
  readonly #idleMs: number
  #thread: EncoderThread<Input> | undefined
  #calls = 0
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(spec: EncoderSpec, idleMs: number) {
    this.#spec = spec
    this.#idleMs = idleMs
  }

  async encode(inputs: readonly Input[], urgency: 'urgent' | 'patient', signal?: AbortSignal): Promise<Float32Array[]> {
    clearTimeout(this.#timer)
    this.#calls++
    try {
      return await this.#open().encode(inputs, urgency, signal)
    } finally {
      if (--this.#calls === 0) this.#timer = setTimeout(() => this.#giveBack(), this.#idleMs).unref()
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#thread?.close()
  }

  #open(): EncoderThread<Input> {
    this.#thread ??= new EncoderThread<Input>(this.#spec)
    // A closed one answers every call with its own refusal.
    if (this.#isClosed) void this.#thread.close()
    return this.#thread
  }

  #giveBack(): void {
    void this.#thread?.close()
    this.#thread = undefined
  }
}
