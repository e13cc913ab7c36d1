import type { Static } from 'typebox'
import { Closed, Optional } from '../schema.ts'
import { Type } from '../type.ts'

export const RECOMMENDATION_TYPES = [
  'similar_products',
  'bought_together',
  'recently_viewed',
  'cross_sell',
  'bestsellers',
  'trending',
  'personalized',
  'recent_launch',
  'collections',
  'purchases',
  'promoted',
  'custom',
  'email_recommendations',
] as const

export type RecommendationType = (typeof RECOMMENDATION_TYPES)[number]

export const RecommendationSettings = Closed({
  /** Share of positions in personal lists that go to products few visitors have seen; 0: none. */
  exploration: Optional(Type.Number({ minimum: 0, maximum: 0.3 })),
  /** A product in more than this share of lists goes last in lists that rank by catalog or sales alone; 1: never. */
  exposure_cap: Optional(Type.Number({ minimum: 0.05, maximum: 1 })),
})

export type RecommendationSettings = Static<typeof RecommendationSettings>

const DEFAULT_SETTINGS = { exploration: 0.1, exposure_cap: 0.25 }

export function recommendationSettings(config: { recommendations?: RecommendationSettings }) {
  return { ...DEFAULT_SETTINGS, ...config.recommendations }
}
