import { TwoGenerationCache } from './two-generation-cache.ts'

/** How long a ranking of the models may be used again: well under the five seconds in which an event must show. */
const KEPT_MS = 2000
const MAX_KEPT = 5000

/** Answers that many visitors ask for at the same time: those about popular products, without a visit of one's own. */
export class TtlCache<T> {
  readonly #kept = new TwoGenerationCache<string, { value: T; untilMs: number; generation: number | string }>(MAX_KEPT)

  /** While `generation` stands still nothing was learnt, and a ranking stays good for ever. */
  recall(key: string, now: { nowMs: number; generation: number | string }, make: () => T): T {
    const known = this.#kept.get(key)
    if (known && (known.generation === now.generation || now.nowMs < known.untilMs)) return known.value
    const value = make()
    this.#kept.set(key, { value, untilMs: now.nowMs + KEPT_MS, generation: now.generation })
    return value
  }
}
