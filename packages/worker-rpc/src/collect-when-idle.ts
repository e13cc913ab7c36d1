/**
 * An engine that has nothing to do does not collect its garbage, and keeps the room it took while it was busy. So each thread collects once when it
 * has become idle after much work. It pauses for some tenths of a second, when nobody is waiting.
 */
import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const EVERY_MS = 10_000
/** A thread that was active for less than this between two checks is idle. */
const IDLE_ACTIVE_MS = 200
/** After less work than this there is too little garbage to be worth a pause. */
const WORTH_ACTIVE_MS = 2000

/** Decides when to collect; `look` is called regularly. */
export class IdleCollector {
  readonly #collect: () => void
  readonly #activeMs: () => number
  #seenMs = 0
  #workMs = 0

  /** @param activeMs how long the thread has been active since it started, including the work of starting */
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
    // The time of the collection itself does not count as work.
    this.#seenMs = this.#activeMs()
  }
}

/** Collects the garbage of the calling thread when it is idle, after `rest` has freed what else it holds. The timer does not keep the process alive. */
export function collectWhenIdle(rest: () => void = () => {}): void {
  const collect = () => {
    rest()
    collectGarbage()
  }
  const collector = new IdleCollector(collect, () => performance.eventLoopUtilization().active)
  setInterval(() => collector.look(), EVERY_MS).unref()
}

/** Collects as thoroughly as before running out of memory: other collections keep the space reserved for new objects. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (how: object) => void
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
