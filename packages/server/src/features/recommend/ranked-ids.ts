/**
 * A finished ranking: product ids, best first, and scores. Two arrays of numbers, so that thousands can be kept
 * without burdening the garbage collector.
 */
export interface RankedIds {
  ids: Float64Array
  scores: Float32Array
}

/** `visits`: in how many visits the product was viewed together with the seeds. */
export interface ViewedIds extends RankedIds {
  visits: Uint16Array
}

/** Best first. `visits`: visits in which the product was viewed with the anchors; 0 if it is only similar to them. */
export type SimilarIds = Pick<ViewedIds, 'ids' | 'visits'>

export const NOTHING_RANKED: ViewedIds = {
  ids: new Float64Array(0),
  scores: new Float32Array(0),
  visits: new Uint16Array(0),
}

export function rankedIds<T>(ranked: readonly T[], idOf: (one: T) => number, scoreOf: (one: T) => number): RankedIds {
  const kept = { ids: new Float64Array(ranked.length), scores: new Float32Array(ranked.length) }
  for (let i = 0; i < ranked.length; i++) {
    kept.ids[i] = idOf(ranked[i] as T)
    kept.scores[i] = scoreOf(ranked[i] as T)
  }
  return kept
}

/** Yields the first of each row, then the second of each, with the index of the row. */
export function* interleave(rows: readonly ArrayLike<number>[]): Generator<[row: number, productId: number]> {
  for (let place = 0; rows.some(({ length }) => place < length); place++)
    for (const [at, row] of rows.entries()) if (place < row.length) yield [at, row[place] as number]
}
