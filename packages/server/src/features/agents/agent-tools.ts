/** Answers the tools of agents. Every answer is recorded as a serve with an id, like any other page of results. */
import type {
  FilterAggregationsRequest,
  PlatformId,
  RecommendationsRequest,
  SearchRequest,
  TopRequest,
} from '@vitrine/contract'
import { isVariantInStock } from '../../ports/record-store/product.ts'
import { plainText } from '../../ports/search-index/plain-text.ts'
import type { Call } from '../call.ts'
import { Refusal } from '../errors.ts'
import { aggregateFilters, type FacetDeps } from '../facets/aggregate-filters.ts'
import { findVisible, type LookUpDeps } from '../look-up/look-up-products.ts'
import { externalIdOf } from '../platform/external-id.ts'
import { displayPrice } from '../platform/price-view.ts'
import { shopperView } from '../query/shopper-view.ts'
import { recommendQueries } from '../recommend/recommend-queries.ts'
import { recommendTop, type TopDeps } from '../recommend/recommend-top.ts'
import { type SearchDeps, searchProducts } from '../search/search-products.ts'
import { type AgentProduct, agentProduct, productUrl, readPresented } from './agent-product.ts'
import { recordAgentServe } from './record-agent-serve.ts'

export type AgentDeps = SearchDeps & FacetDeps & TopDeps & LookUpDeps

export type AgentCall = Call<unknown>

export interface Scope {
  locale?: string | undefined
  currency?: string | undefined
}

export interface SearchArguments extends Scope {
  query: string
  filters?: { key: string; values: string[] }[] | undefined
  collection?: string | undefined
  sort_by?: SearchRequest['sort_by'] | undefined
  page?: number | undefined
  limit?: number | undefined
}

const DEFAULT_PRODUCTS = 5
const MAX_VARIANTS = 40
const DESCRIPTION_LENGTH = 800

export async function searchForAgent(deps: AgentDeps, call: AgentCall, asked: SearchArguments) {
  const { query, filters = [], page = 1, limit = DEFAULT_PRODUCTS, ...rest } = asked
  const body: SearchRequest = {
    ...rest,
    query,
    applied_filters: filters.map(({ key, values }) => ({ key, value: values })),
    pagination: { page, limit },
  }
  const answer = await searchProducts(deps, { ...call, body })
  const { corrected_query, understood, relaxed } = answer.search_metadata
  return {
    request_id: answer.request_id,
    total: answer.pagination.total,
    page,
    has_more: answer.pagination.has_next_page,
    corrected_query,
    understood: understood.filter(({ held }) => held !== 'dropped').map(({ label }) => label),
    relaxed,
    products: answer.products.map((one) =>
      agentProduct(call.shop.id, one as never, { vitrine_request: answer.request_id }),
    ),
  }
}

export async function showProduct(deps: AgentDeps, call: AgentCall, { product_id: id, ...scope }: ProductArguments) {
  const view = shopperView(call.shop, scope, null)
  const [found] = await findVisible(deps, { shop: call.shop, view, nowMs: call.nowMs }, [{ kind: 'any', name: id }])
  if (!found) throw new Refusal(404, `there is no product ${id}`)
  const { product } = found
  const serveId = recordAgentServe(deps, call, { view, products: [product] })
  const { title, vendor, productType, tags, options, variants, handle, rating } = product
  return {
    serve_id: serveId,
    product_id: product.id,
    ...externalIdOf(product),
    title,
    vendor,
    product_type: productType,
    description: shorten(plainText(product.bodyHtml)),
    tags: tags.slice(0, 20),
    rating,
    options: options.map(({ name, values }) => ({ name, values: values.slice(0, MAX_VARIANTS) })),
    currency: view.prices.currency,
    variants: variants.slice(0, MAX_VARIANTS).map((variant) => ({
      variant_id: variant.id,
      ...externalIdOf(variant),
      title: variant.title,
      sku: variant.sku,
      price: displayPrice(variant.price, view.prices),
      in_stock: isVariantInStock(variant),
    })),
    more_variants: Math.max(0, variants.length - MAX_VARIANTS),
    image: product.images[0]?.src ?? null,
    url: productUrl(call.shop.id, handle, { vitrine_serve: serveId }),
  }
}

export interface ProductArguments extends Scope {
  product_id: PlatformId
}

export interface SimilarArguments extends ProductArguments {
  limit?: number | undefined
}

export function findSimilar(deps: AgentDeps, call: AgentCall, { product_id: id, limit, ...scope }: SimilarArguments) {
  return recommend(deps, call, { type: 'similar_products', product_ids: [id], limit, ...scope })
}

export interface RecommendArguments extends Scope {
  type: 'bestsellers' | 'new_arrivals' | 'trending' | 'bought_together' | 'similar_products'
  product_ids?: PlatformId[] | undefined
  limit?: number | undefined
}

interface Recommended {
  serve_id: string
  products: AgentProduct[]
}

export async function recommend(deps: AgentDeps, call: AgentCall, asked: RecommendArguments): Promise<Recommended> {
  const { type, product_ids = [], limit = DEFAULT_PRODUCTS, ...scope } = asked
  if (type === 'new_arrivals') return newArrivals(deps, call, { limit, scope })
  const query = { id: 'agent', recommendation_type: type, product_ids, max_recommendations: limit } as const
  const body: RecommendationsRequest = { ...scope, queries: [query] }
  const { data } = await recommendQueries(deps, { ...call, body })
  const { recommendation_serve_id: serveId, recommendations } = data.agent!
  return {
    serve_id: serveId,
    products: recommendations.map((one) => agentProduct(call.shop.id, one as never, { vitrine_serve: serveId })),
  }
}

async function newArrivals(
  deps: AgentDeps,
  call: AgentCall,
  { limit, scope }: { limit: number; scope: Scope },
): Promise<Recommended> {
  const body: TopRequest = { ...scope, strategy: 'NEW_ARRIVALS', pagination: { limit } }
  const { serve_id: serveId, products } = await recommendTop(deps, { ...call, body })
  return {
    serve_id: serveId,
    products: products.map((one) => agentProduct(call.shop.id, one as never, { vitrine_serve: serveId })),
  }
}

export interface FacetArguments extends Scope {
  query?: string | undefined
  collection?: string | undefined
  keys?: string[] | undefined
  filters?: { key: string; values: string[] }[] | undefined
  values?: number | undefined
}

const DEFAULT_VALUES = 10

export async function browseFacets(deps: AgentDeps, call: AgentCall, asked: FacetArguments) {
  const { query = '', keys, filters = [], values = DEFAULT_VALUES, ...rest } = asked
  const body: FilterAggregationsRequest = {
    ...rest,
    query,
    applied_filters: filters.map(({ key, values: value }) => ({ key, value })),
    ...(keys ? { facets: keys.map((key) => ({ key })) } : {}),
    options: { limit: values },
  }
  const { aggregations, facets, metadata } = readPresented(await aggregateFilters(deps, { ...call, body }))
  return {
    total: metadata.total_products,
    facets: facets.map(({ key, title }) => {
      const { buckets = [], stats, has_more } = aggregations[key] ?? {}
      return {
        key,
        title,
        ...(stats && stats.min !== null ? { min: stats.min, max: stats.max } : {}),
        values: buckets.slice(0, values).map(({ value, label, count }) => ({ value, label, count })),
        has_more: has_more ?? false,
      }
    }),
  }
}

function shorten(text: string): string {
  return text.length <= DESCRIPTION_LENGTH ? text : `${text.slice(0, DESCRIPTION_LENGTH)}…`
}
