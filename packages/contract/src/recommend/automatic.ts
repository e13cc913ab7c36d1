/** `POST …/v3/headless/recommendations/automatic`: similar products, paged through the whole ranking. */
import type { Static } from 'typebox'
import { userIdentity, View } from '../common.ts'
import { PlatformId } from '../platform-id.ts'
import { ProductReference, RecommendedProduct } from '../product.ts'
import { recommendedProductExample } from '../product-examples.ts'
import { storefrontRoute } from '../route.ts'
import { Closed, Line, List, Name, Nullable, OneOf, Optional, Text } from '../schema.ts'
import { MAX_ANCHORS } from './recommendations.ts'
import { Type } from '../type.ts'
import { AskedCurrency } from '../currencies.ts'

const Words = List(Line(), 250)

/** Unknown keys are rejected: without the filter, wrong products would be shown. */
export const RecommendationFilter = Closed({
  variants: Optional(
    Nullable(
      Closed({
        options: Optional(Nullable(List(Closed({ name: Line(), value: Line() }), 50))),
        is_in_stock: Optional(Nullable(Type.Boolean())),
        sku: Optional(Nullable(Words)),
        available_for_sale: Optional(Nullable(Type.Boolean())),
      }),
    ),
  ),
  tags: Optional(Nullable(Words)),
  vendors: Optional(Nullable(Words)),
  metafields: Optional(Nullable(List(Closed({ namespace: Name(), key: Name(), value: Line() }), 50))),
})

export const CursorPagination = Type.Object({
  cursor: Optional(Nullable(Text({ maxLength: 4000 }))),
  limit: Optional(Nullable(Type.Integer({ minimum: 1, maximum: 100 }))),
})

export const recommendationContext = {
  ...userIdentity,
  locale: Optional(Nullable(Text({ maxLength: 35 }))),
  currency: Optional(Nullable(AskedCurrency())),
  market: Optional(Nullable(Name())),
  explain: Optional(Nullable(Type.Boolean())),
}

export const AutomaticRequest = Type.Object({
  product_ids: Type.Array(PlatformId, { minItems: 1, maxItems: MAX_ANCHORS }),
  recommendation_type: Optional(Nullable(OneOf(['similar_products']))),
  view: Optional(Nullable(View)),
  max_recommendations: Optional(Nullable(Type.Integer({ minimum: 1, maximum: 50 }))),
  filter: Optional(Nullable(RecommendationFilter)),
  pagination: Optional(Nullable(CursorPagination)),
  ...recommendationContext,
})

export const AutomaticResponse = Type.Object({
  status: Type.Literal('ok'),
  serve_id: Text(),
  pagination: Type.Object({ cursor: Nullable(Text()), hasMore: Optional(Type.Boolean()) }),
  products: Type.Array(Type.Union([RecommendedProduct, ProductReference])),
})

export const automaticRoute = storefrontRoute({
  path: '/api/storefront/v3/headless/recommendations/automatic',
  group: 'Recommendations',
  summary: 'Similar products, page by page',
  side: 'base',
  errorShape: 'errors-items',
  request: AutomaticRequest,
  response: AutomaticResponse,
  example: {
    request: {
      product_ids: [8000000000012],
      recommendation_type: 'similar_products',
      filter: { variants: { is_in_stock: true }, vendors: ['Northloom'] },
      pagination: { limit: 25 },
    },
    response: {
      status: 'ok',
      serve_id: '0198c0df-0000-7000-8000-000000000003',
      pagination: { cursor: null, hasMore: false },
      products: [recommendedProductExample],
    },
  },
})

export type RecommendationFilter = Static<typeof RecommendationFilter>
export type AutomaticRequest = Static<typeof AutomaticRequest>
export type AutomaticResponse = Static<typeof AutomaticResponse>
