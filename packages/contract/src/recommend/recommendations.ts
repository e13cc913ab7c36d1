import type { Static } from 'typebox'
import { RECOMMENDATION_TYPES } from '../admin/recommendation-types.ts'
import { userIdentity, View } from '../common.ts'
import { PlatformId } from '../platform-id.ts'
import { ProductReference, RecommendedProduct } from '../product.ts'
import { recommendedProductExample } from '../product-examples.ts'
import { storefrontRoute } from '../route.ts'
import { Dictionary, Name, Nullable, OneOf, Optional, Text } from '../schema.ts'
import { Type } from '../type.ts'
import { AskedCurrency } from '../currencies.ts'

export const MAX_ANCHORS = 10

const QueryId = Text({
  minLength: 1,
  maxLength: 255,
  description: 'Chosen by the caller; the answer uses it as the key.',
})
const Anchors = Type.Array(PlatformId, { maxItems: MAX_ANCHORS })

const queryFields = {
  id: QueryId,
  product_ids: Optional(Nullable(Anchors)),
  view: Optional(Nullable(View)),
  max_recommendations: Optional(Nullable(Type.Integer({ minimum: 1, maximum: 50 }))),
  creation_type: Optional(Nullable(Name({ maxLength: 100 }))),
}

export const RecommendationQuery = Type.Object({ ...queryFields, recommendation_type: OneOf(RECOMMENDATION_TYPES) })

const context = {
  ...userIdentity,
  locale: Optional(Nullable(Text({ maxLength: 35 }))),
  currency: Optional(Nullable(AskedCurrency())),
  market: Optional(Nullable(Name())),
  cart_product_ids: Optional(Nullable(Type.Array(PlatformId, { maxItems: 1000 }))),
  explain: Optional(Nullable(Type.Boolean())),
}

export const RecommendationsRequest = Type.Object({
  queries: Type.Array(RecommendationQuery, { minItems: 1, maxItems: 50 }),
  ...context,
})

const Recommended = Type.Array(Type.Union([RecommendedProduct, ProductReference]))

export const RecommendationsResponse = Type.Object({
  status: Text(),
  serve_id: Text(),
  data: Dictionary(
    Type.Object({
      recommendation_serve_id: Text(),
      recommendation_type: OneOf(RECOMMENDATION_TYPES),
      max_recommendations: Type.Integer(),
      creation_type: Text(),
      product_ids: Type.Array(Type.Integer()),
      view: Text(),
      recommendations: Recommended,
    }),
  ),
})

export const recommendationsRoute = storefrontRoute({
  path: '/api/storefront/v3/headless/recommendations',
  group: 'Recommendations',
  summary: 'Several recommendation queries at once',
  side: 'base',
  errorShape: 'errors-items',
  request: RecommendationsRequest,
  response: RecommendationsResponse,
  example: {
    request: {
      queries: [
        {
          id: 'similar',
          recommendation_type: 'similar_products',
          product_ids: [8000000000012],
          view: 'product_ids',
          max_recommendations: 6,
        },
      ],
      user_id: 'v-1',
    },
    response: {
      status: 'ok',
      serve_id: '0198c0df-0000-7000-8000-000000000003',
      data: {
        similar: {
          recommendation_serve_id: '0198c0df-0000-7000-8000-000000000004',
          recommendation_type: 'similar_products',
          max_recommendations: 6,
          creation_type: 'manual',
          product_ids: [8000000000012],
          view: 'product_ids',
          recommendations: [{ product_id: 8000000000044 }],
        },
      },
    },
  },
})

export const LegacyRecommendationsRequest = Type.Object({
  queries: Type.Array(
    Type.Object({ ...queryFields, recommendation_type: Optional(Nullable(OneOf(['similar_products']))) }),
    {
      minItems: 1,
      maxItems: 50,
    },
  ),
  ...context,
})

export const LegacyRecommendationsResponse = Type.Object({
  status: Text(),
  data: Dictionary(Type.Object({ serve_id: Text(), products: Recommended })),
})

export const legacyRecommendationsRoute = storefrontRoute({
  path: '/api/storefront/v2/headless/recommendations',
  group: 'Recommendations',
  summary: 'Similar products for v2 clients',
  side: 'base',
  auth: 'shop',
  errorShape: 'errors-items',
  request: LegacyRecommendationsRequest,
  response: LegacyRecommendationsResponse,
  example: {
    request: { queries: [{ id: 'q1', recommendation_type: 'similar_products', product_ids: [8000000000012] }] },
    response: {
      status: 'ok',
      data: { q1: { serve_id: '0198c0df-0000-7000-8000-000000000004', products: [recommendedProductExample] } },
    },
  },
})

export type RecommendationQuery = Static<typeof RecommendationQuery>
export type RecommendationsRequest = Static<typeof RecommendationsRequest>
export type RecommendationsResponse = Static<typeof RecommendationsResponse>
export type LegacyRecommendationsRequest = Static<typeof LegacyRecommendationsRequest>
export type LegacyRecommendationsResponse = Static<typeof LegacyRecommendationsResponse>
