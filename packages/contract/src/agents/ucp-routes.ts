/** The Universal Commerce Protocol (https://ucp.dev/2026-04-08/specification/overview), over REST and MCP. */
import type { Static, TSchema } from 'typebox'
import { type Route, storefrontRoute } from '../route.ts'
import { AnyObject, Line, List, NonEmpty, Optional, Text, Url } from '../schema.ts'
import { Type } from '../type.ts'
import { Id, MAX_AMOUNT } from '../numbers.ts'
import { AskedCurrency } from '../currencies.ts'
import { MAX_LOOKED_UP } from '../search/products.ts'
import { mcpMessages } from './mcp-routes.ts'

export const UCP_VERSION = '2026-04-08'
export const UCP_CATALOG_SEARCH = 'dev.ucp.shopping.catalog.search'
export const UCP_CATALOG_LOOKUP = 'dev.ucp.shopping.catalog.lookup'

export const UCP_MOST_PRODUCTS = 50

const Amount = Type.Integer({ minimum: 0, description: 'In the smallest unit of the currency, such as cents.' })
/** In the smallest unit of the currency, which has at most three decimals. */
const AskedAmount = Type.Integer({ minimum: 0, maximum: 1000 * MAX_AMOUNT })
const UcpPrice = Type.Object({ amount: Amount, currency: Text() })
const UcpPriceRange = Type.Object({ min: UcpPrice, max: UcpPrice })
const UcpText = Type.Object({ plain: Text() })
const UcpMedia = Type.Object({ type: Type.Literal('image'), url: Text(), alt_text: Optional(Text()) })
const UcpSelectedOption = Type.Object({ name: Text(), label: Text() })

export const UcpVariant = Type.Object({
  id: Text('As the shop’s platform knows it.'),
  sku: Optional(Text()),
  title: Text(),
  description: UcpText,
  price: UcpPrice,
  list_price: Optional(UcpPrice),
  availability: Type.Object({ available: Type.Boolean(), status: Text() }),
  options: Type.Array(UcpSelectedOption),
  inputs: Optional(
    Type.Array(Type.Object({ id: Text(), match: Text('exact or featured.') }), {
      description: 'The identifiers of the lookup that refer to this variant.',
    }),
  ),
})
export type UcpVariant = Static<typeof UcpVariant>

const UcpOptionValue = Type.Object({
  label: Text(),
  available: Optional(Type.Boolean('Can be bought together with the other selected options.')),
  exists: Optional(Type.Boolean()),
})

export const UcpProduct = Type.Object({
  id: Text('As the shop’s platform knows it.'),
  handle: Text(),
  title: Text(),
  description: UcpText,
  url: Text('Carries the id of this answer: give it to shoppers unchanged.'),
  categories: Type.Array(Type.Object({ value: Text(), taxonomy: Text() })),
  price_range: UcpPriceRange,
  media: Type.Array(UcpMedia),
  options: Type.Array(Type.Object({ name: Text(), values: Type.Array(UcpOptionValue) })),
  selected: Optional(Type.Array(UcpSelectedOption)),
  variants: Type.Array(UcpVariant, { description: 'The one that was asked for comes first.' }),
  rating: Optional(Type.Object({ value: Type.Number(), scale_max: Type.Number(), count: Type.Integer() })),
  tags: Type.Array(Text()),
})
export type UcpProduct = Static<typeof UcpProduct>

const UcpMessage = Type.Object({
  type: Text('error, warning or info.'),
  code: Text(),
  content: Text(),
  severity: Optional(Text()),
})
export type UcpMessage = Static<typeof UcpMessage>

const UcpFilters = Type.Object({
  categories: Optional(List(Line(), 50, { description: 'Product types of the shop.' })),
  price: Optional(Type.Object({ min: Optional(AskedAmount), max: Optional(AskedAmount) })),
})
export type UcpFilters = Static<typeof UcpFilters>

const UcpContext = Type.Object({
  language: Optional(Type.String({ maxLength: 35 })),
  currency: Optional(AskedCurrency({ description: 'Also the currency of the price filter.' })),
})
export type UcpContext = Static<typeof UcpContext>

const scope = { filters: Optional(UcpFilters), context: Optional(UcpContext) }

/** The fields that are used. The protocol requires that all others are ignored. */
export const UcpSearchRequest = Type.Object({
  query: Optional(Line()),
  ...scope,
  pagination: Optional(Type.Object({ cursor: Optional(Type.String({ maxLength: 100 })), limit: Optional(Id()) })),
})
export type UcpSearchRequest = Static<typeof UcpSearchRequest>

export const UcpLookupRequest = Type.Object({
  ids: List(NonEmpty(), 10 * MAX_LOOKED_UP, {
    minItems: 1,
    description: `Ids of products or variants, handles or SKUs. At most ${MAX_LOOKED_UP}.`,
  }),
  ...scope,
})
export type UcpLookupRequest = Static<typeof UcpLookupRequest>

