/** Values that scoring accumulates, indexed by doc of a segment. */
export interface Accumulators {
  /** BM25F over all fields. */
  readonly score: Float32Array
  /** Best score of the current query term, so that a doc counts its best form of the term and not the sum of all forms. */
  readonly termScore: Float32Array
  /** Query terms found in any field, one bit per term. All 0 between queries. */
  readonly found: Uint32Array
  /** Query terms found in a naming field, one bit per term. */
  readonly named: Uint32Array
  /** Docs touched, unordered. */
  readonly docs: Uint32Array
}

const MIN_SIZE = 1024
/** Factor that leaves room for docs written later. */
const HEADROOM = 1.25

function createAccumulators(docCount: number): Accumulators {
  const size = Math.max(MIN_SIZE, Math.ceil(docCount * HEADROOM))
  return {
    score: new Float32Array(size),
    termScore: new Float32Array(size),
    found: new Uint32Array(size),
    named: new Uint32Array(size),
    docs: new Uint32Array(size),
  }
}

/** Resets `found` for the first `count` docs touched. */
export function clearAccumulators({ found, docs }: Accumulators, count: number): void {
  for (let i = 0; i < count; i++) found[docs[i]] = 0
}

/**
 * Arrays that queries write into, owned by one index. A query takes what it needs and returns it clean. Arrays of a
 * query that failed are not returned, so the next query gets new ones.
 */
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
    return this.#accumulators.reduce((sum, { docs }) => sum + 5 * docs.byteLength, 0)
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
