/** Measures similarity to the query and to the best matches by words (Rocchio feedback). */
import type { VectorHit, VectorStore } from './vector-store.ts'

/** Weight of the best matches by words against the query, and how many of them are used: one page. */
const FEEDBACK_SHARE = 0.7
export const FEEDBACK_SIZE = 10

export interface BestByWords {
  readonly id: number
  readonly score: number
}

/** Returns min-max normalized similarities by product; undefined if the best matches have no vectors. */
export type SimilarityFeedback = (
  /** Best first. */
  best: readonly BestByWords[],
  among: readonly number[],
) => ReadonlyMap<number, number> | undefined

export function similarityFeedback(
  store: VectorStore,
  query: Float32Array,
  nearest: readonly VectorHit[],
): SimilarityFeedback {
  // Results are cached for long, and must not keep a replaced store alive.
  const held = new WeakRef(store)
  const nearestIds = nearest.map(({ productId }) => productId)
  return (best, among) => {
    const vectors = held.deref()
    const middle = vectors && middleOf(vectors, best.slice(0, FEEDBACK_SIZE))
    return middle && normalized(vectors, mixed(query, middle, FEEDBACK_SHARE), nearestIds, among)
  }
}

/** Returns the mean direction of products, weighted by score; undefined if they have no vectors. */
function middleOf(store: VectorStore, best: readonly BestByWords[]): Float32Array | undefined {
  const sum = new Float32Array(store.dimension)
  for (const { id, score } of best) {
    for (const vector of store.vectors(id)) for (let i = 0; i < sum.length; i++) sum[i] += score * vector[i]
  }
  return unitVector(sum)
}

function mixed(query: Float32Array, middle: Float32Array, share: number): Float32Array {
  const sum = query.map((number, i) => (1 - share) * number + share * middle[i])
  return unitVector(sum) ?? query
}

function unitVector(vector: Float32Array): Float32Array | undefined {
  let squares = 0
  for (const number of vector) squares += number * number
  const length = Math.sqrt(squares)
  return length > 0 ? vector.map((number) => number / length) : undefined
}

function normalized(
  store: VectorStore,
  vector: Float32Array,
  nearest: readonly number[],
  among: readonly number[],
): Map<number, number> {
  const ofNearest = store.coarseSimilarities(vector, nearest)
  const known = new Map(nearest.map((id, i) => [id, ofNearest[i]]))
  // The nearest include most of `among`, and in a small shop all of it.
  const others = among.filter((id) => !known.has(id))
  const ofOthers = store.coarseSimilarities(vector, others)
  for (const [i, id] of others.entries()) known.set(id, ofOthers[i])
  let floor = Number.POSITIVE_INFINITY
  for (const similarity of ofNearest) if (similarity < floor) floor = similarity
  let best = Number.NEGATIVE_INFINITY
  for (const similarity of known.values()) if (similarity > best) best = similarity
  const span = best - floor
  const scores = new Map<number, number>()
  for (const id of among) {
    const similarity = known.get(id)!
    if (!Number.isNaN(similarity)) scores.set(id, span > 0 ? Math.max(0, (similarity - floor) / span) : 1)
  }
  return scores
}
