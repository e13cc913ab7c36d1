/** Counts executed blocks of JavaScript, which are the same number on every machine, unlike seconds. */
import { Session } from 'node:inspector/promises'

export class StepCounter {
  readonly #session = new Session()

  async start(): Promise<void> {
    this.#session.connect()
    await this.#session.post('Profiler.enable')
    await this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  }

  /** Counts the blocks that `work` executes, without those of Node itself. */
  async count(work: () => unknown): Promise<number> {
    await this.steps()
    await work()
    return this.steps()
  }

  /** Counts the blocks since the last call. */
  async steps(): Promise<number> {
    const { result } = await this.#session.post('Profiler.takePreciseCoverage')
    let steps = 0
    for (const script of result) {
      if (script.url.startsWith('node:')) continue
      for (const { ranges } of script.functions) for (const { count } of ranges) steps += count
    }
    return steps
  }

  async stop(): Promise<void> {
    await this.#session.post('Profiler.stopPreciseCoverage')
    this.#session.disconnect()
  }
}
