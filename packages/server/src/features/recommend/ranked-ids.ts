/** A ranking at rest: product ids, best first, and scores. Two arrays of numbers, so that thousands can be kept without the collector noticing. */
export interface RankedIds {
  ids: Float64Array
  scores: Float32Array
}

/** Products like the anchors, best first; `seen` says of each whether visits say so, or the catalog alone. */
export interface SimilarIds {
  ids: Float64Array
  seen: Uint8Array
}

export const NOTHING_RANKED: RankedIds = { ids: new Float64Array(0), scores: new Float32Array(0) }

export function rankedIds<T>(ranked: readonly T[], idOf: (one: T) => number, scoreOf: (one: T) => number): RankedIds {
  const kept = { ids: new Float64Array(ranked.length), scores: new Float32Array(ranked.length) }
  for (let i = 0; i < ranked.length; i++) {
    kept.ids[i] = idOf(ranked[i] as T)
    kept.scores[i] = scoreOf(ranked[i] as T)
  }
  return kept
}
