/**
 * Meaning adds the similarity of the nearest products as a feature of relevance, and products that no word found. The
 * best matches by words refine the similarities (`similarity-feedback.ts`).
 */
import { isPartNumber } from '../text/analysis/part-number.ts'
import type { VectorHit } from './vector-store.ts'

/** Number of nearest products used. With fewer, products of medium similarity are lost; more make no difference. */
export const SEMANTIC_DEPTH = 400

/** Normalized similarity from which products join without a matching word. */
const MIN_TO_JOIN = 0.5
const MAX_TO_JOIN = { hybrid: 20, vector: 60 }

export interface SemanticMix {
  /** By product id: 1 for the nearest, 0 for the last of `SEMANTIC_DEPTH`. Absent means 0. */
  scores: ReadonlyMap<number, number>
  /** Ids of products near enough to join without a matching word, nearest first. */
  joining: readonly number[]
  joins: 'always' | 'where words find too little'
}

/** `hits`: at most `SEMANTIC_DEPTH`, best first. */
export function semanticMix(
  hits: readonly VectorHit[],
  mode: 'hybrid' | 'vector',
  /** Products up to this similarity may be unrelated to the query. */
  floor = Number.NEGATIVE_INFINITY,
): SemanticMix {
  const scores = minMaxNormalized(hits)
  // A text that the model does not understand also has nearest products.
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

/** Share of the similarity to meaningless texts below which a query is meaningless too. */
const READABLE = 0.85

/** For queries without a complete match. Returns none if the model does not understand the query. */
export function nearestOfAll(hits: readonly VectorHit[], noise: number | undefined): number[] {
  if (hits.length === 0 || noise === undefined || hits[0].similarity <= READABLE * noise) return []
  return nearerHalf(hits, minMaxNormalized(hits)).slice(0, MAX_TO_JOIN.hybrid)
}

/** Similarities of models differ (0.75 to 0.9, or 0.1 to 0.6), so only relative positions count. */
function minMaxNormalized(hits: readonly VectorHit[]): Map<number, number> {
  const best = hits[0]?.similarity ?? 0
  // In a shop with fewer products than the depth, the last product is far enough from the best to be the floor.
  const floor = hits.at(-1)?.similarity ?? 0
  const span = best - floor
  return new Map(hits.map(({ productId, similarity }) => [productId, span > 0 ? (similarity - floor) / span : 1]))
}

/** False for a part number, alone or with one other word, which words find without a vector. */
export function hasMeaning(query: string): boolean {
  const words = query.trim().split(/\s+/).filter(Boolean)
  return words.length > 2 || (words.length > 0 && !words.some(isPartNumber))
}
