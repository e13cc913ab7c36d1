/**
 * Computes relevance: a weighted sum of features, each from 0 to 1 except `boost`. `npm run train -- ranking` fits
 * weights and replaces these if the fitted ones are better on other sets. The last fitted weights were not better
 * (bench/results/ranking-weights.txt): they ranked a single near word above what a sentence means. Judged queries do
 * not cover `category` and `meaning`, nor the limits of shopper behaviour (sales, taste) and of the merchant's boosts.
 */
import weights from './weights.json' with { type: 'json' }

export interface Features {
  /** BM25F over all fields, as a share of a perfect match's. */
  readonly words: number
  /** Share of the query's weight that was found. */
  readonly coverage: number
  /** The longest run of query terms side by side and in order in the title, as a share of all query terms. */
  readonly phrase: number
  /** 1 if the word that names what is asked for also names the product: "case" in "leather case for phones". */
  readonly titleHead: number
  /** 1 if the query names a category, and the product is of it or has the word that names it. */
  readonly category: number
  /** Similarity of the vectors, scaled between the farthest and the nearest product examined. */
  readonly similarity: number
  /** `similarity` times the share of the query that the best match lacks, so that meaning counts only for what words leave open. */
  readonly meaning: number
  readonly popularity: number
  readonly personal: number
  /** Logarithm of the merchant's boosts and demotions, -1 to 1. */
  readonly boost: number
}

export type FeatureName = keyof Features

/** Only evaluations change these. */
export const FEATURE_WEIGHTS: Record<FeatureName, number> = { ...weights }

export function relevanceOf(features: Features): number {
  let sum = 0
  for (const name in features) sum += FEATURE_WEIGHTS[name as FeatureName] * features[name as FeatureName]
  return sum
}

/** Higher factors count as this one. */
const MAX_BOOST = 10

export function boostFeature(factor: number): number {
  const bounded = Math.min(MAX_BOOST, Math.max(1 / MAX_BOOST, factor))
  return Math.log2(bounded) / Math.log2(MAX_BOOST)
}

export function share(value: number | undefined): number {
  return value === undefined || Number.isNaN(value) ? 0 : Math.min(1, Math.max(0, value))
}
