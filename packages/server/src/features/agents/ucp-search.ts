import {
  UCP_CATALOG_SEARCH,
  UCP_MOST_PRODUCTS,
  type UcpMessage,
  type UcpProductsResponse,
  type UcpSearchRequest,
} from '@vitrine/contract'
import type { Product, Variant } from '../../ports/record-store/product.ts'
import type { Call } from '../call.ts'
import { Refusal } from '../errors.ts'
import { decimalsOf, priceViewOf } from '../platform/price-view.ts'
import { type SearchDeps, searchProducts } from '../search/search-products.ts'
import { ucpEnvelope } from './ucp-envelope.ts'
import { priceBounds } from './ucp-filters.ts'
import { ucpProduct } from './ucp-product.ts'

const DEFAULT_LIMIT = 10

export async function searchForPlatform(deps: SearchDeps, call: Call<UcpSearchRequest>): Promise<UcpProductsResponse> {
  const { query = '', filters = {}, context = {}, pagination = {} } = call.body
  if (query.trim() === '' && !filters.categories?.length && !filters.price)
    throw new Refusal(400, 'query or filters is required')
  const { shop } = call
  const prices = priceViewOf(shop.config, { currency: context.currency })
  const messages: UcpMessage[] = []
  const page = readCursor(pagination.cursor)
  const limit = Math.min(pagination.limit ?? DEFAULT_LIMIT, UCP_MOST_PRODUCTS)
  const body = {
    query,
    applied_filters: [
      ...typeFilter(filters.categories),
      ...priceFilter(priceBounds(filters, { context, prices, messages }), decimalsOf(prices.currency)),
    ],
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
    ucp: ucpEnvelope(UCP_CATALOG_SEARCH),
    products: products.map((product) => ucpProduct(product, matchedFirst(product, matched.get(product.id)), view)),
    pagination: {
      has_next_page: pages.has_next_page,
      total_count: pages.total,
      ...(pages.has_next_page ? { cursor: writeCursor(page + 1) } : {}),
    },
    ...(messages.length > 0 ? { messages } : {}),
  }
}

function matchedFirst({ variants }: Product, matchedId: number | null | undefined): Variant[] {
  return [...variants.filter(({ id }) => id === matchedId), ...variants.filter(({ id }) => id !== matchedId)]
}

function typeFilter(categories: readonly string[] = []) {
  return categories.length === 0 ? [] : [{ key: '@product_type', value: [...categories] }]
}

function priceFilter(bounds: { min?: number; max?: number } | undefined, decimals: number) {
  const major = (amount: number | undefined) => (amount === undefined ? '' : amount / 10 ** decimals)
  return bounds ? [{ key: '@price', value: [`${major(bounds.min)}:${major(bounds.max)}`] }] : []
}

function writeCursor(page: number): string {
  return Buffer.from(`page=${page}`).toString('base64url')
}

function readCursor(cursor: string | undefined): number {
  if (cursor === undefined) return 1
  const [, page] = /^page=([1-9]\d{0,4})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? []
  if (page === undefined) throw new Refusal(400, 'pagination.cursor must be a cursor from an earlier answer')
  return Number(page)
}
