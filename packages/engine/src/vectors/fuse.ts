/**
 * How words and meaning are mixed. The mix itself is a weighted sum of two scores from 0 to 1, the text score divided by the best
 * one and the min-max normalized similarity of the nearest products; here is where the weight and the normalization come from.
 */
import type { VectorHit } from './vector-store.ts'

/** How many of the nearest products take part. Fewer lose text hits of middling similarity, more change nothing. */
export const SEMANTIC_DEPTH = 400

/** Products that no word found join the answer only when they are this near, on the normalized scale, and this few. */
const LEAST_TO_JOIN = 0.5
const MOST_TO_JOIN = 60

export interface SemanticMix {
  /** Similarity by product, min-max normalized: the nearest has 1, the last of `SEMANTIC_DEPTH` 0. Absent means 0. */
  scores: ReadonlyMap<number, number>
  /** The products that may join although no word found them, nearest first. */
  joining: readonly number[]
  /** The similarity's share in the mixed score, 0 to 1, where words and meaning agree. */
  weight: number
  /** Whether the query is too short to describe: it names a thing. */
  isShort: boolean
}

/** What a query's nearest products (at most `SEMANTIC_DEPTH`, best first) bring to its text search. */
export function semanticMix(
  hits: readonly VectorHit[],
  query: string,
  mode: 'hybrid' | 'vector',
  /** How near the query comes to the out-of-domain probes, where that is known. */
  outOfDomain = Number.NEGATIVE_INFINITY,
): SemanticMix {
  const scores = minMaxNormalized(hits)
  const near = hits.filter(({ productId }) => scores.get(productId)! >= LEAST_TO_JOIN).slice(0, MOST_TO_JOIN)
  // What the model cannot read has neighbours too, but they have nothing to do with it.
  const isOutOfDomain = mode === 'hybrid' && outOfDomain >= (hits[0]?.similarity ?? 0)
  return {
    scores,
    joining: isOutOfDomain ? [] : near.map(({ productId }) => productId),
    weight: mode === 'vector' ? 1 : hybridWeight(query),
    isShort: wordsOf(query).length <= SHORT,
  }
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

/** By the number of words: one word mostly names a thing or a brand, many describe it. Tuned on the open queries. */
const WEIGHT_BY_WORDS = [0, 0.005, 0.4, 0.5, 0.6]
const SHORT = 2

/** The similarity's share for a query; 0: words alone decide, and no vector is needed. */
export function hybridWeight(query: string): number {
  const words = wordsOf(query)
  if (words.length <= 2 && words.some(isPartNumber)) return 0
  return WEIGHT_BY_WORDS[Math.min(words.length, WEIGHT_BY_WORDS.length - 1)]
}

function wordsOf(query: string): string[] {
  return query.trim().split(/\s+/).filter(Boolean)
}

/** A model hardly hears a "without": what is excluded pulls its products up instead. */
const MOST_WITH_EXCLUSION = 0.1

/** What the words found, for weighing what the meaning says. */
export interface TextSide {
  /** The query has a "without". */
  excludes: boolean
  /** The best products, best first. */
  best: readonly number[]
  /** Which share of the nearest `COMPARED_NEAR` the words found, too. */
  foundNear: number
}

/** How many of the words' best are looked up among the nearest, and how many of the nearest among what the words found. */
export const COMPARED_BEST = 10
export const COMPARED_NEAR = 20
/** Up to this mean place of the words' best among the nearest, the two agree, … */
const AGREED_PLACE = 15
/** … and from this one on, the words alone decide; a query that describes leaves more room. */
const APART_PLACE = { short: 40, long: 200 }
/** Enough to order what the words leave equal, and products that only their meaning brought. */
const LEAST_WEIGHT = 0.005
/** Words that find next to nothing of what is near are the wrong words: "laptop" where the shop says "notebook". */
const FEW_FOUND = 0.3
const WRONG_WORDS_WEIGHT = 0.25

/**
 * The share in the end, once the words were searched. Where a short query's words and its meaning bring different products,
 * the words are right, brands above all; unless they find next to nothing of what is near. Vector mode keeps its own.
 */
export function weightAfterText({ weight, scores, isShort }: Omit<SemanticMix, 'joining'>, text: TextSide): number {
  if (weight === 0 || weight === 1) return weight
  const mixed = agreedWeight(weight, scores, isShort, text)
  return text.excludes ? Math.min(mixed, MOST_WITH_EXCLUSION) : mixed
}

function agreedWeight(weight: number, scores: SemanticMix['scores'], isShort: boolean, text: TextSide): number {
  if (isShort && text.foundNear <= FEW_FOUND) return WRONG_WORDS_WEIGHT
  const apart = isShort ? APART_PLACE.short : APART_PLACE.long
  const trust = (apart - meanPlace(text.best, [...scores.keys()])) / (apart - AGREED_PLACE)
  return Math.max(LEAST_WEIGHT, weight * Math.min(1, Math.max(0, trust)))
}

/** Places count from 0; a product that is not there has the place after the last. */
function meanPlace(productIds: readonly number[], nearest: readonly number[]): number {
  const places = productIds.map((id) => nearest.indexOf(id)).map((place) => (place < 0 ? SEMANTIC_DEPTH : place))
  return places.reduce((sum, place) => sum + place, 0) / Math.max(1, places.length)
}

/** "006R90321", "dv7-1211ea", "90210": a model has no meaning for these, only look-alikes. Not "ps4" or "42in". */
function isPartNumber(word: string): boolean {
  const digits = word.match(/\d/g)?.length ?? 0
  return digits >= 4 || (digits >= 2 && word.length >= 6)
}
