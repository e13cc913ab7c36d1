/** What scoring gathers for each doc of a segment. */
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

const MIN_SIZE = 1024
/** Room for the docs of the next writes. */
const HEADROOM = 1.25

/** `isShared`: in memory that threads share. */
export function createAccumulators(docCount: number, isShared = false): Accumulators {
  const size = Math.max(MIN_SIZE, Math.ceil(docCount * HEADROOM))
  const bytes = () => (isShared ? new SharedArrayBuffer(4 * size) : new ArrayBuffer(4 * size))
  return {
    scores: new Float32Array(bytes()),
    termScores: new Float32Array(bytes()),
    found: new Uint32Array(bytes()),
    exact: new Uint32Array(bytes()),
    strong: new Uint32Array(bytes()),
    docs: new Uint32Array(bytes()),
  }
}

/** Forgets what was found in the first `count` docs touched, so that the accumulators are clean. */
export function clearAccumulators({ found, docs }: Accumulators, count: number): void {
  for (let i = 0; i < count; i++) found[docs[i]] = 0
}
