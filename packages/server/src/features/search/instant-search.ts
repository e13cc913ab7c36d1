import {
  type InstantSearchRequest,
  type InstantSearchResponse,
  MAX_INSTANT_RESULTS,
  type SearchProduct,
  type ShopConfig,
} from '@vitrine/contract'
import {
  type CompletionSource,
  type FacetRequest,
  type Hit,
  type PersonalScorer,
  type SearchResult,
  TIER,
} from '@vitrine/engine'
import type { Product } from '../../ports/record-store/product.ts'
import { indexFields } from '../../ports/search-index/index-fields.ts'
import { appliedRules, buildSearchRequest, type BuiltSearchRequest } from '../query/build-search-request.ts'
import type { Serve } from '../serves/serve-log.ts'
import type { Call } from '../call.ts'
import { translated } from '../catalog/present-product.ts'
import { Refusal } from '../errors.ts'
import { assignmentsAbout, serveExperience, variedShop } from '../experiments/variant-settings.ts'
import { findContent } from './find-content.ts'
import { scorerFor, type SearchDeps } from './search-products.ts'
import { noSemanticSearch } from '../query/semantic-search.ts'
import { servedTo } from '../query/served-place.ts'
import { type SuggestDeps, type Suggestion, suggestQueries, trendingQueries } from './suggest-queries.ts'

export interface InstantSearchDeps extends Omit<SearchDeps, 'semantic'>, SuggestDeps {}

type InstantCall = Call<InstantSearchRequest>

const DEFAULT_LIMIT = 6
/** Best hits whose words complete the query. Shoppers' past queries are suggested first. */
const SOURCES_READ = 20

export async function instantSearch(deps: InstantSearchDeps, asked: InstantCall): Promise<InstantSearchResponse> {
  const assignments = assignmentsAbout('search', asked.shop, asked.identity)
  const call = { ...asked, shop: variedShop(asked.shop, assignments) }
  const { shop, body, nowMs } = call
  const { config } = shop
  requireInstantSearch(config)
  const limit = body.limit ?? DEFAULT_LIMIT
  const objects = new Set<string>(body.objects ?? config.search.instant_search_objects)
  // An unfinished query has little meaning, and every key press would need an embedding.
  const typing = { ...deps, semantic: noSemanticSearch, isTyping: true }
  const built = await buildSearchRequest(typing, call)
  const isAnswered = isLongEnough(call, built)
  const query = isAnswered ? built.query : ''
  const suggests = isAnswered && objects.has('auto_suggestion')
  const shown = isAnswered && objects.has('product') ? maxProducts(call) : 0
  const personal = await scorerFor(deps, call, built)
  const found = await findProducts(deps, call, {
    built,
    limit: suggests ? Math.max(shown, SOURCES_READ) : shown,
    personal,
  })
  const result = { ...found, hits: found.hits.slice(0, shown) }
  const content = { query, locale: built.view.locale, limit, nowMs }
  const answer: InstantSearchResponse = {
    status: 'ok',
    request_id: call.requestId,
    query: built.query,
    corrected_query: result.text?.corrected ?? null,
    products: await presentProducts(deps, call, built, result),
    collections: objects.has('collection') ? findContent('collection', config.collections, content) : [],
    pages: objects.has('page') ? findContent('page', config.pages, content) : [],
    articles: objects.has('article') ? findContent('article', config.articles, content) : [],
    suggestions: suggests ? await suggestions(deps, call, built, found) : [],
    trending: query === '' ? await trendingQueries(deps, shop, { limit, nowMs, facets: result.facets }) : [],
    redirect: built.rules.redirect,
    content: built.rules.content,
    metadata: { region: call.region, locale: built.view.locale, market: body.market ?? null },
  }
  recordServe(deps, call, { built, result, experience: serveExperience(assignments[0]) })
  return answer
}

function requireInstantSearch({ search }: ShopConfig): void {
  if (!search.instant_search_enabled) throw new Refusal(403, 'type-ahead search is turned off for this shop')
}

function maxProducts({ shop, body }: InstantCall): number {
  return body.limit ?? Math.min(shop.config.search.search_result_count, MAX_INSTANT_RESULTS)
}

/** A query below the minimum length gets trending queries instead. */
function isLongEnough({ shop }: InstantCall, { query }: BuiltSearchRequest): boolean {
  return query !== '' && [...query].length >= shop.config.search.minimum_type_ahead_input_count
}

