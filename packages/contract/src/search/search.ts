/** `POST …/v1/headless/search`. */
import { type Static, Type } from 'typebox'
import { SORT_ORDERS } from '../admin/search-config.ts'
import { Metadata, PagePagination, View } from '../common.ts'
import { ProductReference, SearchProduct } from '../product.ts'
import { storefrontRoute } from '../route.ts'
import { Nullable, OneOf, Optional, Text } from '../schema.ts'
import { Aggregations, aggregationScope } from './filter-aggregations.ts'
import { searchScope } from './scope.ts'

/** Deeper paging than this is refused: nobody scrolls there, and crawlers should read the catalog instead. */
export const DEEPEST_RESULT = 10_000

export const SearchRequest = Type.Object({
  ...aggregationScope,
  sort_by: Optional(Nullable(OneOf(SORT_ORDERS))),
  pagination: Optional(
    Nullable(
      Type.Object({
        page: Optional(Type.Integer({ minimum: 1 })),
        limit: Optional(Type.Integer({ minimum: 1, maximum: 100 })),
      }),
    ),
  ),
  view: Optional(Nullable(View)),
  mode: Optional(Nullable(OneOf(['hybrid', 'text', 'vector']))),
  explain: Optional(Nullable(Type.Boolean())),
  currency: Optional(Nullable(Text({ maxLength: 10 }))),
  ...searchScope,
})

export const SearchResponse = Type.Object({
  status: Type.Literal('ok'),
  request_id: Text({ description: 'Send it with every event about these results.' }),
  products: Type.Array(Type.Union([SearchProduct, ProductReference])),
  pagination: PagePagination,
  aggregations: Optional(Aggregations),
  search_metadata: Type.Object({
    processing_time: Type.Number(),
    search_type: Text({ description: 'text, hybrid, vector or browse.' }),
    query: Text(),
    corrected_query: Nullable(Text()),
    did_you_mean: Nullable(Text()),
    relaxed: Type.Boolean(),
    redirect: Nullable(Text()),
    has_embedding: Type.Boolean(),
    personalized: Type.Boolean(),
  }),
  metadata: Metadata,
})

export const searchRoute = storefrontRoute({
  path: '/api/storefront/v1/headless/search',
  group: 'Search',
  summary: 'Search, or browse with an empty query',
  side: 'search',
  errorShape: 'ok-items',
  request: SearchRequest,
  response: SearchResponse,
  example: {
    request: {
      query: 'linen shirt',
      applied_filters: [{ key: 'price', value: [':80'] }],
      facets: [{ key: 'color' }],
      sort_by: 'relevance',
      pagination: { page: 1, limit: 24 },
      visitor_id: 'v-1',
    },
  },
})

export type SearchRequest = Static<typeof SearchRequest>
export type SearchResponse = Static<typeof SearchResponse>
