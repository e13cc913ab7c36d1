/**
 * Holds what scoring has found out about each doc of a segment. The values of a doc lie side by side, from `doc * STRIDE` on,
 * because docs are visited in places that are far apart: one visit then loads one line of the processor's cache.
 */
export interface Accumulators {
  /** See `FOUND` and `NAMED`. All `FOUND` are 0 between queries. */
  readonly bits: Uint32Array
  /** The same memory as `bits`; see `SCORE` and `TERM_SCORE`. */
  readonly scores: Float32Array
  /** Docs touched, unordered. */
  readonly docs: Uint32Array
}

export const STRIDE = 4
/** Query terms found in any field, one bit per term. */
export const FOUND = 0
/** Query terms found in a naming field, one bit per term. */
export const NAMED = 1
/** BM25F over all fields. */
export const SCORE = 2
/** Best score of the current query term, so that a doc counts its best form of the term and not the sum of all forms. */
export const TERM_SCORE = 3

const MIN_SIZE = 1024
/** Factor that leaves room for docs written later. */
const HEADROOM = 1.25

function createAccumulators(docCount: number): Accumulators {
  const size = Math.max(MIN_SIZE, Math.ceil(docCount * HEADROOM))
  const bits = new Uint32Array(STRIDE * size)
  return { bits, scores: new Float32Array(bits.buffer), docs: new Uint32Array(size) }
}

/** Arrays that queries borrow and return clean, owned by one index. A failed query does not return its arrays. */
export class Workspace {
  readonly #accumulators: Accumulators[] = []

  /** The accumulators are clean at first, and `run` must leave them clean. */
  withAccumulators<T>(docCounts: readonly number[], run: (accumulators: Accumulators[]) => T): T {
    const taken = docCounts.map((docCount) => this.#take(docCount))
    const result = run(taken)
    this.#accumulators.push(...taken)
    return result
  }

  get bytes(): number {
    return this.#accumulators.reduce((sum, { bits, docs }) => sum + bits.byteLength + docs.byteLength, 0)
  }

  /** Takes the smallest that is large enough. If all are too small, the index has grown, so one of them is dropped. */
  #take(docCount: number): Accumulators {
    let best = -1
    this.#accumulators.forEach(({ docs }, place) => {
      const isSmaller = best < 0 || docs.length < this.#accumulators[best].docs.length
      if (docs.length >= docCount && isSmaller) best = place
    })
    if (best >= 0) return this.#accumulators.splice(best, 1)[0]
    this.#accumulators.pop()
    return createAccumulators(docCount)
  }
}
