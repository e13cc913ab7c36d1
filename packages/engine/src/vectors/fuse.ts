/**
 * How words and meaning are mixed: one weighted sum of two scores from 0 to 1, the text score divided by the best one and the
 * min-max normalized similarity of the nearest products. Here is where the weight, the normalization and the floor come from; what words
 * put first then makes the similarities more precise (`similarity-feedback.ts`).
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
  /** The products that are near for certain, nearest first: above the floor. */
  near: readonly number[]
  /** Those of them that may join although no word found them, nearest first. */
  joining: readonly number[]
  /** Says if they join only when words find too little. */
  joins: 'always' | 'where words find too little'
  /** The similarity's share in the mixed score, 0 to 1. */
  weight: number
}

/** Mixes a query's nearest products (at most `SEMANTIC_DEPTH`, best first) into its text search. */
export function semanticMix(
  hits: readonly VectorHit[],
  query: string,
  mode: 'hybrid' | 'vector',
  /** Similarity at which products may still have nothing to do with the query. */
  floor = Number.NEGATIVE_INFINITY,
): SemanticMix {
  const scores = minMaxNormalized(hits)
  // A text that the model cannot read has neighbours too, but they have nothing to do with it.
  const near = (mode === 'vector' ? hits : hits.filter(({ similarity }) => similarity > floor)).map(idOf)
  return {
    scores,
    near,
    joining: near.filter((id) => scores.get(id)! >= MIN_TO_JOIN).slice(0, MAX_TO_JOIN[mode]),
    joins: mode === 'vector' ? 'always' : 'where words find too little',
    weight: mode === 'vector' ? 1 : hybridWeight(query),
  }
}

function idOf({ productId }: VectorHit): number {
  return productId
}

/** A query that is much nearer to texts that mean nothing than to any product is one of them. Words that the model reads badly are not. */
const READABLE = 0.55

/** The nearest however far, for a query of which no word is found; none where the model cannot read it. */
export function nearestOfAll(hits: readonly VectorHit[], noise: number): number[] {
  if (hits.length === 0 || hits[0].similarity <= READABLE * noise) return []
  const scores = minMaxNormalized(hits)
  const nearest = hits.map(idOf).filter((id) => scores.get(id)! >= MIN_TO_JOIN)
  return nearest.slice(0, MAX_TO_JOIN.hybrid)
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

export interface Fusion {
  /** The similarity's share for a query that describes what it wants, … */
  share: number
  /** … which has this many words. One word names a thing or a brand, and words find that by themselves. */
  fullShareWords: number
  /** How far similarity is measured to the best products by words, and not to the query itself, … */
  feedbackShare: number
  /** … of which so many are read: a page. */
  feedbackSize: number
}

/** Chosen by folds over all judged sets; the decision record says how little turning them does. */
export const FUSION: Fusion = { share: 0.4, fullShareWords: 2, feedbackShare: 0.7, feedbackSize: 10 }

/** The similarity's share for a query; 0: words alone decide, and no vector is needed. */
export function hybridWeight(query: string): number {
  const words = query.trim().split(/\s+/).filter(Boolean)
  if (words.length <= 2 && words.some(isPartNumber)) return 0
  return FUSION.share * Math.min(1, words.length / FUSION.fullShareWords)
}

/** A model hardly hears a "without": what is excluded pulls its products up instead. */
const MAX_WITH_EXCLUSION = 0.1

/** The share in the end, once the query was parsed. Vector mode keeps its own. */
export function weightWithExclusion(weight: number, excludes: boolean): number {
  return excludes && weight < 1 ? Math.min(weight, MAX_WITH_EXCLUSION) : weight
}
