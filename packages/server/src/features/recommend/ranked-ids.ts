/** Best first. Arrays of numbers, because thousands of objects would burden the garbage collector. */
export interface RankedIds {
  ids: Float64Array
  scores: Float32Array
}

/** `visits`: number of visits in which the product was viewed with the seeds. */
export interface ViewedIds extends RankedIds {
  visits: Uint16Array
}

/** Best first. `visits` is 0 for a product that is only similar to the anchors. */
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
