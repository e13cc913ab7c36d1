/**
 * The Universal Commerce Protocol, version 2026-04-08 (https://ucp.dev/2026-04-08/specification/overview): a profile that says what is offered, and the one
 * capability that is, catalog search over REST. Names and shapes are the protocol's.
 */
import type { Static } from 'typebox'
import { type Route, storefrontRoute } from '../route.ts'
import { AnyObject, List, Optional, Text } from '../schema.ts'
import { Type } from '../type.ts'
import { Id, MAX_AMOUNT } from '../numbers.ts'
import { AskedCurrency } from '../currencies.ts'

export const UCP_VERSION = '2026-04-08'
export const UCP_CATALOG_SEARCH = 'dev.ucp.shopping.catalog.search'

/** More than this a page never has, whatever is asked for. */
export const UCP_MOST_PRODUCTS = 50

const Amount = Type.Integer({ minimum: 0, description: 'In the smallest unit of the currency, such as cents.' })
/** Three decimals are the most a currency has. */
const AskedAmount = Type.Integer({ minimum: 0, maximum: 1000 * MAX_AMOUNT })
const UcpPrice = Type.Object({ amount: Amount, currency: Text() })
const UcpPriceRange = Type.Object({ min: UcpPrice, max: UcpPrice })
const UcpText = Type.Object({ plain: Text() })
const UcpMedia = Type.Object({ type: Type.Literal('image'), url: Text(), alt_text: Optional(Text()) })
const UcpSelectedOption = Type.Object({ name: Text(), label: Text() })

export const UcpVariant = Type.Object({
  id: Text(),
  sku: Optional(Text()),
  title: Text(),
  description: UcpText,
  price: UcpPrice,
  list_price: Optional(UcpPrice),
  availability: Type.Object({ available: Type.Boolean(), status: Text() }),
  options: Type.Array(UcpSelectedOption),
})
export type UcpVariant = Static<typeof UcpVariant>

export const UcpProduct = Type.Object({
  id: Text(),
  handle: Text(),
  title: Text(),
  description: UcpText,
  url: Text({ description: 'Carries the id of this answer: give it to shoppers unchanged.' }),
  categories: Type.Array(Type.Object({ value: Text(), taxonomy: Text() })),
  price_range: UcpPriceRange,
  media: Type.Array(UcpMedia),
  options: Type.Array(Type.Object({ name: Text(), values: Type.Array(Type.Object({ label: Text() })) })),
  variants: Type.Array(UcpVariant, { description: 'The one that matched the query comes first.' }),
  tags: Type.Array(Text()),
})
export type UcpProduct = Static<typeof UcpProduct>

const UcpMessage = Type.Object({
  type: Text({ description: 'error, warning or info.' }),
  code: Text(),
  content: Text(),
  severity: Optional(Text()),
})
export type UcpMessage = Static<typeof UcpMessage>

/** Everything the protocol may send beside these is ignored, as it demands. */
export const UcpSearchRequest = Type.Object({
  query: Optional(Type.String({ maxLength: 1000 })),
  filters: Optional(
    Type.Object({
      categories: Optional(List(Type.String({ maxLength: 1000 }), 50, { description: 'Product types of the shop.' })),
      price: Optional(Type.Object({ min: Optional(AskedAmount), max: Optional(AskedAmount) })),
    }),
  ),
  context: Optional(
    Type.Object({
      language: Optional(Type.String({ maxLength: 35 })),
      currency: Optional(AskedCurrency({ description: 'Also that of the price filter.' })),
    }),
  ),
  pagination: Optional(Type.Object({ cursor: Optional(Type.String({ maxLength: 100 })), limit: Optional(Id()) })),
})
export type UcpSearchRequest = Static<typeof UcpSearchRequest>

export const UcpSearchResponse = Type.Object({
  ucp: AnyObject({ description: 'Version, and the capabilities that both sides have.' }),
  products: Optional(Type.Array(UcpProduct)),
  pagination: Optional(
    Type.Object({ cursor: Optional(Text()), has_next_page: Type.Boolean(), total_count: Type.Integer() }),
  ),
  messages: Optional(Type.Array(UcpMessage)),
})
export type UcpSearchResponse = Static<typeof UcpSearchResponse>

export const ucpSearchRoute = storefrontRoute({
  path: '/ucp/:shop/catalog/search',
  group: 'Agents',
  summary: 'Search the catalog by the Universal Commerce Protocol',
  description:
    'The REST binding of dev.ucp.shopping.catalog.search. The caller names its own profile in UCP-Agent; it is fetched once and decides what both sides understand. Limited by address.',
  auth: 'shop',
  shopIn: 'path',
  side: 'base',
  errorShape: 'string',
  headers: { 'ucp-agent': 'profile="https://…": where the profile of the calling platform is.' },
  request: UcpSearchRequest,
  bodyRequired: true,
  response: UcpSearchResponse,
  otherStatuses: {
    422: 'The profile of the caller is no profile, or of another version of the protocol.',
    424: 'The profile of the caller could not be fetched.',
  },
  example: {
    request: { query: 'linen shirt', context: { currency: 'EUR' }, filters: { price: { max: 8000 } } },
    response: {
      ucp: { version: UCP_VERSION, capabilities: { [UCP_CATALOG_SEARCH]: [{ version: UCP_VERSION }] } },
      products: [],
      pagination: { has_next_page: false, total_count: 0 },
    },
  },
})

export const ucpProfileRoute: Route = {
  method: 'GET',
  path: '/.well-known/ucp',
  group: 'Agents',
  summary: 'Profile for the Universal Commerce Protocol',
  description: 'What a shop offers to commerce agents. The shop is the one of `shop` or of the x-shop header.',
  auth: 'none',
  side: 'base',
  errorShape: 'string',
  query: { shop: Type.String({ maxLength: 255, description: 'Domain of the shop.' }) },
  response: AnyObject({ description: 'A business profile of the protocol.' }),
  otherStatuses: { 404: 'There is no such shop.' },
  example: { response: { ucp: { version: UCP_VERSION, services: {}, capabilities: {}, payment_handlers: {} } } },
}
