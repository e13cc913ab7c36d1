/** `/ready` lists the steps of the start that are not finished. */
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

  /** Must be called before the process ends. No further step begins, and `run` never resolves for later steps. */
  stop(): void {
    this.#stopped = true
  }

  /** A failure is logged and rethrown, and `/ready` keeps listing the step. */
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