interface Wanted {
  built: BuiltSearchRequest
  limit: number
  personal: PersonalScorer | undefined
}

/** A query below the minimum length counts the most common types and vendors of the whole shop. */
async function findProducts(
  deps: InstantSearchDeps,
  call: InstantCall,
  { built, limit, personal }: Wanted,
): Promise<SearchResult> {
  const { query, ...request } = built.request
  const isAnswered = isLongEnough(call, built)
  return deps.index.search(call.shop, {
    ...request,
    ...(isAnswered ? {} : { constraints: [], selections: built.selections }),
    ...(query && isAnswered ? { query: { ...query, prefixLast: true } } : {}),
    facets: isAnswered ? [] : [indexFields.productType, indexFields.vendor].map(wordFacet),
    sort: 'relevance',
    ...(personal ? { personal } : {}),
    offset: 0,
    limit,
  })
}

async function suggestions(
  deps: InstantSearchDeps,
  call: InstantCall,
  { view, query }: BuiltSearchRequest,
  { hits, text }: SearchResult,
): Promise<Suggestion[]> {
  const whole = hits.slice(0, SOURCES_READ).filter(hasEveryWord)
  const products = await deps.products.read(
    call.shop.id,
    whole.map(({ id }) => id),
  )
  const isWhole = /\s$/.test(call.body.query ?? '')
  return suggestQueries(deps, call.shop, {
    typed: (text?.corrected ?? query) + (isWhole ? ' ' : ''),
    limit: call.body.limit ?? DEFAULT_LIMIT,
    nowMs: call.nowMs,
    locale: view.locale,
    sources: products.map((product) => completionSource(product, view.locale)),
    countProducts: (suggested) => countProducts(deps, call, suggested),
  })
}

/** A product without all words would complete the query to one that finds nothing. */
function hasEveryWord({ explanation }: Hit): boolean {
  return explanation.rules?.some(({ rule, value }) => rule === 'tier' && value <= TIER.found) ?? false
}

/** Tags are left out, because they are labels ("sale", "living-room"). */
function completionSource(product: Product, locale: string): CompletionSource {
  return {
    title: translated(product, 'title', product.title, locale),
    names: [
      translated(product, 'product_type', product.productType, locale),
      ...product.options.flatMap(({ values }) => values),
    ],
    vendor: product.vendor,
  }
}

async function countProducts(deps: InstantSearchDeps, call: InstantCall, query: string): Promise<number> {
  const body = { ...call.body, query }
  const { request } = await buildSearchRequest({ ...deps, semantic: noSemanticSearch }, { ...call, body })
  const { total } = await deps.index.search(call.shop, {
    ...request,
    facets: [],
    sort: 'relevance',
    offset: 0,
    limit: 0,
  })
  return total
}

function wordFacet(name: string): FacetRequest {
  return {
    key: name,
    field: { kind: 'terms', name },
    operator: 'or',
    sortBy: 'count',
    limit: 50,
    includeZeroCounts: false,
    includeDisabled: false,
    groupOthers: false,
    authored: [],
  }
}

async function presentProducts(
  deps: InstantSearchDeps,
  { shop }: InstantCall,
  { view }: BuiltSearchRequest,
  { hits }: SearchResult,
) {
  const products = await deps.products.read(
    shop.id,
    hits.map(({ id }) => id),
  )
  const options = { style: 'search', prices: view.prices, locale: view.locale } as const
  const variantOf = new Map(hits.map(({ id, variantId }) => [id, variantId]))
  return products.map((product) =>
    deps.products
      .present(product, options)
      .with({ matched_variant_id: variantOf.get(product.id) ?? null })
      .as<SearchProduct>(),
  )
}

interface Shown {
  built: BuiltSearchRequest
  result: SearchResult
  experience: NonNullable<Serve['experience']> | null
}

function recordServe(
  { serves }: InstantSearchDeps,
  call: InstantCall,
  { built, result: { hits, total }, experience }: Shown,
): void {
  const { query, view } = built
  if (query === '' || hits.length === 0) return
  serves.record({
    ...servedTo(call, view),
    surface: 'instant_search',
    requestId: call.requestId,
    experience,
    query,
    total,
    rules: appliedRules(built, 'relevance'),
    products: hits.map(({ id }, i) => ({ productId: id, position: i + 1 })),
  })
}
