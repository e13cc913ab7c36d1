import type { Static } from 'typebox'
import { PAGE_TYPES } from '../admin/section-config.ts'
import { userIdentity } from '../common.ts'
import { PlatformId } from '../platform-id.ts'
import { PageProduct, SectionProduct } from '../product.ts'
import { sectionProductExample } from '../product-examples.ts'
import { storefrontRoute } from '../route.ts'
import { AnyObject, Line, List, Name, Nullable, OneOf, Optional, Text } from '../schema.ts'
import { Country, ShopSnapshot } from '../session/init.ts'
import { Type } from '../type.ts'
import { AskedCurrency } from '../currencies.ts'
import { Amount, Whole } from '../numbers.ts'

/** Section ids are usually numbers. */
const SectionIds = List(Type.Union([Name(), Whole()]), 500)

export const SectionsRequest = Type.Object({
  page_url: Optional(Nullable(Text({ maxLength: 8192 }))),
  page_type: Optional(Nullable(OneOf(PAGE_TYPES))),
  locale: Optional(Nullable(Text({ maxLength: 35 }))),
  ...userIdentity,
  product_id: Optional(Nullable(PlatformId)),
  cart_product_ids: Optional(Nullable(Type.Array(PlatformId, { maxItems: 1000 }))),
  market: Optional(Nullable(Name('Market handle.'))),
  sections: Optional(Nullable(SectionIds)),
  placed_sections: Optional(Nullable(SectionIds)),
  preview: Optional(Nullable(Type.Boolean())),
  tags: Optional(Nullable(List(Line(), 250))),
  collection: Optional(Nullable(Type.Union([Name(), Whole()]))),
  currency: Optional(Nullable(AskedCurrency())),
  zipcode: Optional(Nullable(Text({ maxLength: 20 }))),
  cart_value: Optional(
    Nullable(Type.Union([Amount(), Name({ pattern: '^[0-9]+([.][0-9]+)?$', maxLength: 30, format: 'amount' })])),
  ),
  qs: Optional(Nullable(Text({ maxLength: 2000, description: 'Experience assignment, `exp_<id>=<variant>`.' }))),
  cursor: Optional(Nullable(Text({ maxLength: 4000, description: 'Cursor of one section, to load more of it.' }))),
  explain: Optional(Nullable(Type.Boolean())),
  country: Country,
})

/** From the compare-at price, or from `discount_config {type: percentage | fixed_amount, value, label?}`. */
export const ProductDiscount = Type.Object({
  price: Type.Number('After the discount, in `display_currency`.'),
  amount: Type.Number(),
  percent: Type.Integer(),
  label: Nullable(
    Text(
      'Present if the section shows labels: `label` of its discount_config with `{percent}` and `{amount}` filled in.',
    ),
  ),
})

export const ListedProduct = Type.Object({ ...SectionProduct.properties, discount: Nullable(ProductDiscount) })

export const ServedSection = Type.Object({
  id: Type.Integer(),
  section_serve_id: Text({ format: 'uuid' }),
  page_type: Text(),
  experience_id: Nullable(Type.Union([Text(), Type.Integer()])),
  layout: Text(),
  location: Text(),
  type: Text(),
  position: Type.Integer(),
  title: Text(),
  extra: AnyObject(),
  discount_config: Nullable(AnyObject()),
  show_discount_label: Type.Boolean(),
  translations: Nullable(AnyObject()),
  products: Type.Array(ListedProduct),
  cursor: Nullable(Text()),
  hasMore: Type.Boolean(),
})

export const AssignedExperience = Type.Object({
  id: Type.Union([Text(), Type.Integer()]),
  name: Text(),
  variant: Text(),
  qs: Text(),
})

export const SectionsResponse = Type.Object({
  request_id: Text(),
  visit_id: Text(),
  sections: Type.Array(ServedSection),
  product: Nullable(PageProduct),
  token: Nullable(Text()),
  session_token: Text('Vitrine’s own session token, whatever `token` contains: send it as `x-session-token`.'),
  config: ShopSnapshot,
  experience: Nullable(AssignedExperience),
})

export const sectionsRoute = storefrontRoute({
  path: '/api/storefront/v3/headless/sections',
  group: 'Recommendations',
  summary: 'Recommendation sections of a page',
  side: 'base',
  errorShape: 'number-message',
  headers: {
    'x-admin-key': 'An admin key of the shop; with it `preview: true` also shows drafts and disabled sections.',
  },
  request: SectionsRequest,
  response: SectionsResponse,
  example: {
    request: {
      page_type: 'product',
      page_url: 'https://shop.example/products/linen-shirt',
      product_id: 8000000000012,
      cart_product_ids: [],
      user_id: 'v-1',
      locale: 'en',
    },
    response: {
      request_id: '0198c0df-0000-7000-8000-000000000005',
      visit_id: '0198c0df-0000-7000-8000-000000000001',
      sections: [
        {
          id: 201,
          section_serve_id: '0198c0df-0000-7000-8000-000000000006',
          page_type: 'product',
          experience_id: 1,
          layout: 'carousel',
          location: 'main',
          type: 'similar_products',
          position: 1,
          title: 'You may also like',
          extra: {},
          discount_config: null,
          show_discount_label: true,
          translations: { de: { title: 'Das könnte dir gefallen' } },
          products: [{ ...sectionProductExample, discount: null }],
          cursor: null,
          hasMore: false,
        },
      ],
      product: null,
      token: 'eyJhbGciOiJIUzI1NiJ9.e30.signature',
      session_token: 'eyJhbGciOiJIUzI1NiJ9.e30.signature',
      config: {
        shop: { money_format: '${{amount}}', currency: 'USD' },
        integrations_enabled: true,
        product_review_app: '',
        analytics_enabled: true,
        consent_required: false,
        skip_parent_product: false,
        storefront_graphql_version: '2026-01',
      },
      experience: { id: 1, name: 'Product page', variant: 'a', qs: 'exp_1=a' },
    },
  },
})

export type SectionsRequest = Static<typeof SectionsRequest>
export type SectionsResponse = Static<typeof SectionsResponse>
export type ServedSection = Static<typeof ServedSection>
export type AssignedExperience = Static<typeof AssignedExperience>
export type ProductDiscount = Static<typeof ProductDiscount>
export type ListedProduct = Static<typeof ListedProduct>
