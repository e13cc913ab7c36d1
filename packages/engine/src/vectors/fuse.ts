/**
 * Meaning adds two things to a search: the min-max normalized similarity of the nearest products, as a feature of
 * relevance, and products that join the answer although no word found them. The best matches by words then refine the
 * similarities (`similarity-feedback.ts`).
 */
import { isPartNumber } from '../text/analysis/part-number.ts'
import type { VectorHit } from './vector-store.ts'

/** How many of the nearest products take part. With fewer, text hits of medium similarity are lost; more make no difference. */
export const SEMANTIC_DEPTH = 400

/** Products that no word found join only if they are at least this near on the normalized scale. */
const MIN_TO_JOIN = 0.5
const MAX_TO_JOIN = { hybrid: 20, vector: 60 }

export interface SemanticMix {
  /** Similarity by product id, min-max normalized: 1 for the nearest, 0 for the last of `SEMANTIC_DEPTH`. Absent means 0. */
  scores: ReadonlyMap<number, number>
  /** Ids of products near enough to join although no word found them, nearest first. */
  joining: readonly number[]
  joins: 'always' | 'where words find too little'
}

/** `hits`: at most `SEMANTIC_DEPTH`, best first. */
export function semanticMix(
  hits: readonly VectorHit[],
  mode: 'hybrid' | 'vector',
  /** Up to this similarity, products may have nothing to do with the query. */
  floor = Number.NEGATIVE_INFINITY,
): SemanticMix {
  const scores = minMaxNormalized(hits)
  // Even a text that the model does not understand has nearest products, but they are unrelated to it.
  const near = mode === 'vector' ? hits : hits.filter(({ similarity }) => similarity > floor)
  return {
    scores,
    joining: nearerHalf(near, scores).slice(0, MAX_TO_JOIN[mode]),
    joins: mode === 'vector' ? 'always' : 'where words find too little',
  }
}

function nearerHalf(hits: readonly VectorHit[], scores: ReadonlyMap<number, number>): number[] {
  return hits.map(({ productId }) => productId).filter((id) => scores.get(id)! >= MIN_TO_JOIN)
}

/** If the nearest product is less similar to a query than this share of the query's similarity to meaningless texts, the query is meaningless too. */
const READABLE = 0.85

/**
 * The nearest products, however far, for queries that no product matches completely; none if the model does not
 * understand the query or the noise is not known yet.
 */
export function nearestOfAll(hits: readonly VectorHit[], noise: number | undefined): number[] {
  if (hits.length === 0 || noise === undefined || hits[0].similarity <= READABLE * noise) return []
  return nearerHalf(hits, minMaxNormalized(hits)).slice(0, MAX_TO_JOIN.hybrid)
}

/**
 * Raw similarities differ between models (0.75 to 0.9 in one, 0.1 to 0.6 in another), so only the position between the
 * best and the last hit counts.
 */
function minMaxNormalized(hits: readonly VectorHit[]): Map<number, number> {
  const best = hits[0]?.similarity ?? 0
  // In a shop with fewer products than the depth, the last product is the floor, which is far enough from the best.
  const floor = hits.at(-1)?.similarity ?? 0
  const span = best - floor
  return new Map(hits.map(({ productId, similarity }) => [productId, span > 0 ? (similarity - floor) / span : 1]))
}

/** False for a part number, alone or with one other word: words find it, and no vector is needed. */
export function hasMeaning(query: string): boolean {
  const words = query.trim().split(/\s+/).filter(Boolean)
  return words.length > 2 || (words.length > 0 && !words.some(isPartNumber))
}
