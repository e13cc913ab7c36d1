import type { Scored } from '../core/sparse-accumulator.ts'

/**
 * Maximal marginal relevance: takes from `ranked` one by one the item that is best by λ·relevance − (1−λ)·likeness to what was
 * taken. Relevance is scaled to 0…1 by the best score, so λ means the same for every model. 0.7 keeps the head and opens the tail.
 */
export function diversify(
  ranked: readonly Scored[],
  likeness: (a: number, b: number) => number,
  { limit, lambda = 0.7 }: { limit: number; lambda?: number },
): Scored[] {
  const pool = ranked.slice(0, Math.max(limit * 4, 40))
  const best = pool[0]?.score || 1
  const nearest = new Float64Array(pool.length)
  const taken: Scored[] = []
  const open = new Set(pool.keys())
  while (taken.length < limit && open.size > 0) {
    const next = pickNext(pool, open, (i) => lambda * (pool[i].score / best) - (1 - lambda) * nearest[i])
    open.delete(next)
    taken.push(pool[next])
    for (const i of open) nearest[i] = Math.max(nearest[i], likeness(pool[i].item, pool[next].item))
  }
  return taken
}

function pickNext(pool: readonly Scored[], open: Set<number>, value: (i: number) => number): number {
  let next = -1
  let best = Number.NEGATIVE_INFINITY
  for (const i of open) {
    const worth = value(i)
    if (worth > best || (worth === best && pool[i].item < pool[next].item)) {
      best = worth
      next = i
    }
  }
  return next
}
