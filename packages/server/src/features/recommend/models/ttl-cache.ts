import { TwoGenerationCache } from './two-generation-cache.ts'

/** How long a ranking may be reused: well under the five seconds within which an event must take effect. */
const KEPT_MS = 2000
const MAX_KEPT = 5000

/** Caches answers that do not depend on a visit, because many visitors ask for them at the same time. */
export class TtlCache<T> {
  readonly #kept = new TwoGenerationCache<string, { value: T; untilMs: number; generation: number | string }>(MAX_KEPT)

  /** Returns the cached value if it is younger than `KEPT_MS` or `generation` is unchanged; else makes a new one. */
  recall(key: string, now: { nowMs: number; generation: number | string }, make: () => T): T {
    const known = this.#kept.get(key)
    if (known && (known.generation === now.generation || now.nowMs < known.untilMs)) return known.value
    const value = make()
    this.#kept.set(key, { value, untilMs: now.nowMs + KEPT_MS, generation: now.generation })
    return value
  }
}
