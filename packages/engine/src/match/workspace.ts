/** The scoring state of a segment's docs. A doc's values are adjacent, so that an access loads one cache line. */
export interface Accumulators {
  /** See `FOUND` and `NAMED`. Every `FOUND` is 0 between queries. */
  readonly bits: Uint32Array
  /** A view of the same memory; see `SCORE` and `TERM_SCORE`. */
  readonly scores: Float32Array
  readonly docs: Uint32Array
}

export const STRIDE = 4
/** Query terms found in any field, one bit per term. */
export const FOUND = 0
/** Query terms found in a naming field, one bit per term. */
export const NAMED = 1
/** BM25F over all fields. */
export const SCORE = 2
/** Best score of the current query term: a doc counts its best form of a term, not the sum of forms. */
export const TERM_SCORE = 3

const MIN_SIZE = 1024
/** Space for docs written later. */
const HEADROOM = 1.25

function createAccumulators(docCount: number): Accumulators {
  const size = Math.max(MIN_SIZE, Math.ceil(docCount * HEADROOM))
  const bits = new Uint32Array(STRIDE * size)
  return { bits, scores: new Float32Array(bits.buffer), docs: new Uint32Array(size) }
}

/** Lends arrays to queries of one index, which return them cleared. A failed query does not return its arrays. */
export class Workspace {
  readonly #accumulators: Accumulators[] = []

  /** `run` gets cleared accumulators and must leave them cleared. */
  withAccumulators<T>(docCounts: readonly number[], run: (accumulators: Accumulators[]) => T): T {
    const taken = docCounts.map((docCount) => this.#take(docCount))
    const result = run(taken)
    this.#accumulators.push(...taken)
    return result
  }

  get bytes(): number {
    return this.#accumulators.reduce((sum, { bits, docs }) => sum + bits.byteLength + docs.byteLength, 0)
  }

  /** Takes the smallest array that is large enough. If all are too small, the index has grown, and one is dropped. */
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
