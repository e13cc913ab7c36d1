/** `POST …/v1/headless/products`: products by id, handle or SKU, for product pages, wishlists and carts. */
import type { Static } from 'typebox'
import { View } from '../common.ts'
import { AskedCurrency } from '../currencies.ts'
import { PlatformId } from '../platform-id.ts'
import { FoundReference, SearchProduct, pageTexts } from '../product.ts'
import { searchProductExample } from '../product-examples.ts'
import { storefrontRoute } from '../route.ts'
import { List, NonEmpty, Nullable, Optional, Text } from '../schema.ts'
import { searchScope } from './scope.ts'
import { Type } from '../type.ts'

/** Maximum number of entries in all three lists together. */
export const MAX_LOOKED_UP = 100

export const ProductsRequest = Type.Object({
  ids: Optional(Nullable(List(PlatformId, MAX_LOOKED_UP))),
  handles: Optional(Nullable(List(NonEmpty(), MAX_LOOKED_UP))),
  skus: Optional(Nullable(List(NonEmpty(), MAX_LOOKED_UP))),
  view: Optional(Nullable(View)),
  currency: Optional(Nullable(AskedCurrency())),
  ...searchScope,
})

/** A product with the fields of a product page. `matched_variant_id` is the variant with the requested SKU. */
export const LookedUpProduct = Type.Object({ ...SearchProduct.properties, ...pageTexts })

export const ProductsResponse = Type.Object({
  status: Type.Literal('ok'),
  request_id: Text(),
  products: Type.Array(Type.Union([LookedUpProduct, FoundReference])),
})

export const productsRoute = storefrontRoute({
  path: '/api/storefront/v1/headless/products',
  group: 'Search',
  summary: 'Products by id, handle or SKU',
  description:
    `At most ${MAX_LOOKED_UP} names in total. Products are returned in the order of the request (ids, then handles, then SKUs), each once. ` +
    'Products that the shopper may not see because of publication, market or business catalog are left out, like unknown ones.',
  side: 'search',
  errorShape: 'ok-items',
  request: ProductsRequest,
  bodyRequired: true,
  response: ProductsResponse,
  example: {
    request: { ids: [8000000000012, 'prod_01HX7Q4'], locale: 'en' },
    response: {
      status: 'ok',
      request_id: '0198c0df-0000-7000-8000-000000000002',
      products: [{ ...searchProductExample, matched_variant_id: null, description: 'Washed linen.', rating: null }],
    },
  },
})

export type ProductsRequest = Static<typeof ProductsRequest>
export type ProductsResponse = Static<typeof ProductsResponse>
export type LookedUpProduct = Static<typeof LookedUpProduct>
