/** `POST …/v3/headless/recommendations/top`: recommendations without anchor products. */
import type { Static } from 'typebox'
import { View } from '../common.ts'
import { ProductReference, RecommendedProduct } from '../product.ts'
import { recommendedProductExample } from '../product-examples.ts'
import { storefrontRoute } from '../route.ts'
import { Nullable, OneOf, OneOfNumbers, Optional, Text } from '../schema.ts'
import { CursorPagination, RecommendationFilter, recommendationContext } from './automatic.ts'
import { Type } from '../type.ts'

const SalesPeriod = OneOfNumbers([7, 15, 30])
const SalesMetric = OneOf(['units', 'revenue', 'orders'])

const StrategyOptions = Optional(
  Nullable(
    Type.Object({
      sales_time_period: Optional(Nullable(SalesPeriod)),
      bestseller_metric: Optional(Nullable(SalesMetric)),
      // Takes precedence over `sales_time_period`.
      salesTimePeriod: Optional(Nullable(SalesPeriod)),
      bestsellerMetric: Optional(Nullable(SalesMetric)),
    }),
  ),
)

export const TopRequest = Type.Object({
  strategy: OneOf(['BESTSELLERS', 'NEW_ARRIVALS']),
  view: Optional(Nullable(View)),
  strategy_options: StrategyOptions,
  // Other spellings of `strategy_options`. The first one sent counts.
  strategyOptions: StrategyOptions,
  options: StrategyOptions,
  query: Optional(Nullable(Text({ maxLength: 10_000 }))),
  filter: Optional(Nullable(RecommendationFilter)),
  facets: Optional(Nullable(Type.Array(OneOf(['vendor', 'product_type', 'tag', 'price']), { maxItems: 10 }))),
  pagination: Optional(Nullable(CursorPagination)),
  ...recommendationContext,
})

const ValueCounts = Type.Array(Type.Object({ value: Text(), count: Type.Integer() }))

export const TopFacets = Type.Object({
  vendor: Optional(ValueCounts),
  product_type: Optional(ValueCounts),
  tag: Optional(ValueCounts),
  price: Optional(
    Type.Object({
      min: Nullable(Type.Number()),
      max: Nullable(Type.Number()),
      buckets: Type.Array(Type.Object({ from: Type.Number(), to: Type.Number(), count: Type.Integer() })),
    }),
  ),
})

export const TopResponse = Type.Object({
  status: Type.Literal('ok'),
  serve_id: Text(),
  strategy: Text(),
  pagination: Type.Object({
    cursor: Nullable(Text()),
    hasMore: Type.Boolean(),
    total: Type.Integer(),
    totalRelation: OneOf(['eq', 'gte']),
    limit: Type.Integer(),
  }),
  products: Type.Array(Type.Union([RecommendedProduct, ProductReference])),
  facets: Optional(TopFacets),
})

export const topRoute = storefrontRoute({
  path: '/api/storefront/v3/headless/recommendations/top',
  group: 'Recommendations',
  summary: 'Bestsellers or new arrivals',
  side: 'base',
  errorShape: 'errors-items',
  request: TopRequest,
  response: TopResponse,
  example: {
    request: {
      strategy: 'BESTSELLERS',
      strategy_options: { sales_time_period: 30, bestseller_metric: 'units' },
      facets: ['vendor', 'price'],
      pagination: { limit: 25 },
    },
    response: {
      status: 'ok',
      serve_id: '0198c0df-0000-7000-8000-000000000003',
      strategy: 'BESTSELLERS',
      pagination: { cursor: null, hasMore: false, total: 1, totalRelation: 'eq', limit: 25 },
      products: [recommendedProductExample],
      facets: {
        vendor: [{ value: 'Northloom', count: 1 }],
        price: { min: 59, max: 59, buckets: [{ from: 50, to: 60, count: 1 }] },
      },
    },
  },
})

export type TopRequest = Static<typeof TopRequest>
export type TopResponse = Static<typeof TopResponse>
export type TopFacets = Static<typeof TopFacets>
