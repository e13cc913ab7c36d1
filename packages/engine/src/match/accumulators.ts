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

/** Resets `found` for the first `count` docs touched. */
export function clearAccumulators({ found, docs }: Accumulators, count: number): void {
  for (let i = 0; i < count; i++) found[docs[i]] = 0
}
