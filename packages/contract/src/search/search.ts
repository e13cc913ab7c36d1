import type { Static } from 'typebox'
import { SORT_ORDERS } from '../admin/search-config.ts'
import { Metadata, PagePagination, View } from '../common.ts'
import { FoundReference, SearchProduct } from '../product.ts'
import { searchProductExample } from '../product-examples.ts'
import { storefrontRoute } from '../route.ts'
import { Nullable, OneOf, Optional, Text } from '../schema.ts'
import { Aggregations, aggregationScope } from './filter-aggregations.ts'
import { SearchMode, searchScope, Understood } from './scope.ts'
import { Type } from '../type.ts'
import { Id } from '../numbers.ts'
import { AskedCurrency } from '../currencies.ts'

/** Nobody scrolls further, and crawlers should read the catalog instead. */
export const MAX_RESULT_WINDOW = 10_000

export const SearchRequest = Type.Object({
  ...aggregationScope,
  sort_by: Optional(Nullable(OneOf(SORT_ORDERS))),
  pagination: Optional(
    Nullable(
      Type.Object({
        page: Optional(Nullable(Id())),
        limit: Optional(Nullable(Type.Integer({ minimum: 1, maximum: 100 }))),
      }),
    ),
  ),
  view: Optional(Nullable(View)),
  mode: Optional(Nullable(SearchMode)),
  explain: Optional(Nullable(Type.Boolean())),
  highlight: Optional(
    Nullable(Type.Boolean('Adds `highlights` to each product: texts as HTML, with matches in `<mark>`.')),
  ),
  currency: Optional(Nullable(AskedCurrency())),
  ...searchScope,
})

export const ServedContent = Type.Object({
  rule: Text(),
  slot: Text(),
  title: Nullable(Text()),
  text: Nullable(Text()),
  image_url: Nullable(Text()),
  url: Nullable(Text()),
})
export type ServedContent = Static<typeof ServedContent>

export const SearchResponse = Type.Object({
  status: Type.Literal('ok'),
  request_id: Text('Send it with every event about these results.'),
  products: Type.Array(Type.Union([SearchProduct, FoundReference])),
  pagination: PagePagination,
  aggregations: Optional(Aggregations),
  search_metadata: Type.Object({
    processing_time: Type.Number(),
    search_type: Text('text, hybrid, vector or browse.'),
    query: Text(),
    corrected_query: Nullable(Text()),
    did_you_mean: Nullable(Text()),
    understood: Type.Array(Understood, {
      description: 'The constraints that were found in the query, in its order; `held` says how each was applied.',
    }),
    relaxed: Type.Boolean('true: no product matches the whole query, so the parts in `dropped` were left out.'),
    dropped: Type.Array(Text(), { description: 'Words and constraints that were left out, as typed.' }),
    extended_by_meaning: Type.Integer({
      minimum: 0,
      description:
        'Number of products, before filters, that are only near: found by meaning, with little of the query, or without the thing that it names.',
    }),
    redirect: Nullable(Text()),
    content: Type.Array(ServedContent, {
      description: 'Banners and slots from the merchant’s rules, in the order of the rules.',
    }),
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
    response: {
      status: 'ok',
      request_id: '0198c0df-0000-7000-8000-000000000007',
      products: [searchProductExample],
      pagination: { total: 1, page: 1, limit: 24, total_pages: 1, has_next_page: false, has_prev_page: false },
      aggregations: {
        color: {
          type: 'terms',
          data_type: 'color',
          buckets: [{ value: 'Sage', label: 'Sage', count: 1, enabled: true, is_others: false }],
          has_more: false,
          other_count: 0,
        },
      },
      search_metadata: {
        processing_time: 4,
        search_type: 'hybrid',
        query: 'linen shirt',
        corrected_query: null,
        did_you_mean: null,
        understood: [],
        relaxed: false,
        dropped: [],
        extended_by_meaning: 0,
        redirect: null,
        content: [],
        has_embedding: true,
        personalized: false,
      },
      metadata: { region: 'default', locale: 'en', market: null },
    },
  },
})

export type SearchRequest = Static<typeof SearchRequest>
export type SearchResponse = Static<typeof SearchResponse>
