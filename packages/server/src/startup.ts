/** Tracks what has to be done before the service is ready; `/ready` lists what is still missing. */
import type { Logger } from 'pino'

export class Startup {
  readonly #waitingFor = new Set<string>()
  readonly #log: Logger
  #stopped = false

  constructor(log: Logger) {
    this.#log = log
  }

  get waitingFor(): string[] {
    return [...this.#waitingFor]
  }

  /** Call this before the process ends: no further step begins, and `run` never resolves for later steps. */
  stop(): void {
    this.#stopped = true
  }

  /** Runs a step of the start. A failure is logged and rethrown, and `/ready` keeps listing the step. */
  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    this.#waitingFor.add(name)
    if (this.#stopped) return new Promise<never>(() => {})
    const begunMs = performance.now()
    try {
      const result = await work()
      this.#waitingFor.delete(name)
      this.#log.info({ step: name, ms: Math.round(performance.now() - begunMs) }, 'start-up step done')
      return result
    } catch (error) {
      this.#log.error({ step: name, err: error }, 'start-up step failed')
      throw error
    }
  }
}
