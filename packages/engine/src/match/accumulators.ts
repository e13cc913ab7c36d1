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

/** `isShared`: in memory that threads share. */
export function createAccumulators(docCount: number, isShared = false): Accumulators {
  const size = Math.max(MIN_SIZE, Math.ceil(docCount * HEADROOM))
  const bytes = () => (isShared ? new SharedArrayBuffer(4 * size) : new ArrayBuffer(4 * size))
  return {
    score: new Float32Array(bytes()),
    termScore: new Float32Array(bytes()),
    found: new Uint32Array(bytes()),
    named: new Uint32Array(bytes()),
    docs: new Uint32Array(bytes()),
  }
}

export function accumulatorBytes({ docs }: Accumulators): number {
  return 5 * docs.byteLength
}

/** Forgets what was found in the first `count` docs touched, so that the accumulators are clean. */
export function clearAccumulators({ found, docs }: Accumulators, count: number): void {
  for (let i = 0; i < count; i++) found[docs[i]] = 0
}
