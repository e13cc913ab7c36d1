/** Arrays as long as a segment, reused by every query: matching is synchronous, so one set for each place is enough. */
export interface Accumulators {
  /** Score so far. */
  readonly scores: Float32Array
  /** Best score of the query term in hand. */
  readonly termScores: Float32Array
  /** Query terms found, a bit each. All 0 between queries. */
  readonly found: Uint32Array
  /** Query terms found as typed or inflected, a bit each. */
  readonly exact: Uint32Array
  /** Query terms found in a strong field, a bit each. */
  readonly strong: Uint32Array
  /** Docs touched, in no order. */
  readonly docs: Uint32Array
}

const pool: Accumulators[] = []

/** The accumulators of the n-th segment of a query. */
export function accumulatorsFor(segment: number, docCount: number): Accumulators {
  const known = pool[segment]
  if (known !== undefined && known.docs.length >= docCount) return known
  const size = Math.max(1024, Math.ceil(docCount * 1.25))
  const accumulators = {
    scores: new Float32Array(size),
    termScores: new Float32Array(size),
    found: new Uint32Array(size),
    exact: new Uint32Array(size),
    strong: new Uint32Array(size),
    docs: new Uint32Array(size),
  }
  pool[segment] = accumulators
  return accumulators
}
