/** `POST …/v1/headless/instant-search`: type-ahead. */
import type { Static } from 'typebox'
import { INSTANT_SEARCH_OBJECTS } from '../admin/search-config.ts'
import { Metadata } from '../common.ts'
import { externalId } from '../platform-id.ts'
import { SearchProduct } from '../product.ts'
import { searchProductExample } from '../product-examples.ts'
import { storefrontRoute } from '../route.ts'
import { ServedContent } from './search.ts'
import { List, Nullable, OneOf, Optional, Text } from '../schema.ts'
import { QueryText, searchScope } from './scope.ts'
import { Type } from '../type.ts'
import { AskedCurrency } from '../currencies.ts'

export const MAX_INSTANT_RESULTS = 20

export const InstantSearchRequest = Type.Object({
  query: Optional(Nullable(QueryText)),
  objects: Optional(Nullable(List(OneOf(INSTANT_SEARCH_OBJECTS), 20))),
  limit: Optional(Nullable(Type.Integer({ minimum: 1, maximum: MAX_INSTANT_RESULTS }))),
  currency: Optional(Nullable(AskedCurrency())),
  ...searchScope,
})

const Content = Type.Object({
  id: Type.Integer(),
  ...externalId,
  handle: Text(),
  title: Text(),
  url: Text(),
  image: Nullable(Text()),
  highlighted: Text('The title as HTML, escaped, with <mark> around what matched.'),
})

export const InstantSearchResponse = Type.Object({
  status: Type.Literal('ok'),
  request_id: Text(),
  query: Text(),
  corrected_query: Nullable(Text()),
  products: Type.Array(SearchProduct),
  collections: Type.Array(Content),
  pages: Type.Array(Content),
  articles: Type.Array(Content),
  suggestions: Type.Array(Type.Object({ text: Text(), highlighted: Text(), count: Type.Integer() })),
  trending: Type.Array(Type.Object({ text: Text(), count: Type.Integer() })),
  redirect: Nullable(Text('Where a rule redirects this query.')),
  content: Type.Array(ServedContent, { description: 'Banners and slots from the merchant’s rules.' }),
  metadata: Metadata,
})

export const instantSearchRoute = storefrontRoute({
  path: '/api/storefront/v1/headless/instant-search',
  group: 'Search',
  summary: 'Type-ahead: products, collections, pages, articles, suggestions; trending when empty',
  side: 'search',
  errorShape: 'ok-items',
  request: InstantSearchRequest,
  response: InstantSearchResponse,
  example: {
    request: { query: 'lin', limit: 6, visitor_id: 'v-1' },
    response: {
      status: 'ok',
      request_id: '0198c0df-0000-7000-8000-000000000008',
      query: 'lin',
      corrected_query: null,
      products: [searchProductExample],
      collections: [
        {
          id: 410000000018,
          handle: 'linen',
          title: 'Linen',
          url: '/collections/linen',
          image: null,
          highlighted: '<mark>Lin</mark>en',
        },
      ],
      pages: [],
      articles: [],
      suggestions: [{ text: 'linen shirt', highlighted: '<mark>lin</mark>en shirt', count: 12 }],
      trending: [],
      redirect: null,
      content: [],
      metadata: { region: 'default', locale: 'en', market: null },
    },
  },
})

export type InstantSearchRequest = Static<typeof InstantSearchRequest>
export type InstantSearchResponse = Static<typeof InstantSearchResponse>