export const UcpProductRequest = Type.Object({
  id: NonEmpty('Id of a product or variant, a handle or a SKU.'),
  selected: Optional(List(Type.Object({ name: Line(), label: Line() }), 20)),
  preferences: Optional(
    List(Line(), 20, { description: 'Option names in order of importance: the last one is given up first.' }),
  ),
  ...scope,
})
export type UcpProductRequest = Static<typeof UcpProductRequest>

const envelope = {
  ucp: AnyObject('Version, and the capabilities that both sides have.'),
  messages: Optional(Type.Array(UcpMessage)),
}

export const UcpProductsResponse = Type.Object({
  ...envelope,
  products: Optional(Type.Array(UcpProduct)),
  pagination: Optional(
    Type.Object({ cursor: Optional(Text()), has_next_page: Type.Boolean(), total_count: Type.Integer() }),
  ),
})
export type UcpProductsResponse = Static<typeof UcpProductsResponse>

export const UcpProductResponse = Type.Object({ ...envelope, product: Optional(UcpProduct) })
export type UcpProductResponse = Static<typeof UcpProductResponse>

const ucp = {
  group: 'Agents',
  auth: 'shop' as const,
  shopIn: 'path' as const,
  side: 'base' as const,
  errorShape: 'string' as const,
  otherStatuses: {
    422: 'The caller’s profile is not valid, or is for another version of the protocol.',
    424: 'The caller’s profile could not be fetched.',
  },
}
const overRest = {
  ...ucp,
  headers: { 'ucp-agent': 'profile="https://…": where the profile of the calling platform is.' },
  bodyRequired: true,
}
const CALLER =
  'The caller names its own profile in UCP-Agent; it is fetched once and decides which capabilities both sides share. Rate limited by IP address.'
const ucpOf = (capability: string) => ({
  version: UCP_VERSION,
  capabilities: { [capability]: [{ version: UCP_VERSION }] },
})

export const ucpSearchRoute = storefrontRoute({
  ...overRest,
  path: '/ucp/:shop/catalog/search',
  summary: 'Search the catalog with the Universal Commerce Protocol',
  description: `The REST binding of ${UCP_CATALOG_SEARCH}. ${CALLER}`,
  request: UcpSearchRequest,
  response: UcpProductsResponse,
  example: {
    request: { query: 'linen shirt', context: { currency: 'EUR' }, filters: { price: { max: 8000 } } },
    response: {
      ucp: ucpOf(UCP_CATALOG_SEARCH),
      products: [],
      pagination: { has_next_page: false, total_count: 0 },
    },
  },
})

export const ucpLookupRoute = storefrontRoute({
  ...overRest,
  path: '/ucp/:shop/catalog/lookup',
  summary: 'Look up products with the Universal Commerce Protocol',
  description: `The REST binding of ${UCP_CATALOG_LOOKUP} for many identifiers. ${CALLER}`,
  request: UcpLookupRequest,
  response: UcpProductsResponse,
  example: {
    request: { ids: ['1001', 'SKU-7'] },
    response: { ucp: ucpOf(UCP_CATALOG_LOOKUP), products: [] },
  },
})

export const ucpProductRoute = storefrontRoute({
  ...overRest,
  path: '/ucp/:shop/catalog/product',
  summary: 'Show a product with the Universal Commerce Protocol',
  description: `The REST binding of ${UCP_CATALOG_LOOKUP} for one product and a choice of its options. ${CALLER}`,
  request: UcpProductRequest,
  response: UcpProductResponse,
  example: {
    request: { id: '1001', selected: [{ name: 'Color', label: 'Navy' }] },
    response: { ucp: { ...ucpOf(UCP_CATALOG_LOOKUP), status: 'error' }, messages: [] },
  },
})

const UcpMeta = Type.Object({ 'ucp-agent': Type.Object({ profile: Url() }) })

export const ucpArguments = <T extends TSchema>(catalog: T) => Type.Object({ meta: UcpMeta, catalog })

export const ucpMcpRoute = storefrontRoute({
  ...mcpMessages,
  ...ucp,
  path: '/ucp/:shop/mcp',
  summary: 'Tools of the Universal Commerce Protocol',
  description:
    'The MCP binding of catalog search and lookup. Tools: search_catalog, lookup_catalog, get_product. Each takes `meta` with the profile of the caller, and `catalog`, which is the body of the REST route. Rate limited by IP address.',
  otherStatuses: { ...mcpMessages.otherStatuses, ...ucp.otherStatuses },
})

export const ucpProfileRoute: Route = {
  method: 'GET',
  path: '/.well-known/ucp',
  group: 'Agents',
  summary: 'Profile for the Universal Commerce Protocol',
  description: 'What a shop offers to commerce agents. The shop is named by `shop` or by the x-shop header.',
  auth: 'none',
  side: 'base',
  errorShape: 'string',
  query: { shop: Optional(Type.String({ maxLength: 255, description: 'Domain of the shop.' })) },
  response: AnyObject('A business profile of the protocol.'),
  otherStatuses: { 404: 'There is no such shop.' },
  example: { response: { ucp: { version: UCP_VERSION, services: {}, capabilities: {}, payment_handlers: {} } } },
}
