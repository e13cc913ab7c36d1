/** Catalog search as the Universal Commerce Protocol asks for it. The answer is a serve like every other. */
import {
  UCP_CATALOG_SEARCH,
  UCP_MOST_PRODUCTS,
  UCP_VERSION,
  type UcpMessage,
  type UcpSearchRequest,
  type UcpSearchResponse,
} from '@vitrine/contract'
import type { Call } from '../call.ts'
import { Refusal } from '../errors.ts'
import { decimalsOf, type PriceView, priceViewOf } from '../platform/price-view.ts'
import { type SearchDeps, searchProducts } from '../search/search-products.ts'
import { ucpProduct } from './ucp-product.ts'

const DEFAULT_LIMIT = 10

export async function searchForPlatform(deps: SearchDeps, call: Call<UcpSearchRequest>): Promise<UcpSearchResponse> {
  const { query = '', filters = {}, context = {}, pagination = {} } = call.body
  if (query.trim() === '' && !filters.categories?.length && !filters.price)
    throw new Refusal(400, 'query or filters is required')
  const { shop } = call
  const prices = priceViewOf(shop.config, context.currency)
  const messages: UcpMessage[] = []
  const page = readCursor(pagination.cursor)
  const limit = Math.min(pagination.limit ?? DEFAULT_LIMIT, UCP_MOST_PRODUCTS)
  const body = {
    query,
    applied_filters: [...typeFilter(filters.categories), ...priceFilter(filters.price, context, prices, messages)],
    pagination: { page, limit },
    view: 'product_ids' as const,
    locale: context.language ?? null,
    currency: prices.currency,
  }
  const { products: found, pagination: pages, request_id } = await searchProducts(deps, { ...call, body })
  const products = await deps.products.read(
    shop.id,
    found.map(({ product_id }) => product_id),
  )
  const matched = new Map(found.map((one) => [one.product_id, one.matched_variant_id ?? null]))
  const view = { shop: shop.id, prices, answer: { vitrine_request: request_id } }
  return {
    ucp: UCP_ENVELOPE,
    products: products.map((product) => ucpProduct(product, matched.get(product.id) ?? null, view)),
    pagination: {
      has_next_page: pages.has_next_page,
      total_count: pages.total,
      ...(pages.has_next_page ? { cursor: writeCursor(page + 1) } : {}),
    },
    ...(messages.length > 0 ? { messages } : {}),
  }
}

const UCP_ENVELOPE = { version: UCP_VERSION, capabilities: { [UCP_CATALOG_SEARCH]: [{ version: UCP_VERSION }] } }

/** Answer to a platform that has nothing in common with us. */
export function incompatibleAnswer(): UcpSearchResponse {
  const content = `this shop offers ${UCP_CATALOG_SEARCH} ${UCP_VERSION}, and your profile does not`
  return {
    ucp: { version: UCP_VERSION, status: 'error', capabilities: {} },
    messages: [{ type: 'error', code: 'capabilities_incompatible', content, severity: 'unrecoverable' }],
  }
}

function typeFilter(categories: readonly string[] = []) {
  return categories.length === 0 ? [] : [{ key: '@product_type', value: [...categories] }]
}

/** In the currency of the context. One that the shop has no rate for cannot be compared: the filter is left out, and said to be. */
function priceFilter(
  price: { min?: number; max?: number } | undefined,
  context: { currency?: string },
  prices: PriceView,
  messages: UcpMessage[],
) {
  if (!price || (price.min === undefined && price.max === undefined)) return []
  if (context.currency !== undefined && context.currency.toUpperCase() !== prices.currency) {
    const content = `prices are in ${prices.currency}; the price filter was not applied`
    messages.push({ type: 'warning', code: 'price_filter_ignored', content })
    return []
  }
  const major = (amount: number | undefined) => (amount === undefined ? '' : amount / 10 ** decimalsOf(prices.currency))
  return [{ key: '@price', value: [`${major(price.min)}:${major(price.max)}`] }]
}

function writeCursor(page: number): string {
  return Buffer.from(`page=${page}`).toString('base64url')
}

function readCursor(cursor: string | undefined): number {
  if (cursor === undefined) return 1
  const [, page] = /^page=([1-9]\d{0,4})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? []
  if (page === undefined) throw new Refusal(400, 'pagination.cursor is not one of ours')
  return Number(page)
}
