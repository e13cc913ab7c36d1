/**
 * An engine that has nothing to do does not collect its garbage, and keeps the room it took while it was busy. So each thread collects once when it
 * has become idle after much work. It pauses for some tenths of a second, when nobody is waiting.
 */
import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const EVERY_MS = 20_000
/** A thread that was active for less than this between two looks is idle. */
const IDLE_ACTIVE_MS = 400
/** Less work than this leaves too little garbage to be worth a pause. */
const WORTH_ACTIVE_MS = 2000

/** Decides when: `look` hears how long the thread was active since the last look. */
export class IdleCollector {
  readonly #collect: () => void
  #activeMs = 0

  constructor(collect: () => void) {
    this.#collect = collect
  }

  look(activeMs: number): void {
    this.#activeMs += activeMs
    if (activeMs >= IDLE_ACTIVE_MS || this.#activeMs < WORTH_ACTIVE_MS) return
    this.#activeMs = 0
    this.#collect()
  }
}

/** For the thread that calls it. Its timer keeps nothing alive. */
export function collectWhenIdle(): void {
  const collector = new IdleCollector(collectGarbage)
  let former = performance.eventLoopUtilization()
  setInterval(() => {
    const now = performance.eventLoopUtilization()
    collector.look(performance.eventLoopUtilization(now, former).active)
    // What the collection itself took is no work.
    former = performance.eventLoopUtilization()
  }, EVERY_MS).unref()
}

/** As thoroughly as before running out of memory: other collections keep the room for new objects. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (how: object) => void
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
