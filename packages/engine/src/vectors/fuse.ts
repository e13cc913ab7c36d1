/**
 * Meaning brings two things to a search: the min-max normalized similarity of the nearest products, a feature of relevance, and those of
 * them that may join although no word found them. What words put first then makes the similarities more precise (`similarity-feedback.ts`).
 */
import { isPartNumber } from '../text/analysis/part-number.ts'
import type { VectorHit } from './vector-store.ts'

/** How many of the nearest products take part. Fewer lose text hits of middling similarity, more change nothing. */
export const SEMANTIC_DEPTH = 400

/** Products that no word found join the answer only when they are this near, on the normalized scale, and this few. */
const MIN_TO_JOIN = 0.5
const MAX_TO_JOIN = { hybrid: 20, vector: 60 }

export interface SemanticMix {
  /** Similarity by product, min-max normalized: the nearest has 1, the last of `SEMANTIC_DEPTH` 0. Absent means 0. */
  scores: ReadonlyMap<number, number>
  /** Products that are near for certain and may join although no word found them, nearest first. */
  joining: readonly number[]
  /** Says if they join only when words find too little. */
  joins: 'always' | 'where words find too little'
}

/** Mixes a query's nearest products (at most `SEMANTIC_DEPTH`, best first) into its text search. */
export function semanticMix(
  hits: readonly VectorHit[],
  mode: 'hybrid' | 'vector',
  /** Similarity at which products may still have nothing to do with the query. */
  floor = Number.NEGATIVE_INFINITY,
): SemanticMix {
  const scores = minMaxNormalized(hits)
  // A text that the model cannot read has neighbours too, but they have nothing to do with it.
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

/** A query that is much nearer to texts that mean nothing than to any product is one of them. */
const READABLE = 0.85

/** The nearest however far, where nothing has every word; none where the model cannot read the query, or nobody knows yet. */
export function nearestOfAll(hits: readonly VectorHit[], noise: number | undefined): number[] {
  if (hits.length === 0 || noise === undefined || hits[0].similarity <= READABLE * noise) return []
  return nearerHalf(hits, minMaxNormalized(hits)).slice(0, MAX_TO_JOIN.hybrid)
}

/**
 * The raw range differs from model to model (0.75 to 0.9 in one, 0.1 to 0.6 in another), so only where a product stands between
 * the best and the last one counts.
 */
function minMaxNormalized(hits: readonly VectorHit[]): Map<number, number> {
  const best = hits[0]?.similarity ?? 0
  // A shop with fewer products than the depth has its last one for a floor, which is far enough from the best.
  const floor = hits.at(-1)?.similarity ?? 0
  const span = best - floor
  return new Map(hits.map(({ productId, similarity }) => [productId, span > 0 ? (similarity - floor) / span : 1]))
}

/** False of a part number, alone or beside one word: words find that by themselves, and no vector is needed. */
export function hasMeaning(query: string): boolean {
  const words = query.trim().split(/\s+/).filter(Boolean)
  return words.length > 2 || (words.length > 0 && !words.some(isPartNumber))
}
