/**
 * Computes relevance: a weighted sum of these features, each from 0 to 1. The weights come out of `npm run train -- ranking`; those of what
 * shoppers do (sales, taste) and of the merchant's boosts are bounds, set by hand, because no judged query knows them.
 */
import weights from './weights.json' with { type: 'json' }

export interface Features {
  /** BM25F of all fields, as a share of what a perfect match would have. */
  readonly words: number
  /** Share of the query's weight that was found. */
  readonly coverage: number
  /** The longest run of query terms that stand side by side and in order in the title, as a share of them. */
  readonly phrase: number
  /** 1 where the word that names the thing asked for also names the product: "case" in "leather case for phones". */
  readonly titleHead: number
  /** How surely the product is of a category that the query names. */
  readonly category: number
  /** Similarity of the vectors, between the farthest and the nearest product looked at. */
  readonly similarity: number
  /** The same, times the share of the query that no product has: what words leave open, meaning answers. */
  readonly meaning: number
  readonly popularity: number
  readonly personal: number
  /** The merchant's boosts and buries, as a logarithm: -1 to 1. */
  readonly boost: number
}

export type FeatureName = keyof Features

/** Evaluations turn them; nothing else writes here. */
export const FEATURE_WEIGHTS: Record<FeatureName, number> = { ...weights }

export function relevanceOf(features: Features): number {
  let sum = 0
  for (const name in features) sum += FEATURE_WEIGHTS[name as FeatureName] * features[name as FeatureName]
  return sum
}

/** The largest boost that counts; a merchant who multiplies by more means "as far as it goes". */
const MAX_BOOST = 10

export function boostFeature(factor: number): number {
  const bounded = Math.min(MAX_BOOST, Math.max(1 / MAX_BOOST, factor))
  return Math.log2(bounded) / Math.log2(MAX_BOOST)
}

export function share(value: number | undefined): number {
  return value === undefined || Number.isNaN(value) ? 0 : Math.min(1, Math.max(0, value))
}
