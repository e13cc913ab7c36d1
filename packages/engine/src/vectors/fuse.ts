/**
 * How words and meaning are mixed. The mix itself is a weighted sum of two scores from 0 to 1, the text score divided by the best
 * one and the similarity stretched over the nearest products; here is where the weight and the stretch come from.
 */
import type { VectorHit } from './vector-store.ts'

/** How many of the nearest products take part. Fewer lose text hits of middling similarity, more change nothing. */
export const SEMANTIC_DEPTH = 400

/** Products that no word found join the answer only when they are this near, on the stretched scale, and this few. */
const LEAST_TO_JOIN = 0.5
const MOST_TO_JOIN = 60

export interface SemanticMix {
  /** Similarity by product, stretched: the nearest has 1, the last of `SEMANTIC_DEPTH` 0. Absent means 0. */
  scores: ReadonlyMap<number, number>
  /** The products that may join although no word found them, nearest first. */
  joining: readonly number[]
  /** The similarity's share in the mixed score, 0 to 1. */
  weight: number
}

/** What a query's nearest products (at most `SEMANTIC_DEPTH`, best first) bring to its text search. */
export function semanticMix(
  hits: readonly VectorHit[],
  query: string,
  mode: 'hybrid' | 'vector',
  /** How near the query comes to texts that mean nothing, where that is known. */
  nonsense = Number.NEGATIVE_INFINITY,
): SemanticMix {
  const scores = stretched(hits)
  const near = hits.filter(({ productId }) => scores.get(productId)! >= LEAST_TO_JOIN).slice(0, MOST_TO_JOIN)
  // What the model cannot read has neighbours too, but they have nothing to do with it.
  const isNonsense = mode === 'hybrid' && nonsense >= (hits[0]?.similarity ?? 0)
  return {
    scores,
    joining: isNonsense ? [] : near.map(({ productId }) => productId),
    weight: mode === 'vector' ? 1 : hybridWeight(query),
  }
}

/**
 * The raw range differs from model to model (0.75 to 0.9 in one, 0.1 to 0.6 in another), so only where a product stands between
 * the best and the last one counts.
 */
function stretched(hits: readonly VectorHit[]): Map<number, number> {
  const best = hits[0]?.similarity ?? 0
  // A shop with fewer products than the depth has its last one for a floor, which is far enough from the best.
  const floor = hits.at(-1)?.similarity ?? 0
  const span = best - floor
  return new Map(hits.map(({ productId, similarity }) => [productId, span > 0 ? (similarity - floor) / span : 1]))
}

/** By the number of words: one word mostly names a thing or a brand, many describe it. Tuned on the open queries. */
const WEIGHT_BY_WORDS = [0, 0.05, 0.25, 0.4, 0.45]

/** The similarity's share for a query; 0: words alone decide, and no vector is needed. */
export function hybridWeight(query: string): number {
  const words = query.trim().split(/\s+/).filter(Boolean)
  if (words.length <= 2 && words.some(isPartNumber)) return 0
  return WEIGHT_BY_WORDS[Math.min(words.length, WEIGHT_BY_WORDS.length - 1)]
}

/** A model hardly hears a "without": what is excluded pulls its products up instead. */
const MOST_WITH_EXCLUSION = 0.1

/** The share in the end, once the words were searched. Vector mode keeps its own. */
export function weightAfterText(weight: number, text: { excludes: boolean }): number {
  return weight < 1 && text.excludes ? Math.min(weight, MOST_WITH_EXCLUSION) : weight
}

/** "006R90321", "dv7-1211ea", "90210": a model has no meaning for these, only look-alikes. Not "ps4" or "42in". */
function isPartNumber(word: string): boolean {
  const digits = word.match(/\d/g)?.length ?? 0
  return digits >= 4 || (digits >= 2 && word.length >= 6)
}
