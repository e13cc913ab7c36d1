/**
 * Computes relevance, a weighted sum of features from 0 to 1 (`boost`: -1 to 1). `npm run train -- ranking` fits the
 * weights, and replaces these only if the fitted ones are better on other sets. The last fitted weights were worse
 * (bench/results/ranking-weights.txt): they ranked a single near word above the meaning of a sentence. Judged queries
 * cover neither `category` and `meaning` nor the limits of sales, personal affinity and boosts.
 */
import weights from './weights.json' with { type: 'json' }

export interface Features {
  /** BM25F over all fields, as a share of the highest possible score. */
  readonly words: number
  /** Share of the query's weight that the product has. */
  readonly coverage: number
  /** Longest run of query terms side by side in the title, as a share of all query terms. */
  readonly phrase: number
  /** 1 if the query's product word also names the product: "case" in "leather case for phones". */
  readonly titleHead: number
  /** 1 if the query names a category, and the product is in it or has its word. */
  readonly category: number
  /** Similarity of vectors, min-max normalized over the examined products. */
  readonly similarity: number
  /** `similarity` times the share of the query that the best match lacks. */
  readonly meaning: number
  readonly popularity: number
  readonly personal: number
  /** Logarithm of the merchant's boosts and demotions, -1 to 1. */
  readonly boost: number
}

export type FeatureName = keyof Features

export const FEATURE_WEIGHTS: Record<FeatureName, number> = { ...weights }

export function relevanceOf(features: Features): number {
  let sum = 0
  for (const name in features) sum += FEATURE_WEIGHTS[name as FeatureName] * features[name as FeatureName]
  return sum
}

/** Higher factors are limited to this. */
const MAX_BOOST = 10

export function boostFeature(factor: number): number {
  const bounded = Math.min(MAX_BOOST, Math.max(1 / MAX_BOOST, factor))
  return Math.log2(bounded) / Math.log2(MAX_BOOST)
}

export function share(value: number | undefined): number {
  return value === undefined || Number.isNaN(value) ? 0 : Math.min(1, Math.max(0, value))
}
