/** V8 does not collect garbage in an idle thread, so each thread collects once when it becomes idle after much work. */
import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const EVERY_MS = 10_000
/** A thread that was active for less than this since the last check counts as idle. */
const IDLE_ACTIVE_MS = 200
/** Minimum active time since the last collection: less work leaves too little garbage for a pause. */
const WORTH_ACTIVE_MS = 2000

/** Decides when to collect. `look` must be called regularly. */
export class IdleCollector {
  readonly #collect: () => void
  readonly #activeMs: () => number
  #seenMs = 0
  #workMs = 0

  /** @param activeMs returns how long the thread has been active since it started */
  constructor(collect: () => void, activeMs: () => number) {
    this.#collect = collect
    this.#activeMs = activeMs
  }

  look(): void {
    const sinceLastMs = this.#activeMs() - this.#seenMs
    this.#seenMs += sinceLastMs
    this.#workMs += sinceLastMs
    if (sinceLastMs >= IDLE_ACTIVE_MS || this.#workMs < WORTH_ACTIVE_MS) return
    this.#workMs = 0
    this.#collect()
    // The collection itself does not count as work.
    this.#seenMs = this.#activeMs()
  }
}

/** Calls `freeCaches` and collects garbage when the thread becomes idle. The timer does not keep the process alive. */
export function collectWhenIdle(freeCaches: () => void = () => {}): void {
  const collect = () => {
    freeCaches()
    collectGarbage()
  }
  const collector = new IdleCollector(collect, () => performance.eventLoopUtilization().active)
  setInterval(() => collector.look(), EVERY_MS).unref()
}

/** Collects as V8 does before it runs out of memory. Other collections keep the space reserved for new objects. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (how: object) => void
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
