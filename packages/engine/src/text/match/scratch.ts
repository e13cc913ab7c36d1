/** Arrays as long as a segment, reused by every query: matching is synchronous, so one set for each place is enough. */
export interface Scratch {
  /** Score so far. */
  readonly scores: Float32Array
  /** Best worth of the slot in hand. */
  readonly slotScores: Float32Array
  /** Slots found, a bit each. All 0 between queries. */
  readonly found: Uint32Array
  /** Slots found as typed or inflected, a bit each. */
  readonly exact: Uint32Array
  /** Docs touched, in no order. */
  readonly docs: Uint32Array
}

const scratches: Scratch[] = []

/** The scratch of the n-th segment of a query. */
export function scratchFor(segment: number, docCount: number): Scratch {
  const known = scratches[segment]
  if (known !== undefined && known.docs.length >= docCount) return known
  const size = Math.max(1024, Math.ceil(docCount * 1.25))
  const scratch = {
    scores: new Float32Array(size),
    slotScores: new Float32Array(size),
    found: new Uint32Array(size),
    exact: new Uint32Array(size),
    docs: new Uint32Array(size),
  }
  scratches[segment] = scratch
  return scratch
}
