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

/** How lists for everybody are filled beside what is known of the shopper. */
export const RecommendationSettings = Closed({
  /** Share of the places of personal lists (newcomers', and the home page's) that products get which few have seen; 0: none. */
  exploration: Optional(Type.Number({ minimum: 0, maximum: 0.3 })),
  /** Share of all lists above which a product comes last in lists that nothing but the catalog or its sales put it into; 1: never. */
  exposure_cap: Optional(Type.Number({ minimum: 0.05, maximum: 1 })),
})

export type RecommendationSettings = Static<typeof RecommendationSettings>

const DEFAULT_SETTINGS = { exploration: 0.1, exposure_cap: 0.25 }

export function recommendationSettings(config: { recommendations?: RecommendationSettings }) {
  return { ...DEFAULT_SETTINGS, ...config.recommendations }
}
