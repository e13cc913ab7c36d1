/** Arrays as long as the largest segment, reused by every query; matching is synchronous, so one set is enough. */
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

let scratch: Scratch | undefined

export function scratchFor(docCount: number): Scratch {
  if (scratch !== undefined && scratch.docs.length >= docCount) return scratch
  const size = Math.max(1024, Math.ceil(docCount * 1.25))
  scratch = {
    scores: new Float32Array(size),
    slotScores: new Float32Array(size),
    found: new Uint32Array(size),
    exact: new Uint32Array(size),
    docs: new Uint32Array(size),
  }
  return scratch
}
