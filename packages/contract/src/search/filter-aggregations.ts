import type { Static } from 'typebox'
import { FILTER_ATTRIBUTE_TYPES, FILTER_DISPLAY_TYPES } from '../admin/filter-config.ts'
import { AggregationOptions, AppliedFilter, FacetRequest } from '../common.ts'
import { storefrontRoute } from '../route.ts'
import { Dictionary, List, Nullable, OneOf, Optional, Text } from '../schema.ts'
import { Collection, queryInterpretation, QueryText, SearchMode, searchScope } from './scope.ts'
import { Type } from '../type.ts'
import { AskedCurrency } from '../currencies.ts'
import { Whole } from '../numbers.ts'

export const aggregationScope = {
  collection: Optional(Nullable(Collection)),
  tree: Optional(Nullable(Whole('Explicit filter tree id.'))),
  query: Optional(Nullable(QueryText)),
  applied_filters: Optional(Nullable(List(AppliedFilter, 1000))),
  facets: Optional(Nullable(List(FacetRequest, 1000))),
  options: Optional(Nullable(AggregationOptions)),
  ...queryInterpretation,
}

export const FilterAggregationsRequest = Type.Object({
  ...aggregationScope,
  mode: Optional(Nullable(SearchMode)),
  currency: Optional(Nullable(AskedCurrency())),
  ...searchScope,
})

export const Bucket = Type.Object({
  value: Text(),
  label: Text(),
  count: Type.Integer(),
  enabled: Optional(Type.Boolean()),
  is_others: Optional(Type.Boolean()),
})

export const RangeStats = Type.Object({
  min: Nullable(Type.Number()),
  max: Nullable(Type.Number()),
  avg: Nullable(Type.Number()),
  sum: Type.Number(),
  count: Type.Integer(),
})

export const Aggregation = Type.Object({
  type: OneOf(['terms', 'range'], 'range: counted by number, with `stats`.'),
  data_type: OneOf(FILTER_DISPLAY_TYPES, '`type` of the filter: how to draw it.'),
  buckets: Type.Array(Bucket),
  has_more: Type.Boolean(),
  other_count: Type.Integer(),
  stats: Optional(RangeStats),
})

export const Aggregations = Dictionary(Aggregation)

export const FilterAggregationsResponse = Type.Object({
  aggregations: Aggregations,
  facets: Type.Array(
    Type.Object({
      id: Type.Integer(),
      key: Text(),
      title: Text(),
      data_type: OneOf(FILTER_DISPLAY_TYPES),
      attribute_type: OneOf(FILTER_ATTRIBUTE_TYPES),
    }),
  ),
  tree: Nullable(
    Type.Object({
      id: Nullable(Type.Integer()),
      target_page: Nullable(Text()),
      target_id: Nullable(Type.Union([Type.Integer(), Text()])),
      is_default: Type.Boolean(),
    }),
  ),
  metadata: Type.Object({
    total_products: Type.Integer(),
    query_time: Type.Number('Milliseconds.'),
    region: Text(),
  }),
})

export const filterAggregationsRoute = storefrontRoute({
  path: '/api/storefront/v1/headless/filter-aggregations',
  group: 'Search',
  summary: 'Live facet counts',
  description:
    'Counts are numbers of products. Facets with the operator `or` ignore their own selections; facets with `and` apply them.',
  side: 'search',
  errorShape: 'ok-items',
  request: FilterAggregationsRequest,
  response: FilterAggregationsResponse,
  example: {
    request: {
      query: 'linen',
      applied_filters: [{ key: 'color', value: ['Sage'], operator: 'or' }],
      facets: [{ key: 'color' }, { key: 'price' }],
      options: { include_zero_counts: false, include_disabled: false, sort_by: 'count', limit: 20 },
    },
    response: {
      aggregations: {
        color: {
          type: 'terms',
          data_type: 'color',
          buckets: [{ value: 'Sage', label: 'Sage', count: 14, enabled: true, is_others: false }],
          has_more: false,
          other_count: 0,
        },
        price: {
          type: 'range',
          data_type: 'range',
          buckets: [{ value: '0:50', label: '$0 – $50', count: 9 }],
          has_more: false,
          other_count: 0,
          stats: { min: 18, max: 240, avg: 71.5, sum: 1001, count: 14 },
        },
      },
      facets: [{ id: 1, key: 'color', title: 'Colour', data_type: 'color', attribute_type: 'option' }],
      tree: { id: 1, target_page: 'search', target_id: null, is_default: true },
      metadata: { total_products: 14, query_time: 1, region: 'default' },
    },
  },
})

export type FilterAggregationsRequest = Static<typeof FilterAggregationsRequest>
export type FilterAggregationsResponse = Static<typeof FilterAggregationsResponse>
export type Aggregation = Static<typeof Aggregation>
export type Bucket = Static<typeof Bucket>
