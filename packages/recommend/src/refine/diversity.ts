import type { Scored } from '../core/sparse-accumulator.ts'

/**
 * Maximal marginal relevance: takes from `pool`, one by one, the item with the highest λ·relevance − (1−λ)·similarity
 * to the items already taken. Relevance is a share of the best score, so that λ means the same for every model.
 *
 * Computed only as far as it is read. Marginal relevance can only fall, so its last computed value is an upper bound,
 * and only the item with the highest bound is compared with items taken since.
 */
export function* diversify(
  pool: readonly Scored[],
  similarity: (a: number, b: number) => number,
  lambda = 0.7,
): Generator<Scored> {
  const best = pool[0]?.score || 1
  const nearest = new Float64Array(pool.length)
  const marginal = Float64Array.from(pool, ({ score }) => lambda * (score / best))
  /** Number of taken items that each item was compared with. */
  const compared = new Uint32Array(pool.length)
  const open = [...pool.keys()]
  const taken: number[] = []
  while (open.length > 0) {
    const at = firstOf(pool, open, marginal)
    const next = open[at]
    if (compared[next] === taken.length) {
      open.splice(at, 1)
      taken.push(pool[next].item)
      yield pool[next]
      continue
    }
    for (; compared[next] < taken.length; compared[next]++)
      nearest[next] = Math.max(nearest[next], similarity(pool[next].item, taken[compared[next]]))
    marginal[next] = lambda * (pool[next].score / best) - (1 - lambda) * nearest[next]
  }
}

/** Returns the index in `open` of the item with the highest marginal relevance, ties by item. */
function firstOf(pool: readonly Scored[], open: readonly number[], marginal: Float64Array): number {
  let first = 0
  for (let at = 1; at < open.length; at++) {
    const difference = marginal[open[at]] - marginal[open[first]]
    if (difference > 0 || (difference === 0 && pool[open[at]].item < pool[open[first]].item)) first = at
  }
  return first
}
