/** Starts a session, in v3 (storefront host) and v1 (search host). */
import type { Static } from 'typebox'
import { PAGE_TYPES } from '../admin/section-config.ts'
import { identityTriple, Metadata, userIdentity } from '../common.ts'
import { storefrontRoute } from '../route.ts'
import { Dictionary, Line, Nullable, OneOf, Optional, Text } from '../schema.ts'
import { Whole } from '../numbers.ts'
import { Type } from '../type.ts'

const PageUrl = Optional(Nullable(Text({ maxLength: 8192 })))

export const Country = Optional(
  Nullable(
    Line({ pattern: '^[A-Za-z][A-Za-z0-9]$', description: 'Country of the shopper, ISO 3166-1 alpha-2, for consent.' }),
  ),
)

export const InitRequest = Type.Object({
  ...userIdentity,
  page_type: Optional(Nullable(OneOf(PAGE_TYPES))),
  page_url: PageUrl,
  country: Country,
})

export const ShopSnapshot = Type.Object({
  shop: Type.Object({ money_format: Text(), currency: Text() }),
  integrations_enabled: Type.Boolean(),
  product_review_app: Text(),
  analytics_enabled: Type.Boolean(),
  consent_required: Type.Boolean(
    'Shoppers in this `country` must be asked for consent before anything is tracked; without a `country`, this is true if any country requires it.',
  ),
  skip_parent_product: Type.Boolean(),
  storefront_graphql_version: Text(),
})

const ProductIds = Type.Array(Type.Integer())

const Visitor = Type.Object({
  browsed_products: ProductIds,
  cart_products: ProductIds,
  purchased_products: ProductIds,
  external_ids: Optional(
    Dictionary(Text(), 'The platform’s own id of each product in these lists, if it is not a number.'),
  ),
})

export const InitResponse = Type.Object({
  visit_id: Text('Unique id of this visit.'),
  user_id: Text('Visitor id to persist client-side.'),
  client_id: Nullable(Text()),
  customer_id: Nullable(Text()),
  visitor: Visitor,
  config: ShopSnapshot,
  token: Text('Short-lived session token, or the platform’s storefront token if the merchant set one.'),
  session_token: Text('Vitrine’s own session token, whatever `token` contains: send it as `x-session-token`.'),
})

export const initRoute = storefrontRoute({
  path: '/api/storefront/v3/headless/init',
  group: 'Session',
  summary: 'Start a visit',
  description:
    'Call once per session, before sections or events. Returns the visitor, their history and the shop configuration.',
  side: 'base',
  errorShape: 'number-message',
  request: InitRequest,
  response: InitResponse,
  example: {
    request: { user_id: '0198c0de-7f3a-7c11-9f00-3b1d1f6a2c55', page_type: 'home', page_url: 'https://shop.example/' },
    response: {
      visit_id: '0198c0df-0000-7000-8000-000000000001',
      user_id: '0198c0de-7f3a-7c11-9f00-3b1d1f6a2c55',
      client_id: null,
      customer_id: null,
      visitor: { browsed_products: [8000000000012], cart_products: [], purchased_products: [] },
      config: {
        shop: { money_format: '${{amount}}', currency: 'USD' },
        integrations_enabled: true,
        product_review_app: '',
        analytics_enabled: true,
        consent_required: false,
        skip_parent_product: false,
        storefront_graphql_version: '2026-01',
      },
      token: 'eyJhbGciOiJIUzI1NiJ9.e30.signature',
      session_token: 'eyJhbGciOiJIUzI1NiJ9.e30.signature',
    },
  },
})

export const SearchInitRequest = Type.Object({
  ...identityTriple,
  locale: Optional(Nullable(Text({ maxLength: 35 }))),
  market: Optional(Nullable(Whole())),
  page_type: Optional(Nullable(OneOf(PAGE_TYPES))),
  page_url: PageUrl,
})

export const SearchInitResponse = Type.Object({
  visitor_id: Text(),
  client_id: Nullable(Text()),
  customer_id: Nullable(Text()),
  session_id: Text(),
  features: Type.Object({
    instant_search_enabled: Type.Boolean(),
    search_result_page_enabled: Type.Boolean(),
    image_search_enabled: Type.Boolean(),
    personalization_enabled: Type.Boolean(),
    auto_spell_correct_enabled: Type.Boolean(),
    exclude_out_of_stock: Type.Boolean(),
    move_out_of_stock_at_end: Type.Boolean(),
    search_page_autocomplete_enabled: Type.Boolean(),
  }),
  shop: Type.Object({ currency_format: Text(), primary_locale: Text(), currency: Text() }),
  token: Text(),
  session_token: Text('Vitrine’s own session token, whatever `token` contains: send it as `x-session-token`.'),
  metadata: Metadata,
})

export const searchInitRoute = storefrontRoute({
  path: '/api/storefront/v1/headless/init',
  group: 'Session',
  summary: 'Start a visit on the search host',
  description: 'Bootstraps the visitor, feature flags and the storefront token.',
  side: 'search',
  errorShape: 'ok-items',
  request: SearchInitRequest,
  response: SearchInitResponse,
  example: {
    request: { visitor_id: 'v-1', locale: 'en' },
    response: {
      visitor_id: 'v-1',
      client_id: null,
      customer_id: null,
      session_id: '0198c0df-0000-7000-8000-000000000002',
      features: {
        instant_search_enabled: true,
        search_result_page_enabled: true,
        image_search_enabled: true,
        personalization_enabled: true,
        auto_spell_correct_enabled: true,
        exclude_out_of_stock: false,
        move_out_of_stock_at_end: true,
        search_page_autocomplete_enabled: true,
      },
      shop: { currency_format: '${{amount}}', primary_locale: 'en', currency: 'USD' },
      token: 'eyJhbGciOiJIUzI1NiJ9.e30.signature',
      session_token: 'eyJhbGciOiJIUzI1NiJ9.e30.signature',
      metadata: { region: 'default', locale: 'en', market: null },
    },
  },
})

export type InitRequest = Static<typeof InitRequest>
export type InitResponse = Static<typeof InitResponse>
export type SearchInitRequest = Static<typeof SearchInitRequest>
export type SearchInitResponse = Static<typeof SearchInitResponse>
export type ShopSnapshot = Static<typeof ShopSnapshot>
