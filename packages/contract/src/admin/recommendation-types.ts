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
