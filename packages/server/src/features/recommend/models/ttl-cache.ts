import { TwoGenerationCache } from './two-generation-cache.ts'

/** Events must take effect within five seconds, so rankings are reused for less. */
const KEPT_MS = 2000
const MAX_KEPT = 5000

/** Caches answers that do not depend on the visit, because many visitors request them at the same time. */
export class TtlCache<T> {
  readonly #kept = new TwoGenerationCache<string, { value: T; untilMs: number; generation: number | string }>(MAX_KEPT)

  /** Returns a cached value that is younger than `KEPT_MS` or whose `generation` is unchanged. */
  recall(key: string, now: { nowMs: number; generation: number | string }, make: () => T): T {
    const known = this.#kept.get(key)
    if (known && (known.generation === now.generation || now.nowMs < known.untilMs)) return known.value
    const value = make()
    this.#kept.set(key, { value, untilMs: now.nowMs + KEPT_MS, generation: now.generation })
    return value
  }
}
