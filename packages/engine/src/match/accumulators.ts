/** Values that scoring gathers for each doc of a segment. */
export interface Accumulators {
  /** BM25F of all fields. */
  readonly score: Float32Array
  /** The best of the query term in hand, so that a doc gets one form of a term and not the sum of them. */
  readonly termScore: Float32Array
  /** Query terms found in any field, a bit each. All 0 between queries. */
  readonly found: Uint32Array
  /** Query terms found in a naming field, a bit each. */
  readonly named: Uint32Array
  /** Docs touched, in no order. */
  readonly docs: Uint32Array
}

const MIN_SIZE = 1024
/** Room for the docs of the next writes. */
const HEADROOM = 1.25

export function createAccumulators(docCount: number): Accumulators {
  const size = Math.max(MIN_SIZE, Math.ceil(docCount * HEADROOM))
  return {
    score: new Float32Array(size),
    termScore: new Float32Array(size),
    found: new Uint32Array(size),
    named: new Uint32Array(size),
    docs: new Uint32Array(size),
  }
}

export function accumulatorBytes({ docs }: Accumulators): number {
  return 5 * docs.byteLength
}

/** Forgets what was found in the first `count` docs touched, so that the accumulators are clean. */
export function clearAccumulators({ found, docs }: Accumulators, count: number): void {
  for (let i = 0; i < count; i++) found[docs[i]] = 0
}
