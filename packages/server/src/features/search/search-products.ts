import type { Product } from '../../ports/record-store/product.ts'
import { localizedText, localeChain } from '../platform/localized.ts'
import { highlight } from './highlight.ts'
import {
  MAX_RESULT_WINDOW,
  type SearchProduct,
  type SearchRequest,
  type SearchResponse,
  validationItem,
} from '@vitrine/contract'
import { type Hit, isPartNumber, type SearchResult } from '@vitrine/engine'
import { indexFields } from '../../ports/search-index/index-fields.ts'
import type { SearchIndex } from '../../ports/search-index/search-index.ts'
import type { Serve, ServeLog } from '../serves/serve-log.ts'
import type { Call } from '../call.ts'
import { withExternalIds } from '../catalog/external-ids.ts'
import type { ProductReader } from '../catalog/product-reader.ts'
import { Refusal, RequestRefused } from '../errors.ts'
import { facetRequest, namedFilters } from '../facets/facet-requests.ts'
import { presentAggregations } from '../facets/present-aggregations.ts'
import { assignmentsAbout, serveExperience, variedShop } from '../experiments/variant-settings.ts'
import { presentExplanation } from './present-explanation.ts'
import { pagePagination } from '../query/page-pagination.ts'
import type { SearchLearning } from './search-learning.ts'
import type { PersonalRanking } from './personal-ranking.ts'
import {
  appliedRules,
  type BuiltSearchRequest,
  type SearchRequestDeps,
  buildSearchRequest,
} from '../query/build-search-request.ts'
import { presentUnderstood } from '../query/present-understood.ts'
import { servedTo } from '../query/served-place.ts'

export interface SearchDeps extends SearchRequestDeps {
  index: SearchIndex
  products: ProductReader
  personal: PersonalRanking
  learning: Pick<SearchLearning, 'scorer'>
  serves: Pick<ServeLog, 'record'>
}

type SearchCall = Call<SearchRequest>

export async function searchProducts(deps: SearchDeps, asked: SearchCall): Promise<SearchResponse> {
  const begunMs = performance.now()
  const assignments = assignmentsAbout('search', asked.shop, asked.identity)
  const call = { ...asked, shop: variedShop(asked.shop, assignments) }
  const { shop, body } = call
  if (!shop.config.search.search_result_page_enabled && isSearch(body))
    throw new Refusal(403, 'the search page is turned off for this shop')
  const page = readPage(call)
  const filters = namedFilters(shop.config, body.facets ?? [])
  const built = await buildSearchRequest(deps, call)
  const situation = { selections: built.selections, prices: built.view.prices }
  const personal = await scorerFor(deps, call, built)
  const learned = deps.learning.scorer(shop.id, built.query, call.nowMs)
  const result = await deps.index.search(shop, {
    ...built.request,
    facets: filters.map((filter) => facetRequest(filter, body.options ?? {}, situation)),
    sort: body.sort_by ?? shop.config.search.default_ordering,
    titleFields: localeChain(built.view.locale).map(indexFields.title),
    offset: (page.page - 1) * page.limit,
    limit: page.limit,
    ...(personal ? { personal } : {}),
    ...(learned ? { learned } : {}),
    explain: body.explain ?? false,
  })
  const experience = serveExperience(assignments[0])
  recordServe(deps, call, { built, result, experience, first: (page.page - 1) * page.limit + 1 })
  const { locale, prices } = built.view
  const labels = { config: shop.config, locale, currency: prices.currency }
  return {
    status: 'ok',
    request_id: call.requestId,
    products: await presentHits(deps, call, built, result),
    pagination: pagePagination(result.total, page, MAX_RESULT_WINDOW),
    ...(filters.length > 0 ? { aggregations: presentAggregations(filters, result.facets, labels) } : {}),
    search_metadata: {
      processing_time: Math.round(performance.now() - begunMs),
      ...searchMetadata(built, result, call),
      personalized: personal !== undefined,
    },
    metadata: { region: call.region, locale, market: body.market ?? null },
  }
}

/** Browsing a collection works even if the search page is off. */
function isSearch({ query, collection }: SearchRequest): boolean {
  return (query ?? '').trim() !== '' || collection == null || collection === ''
}

interface Page {
  page: number
  limit: number
}

function readPage({ shop, body }: SearchCall): Page {
  const page = body.pagination?.page ?? 1
  const limit = body.pagination?.limit ?? shop.config.search.default_search_result_page_size
  if (page * limit > MAX_RESULT_WINDOW) {
    const words = `must be less than or equal to ${Math.floor(MAX_RESULT_WINDOW / limit)}`
    throw new RequestRefused([validationItem(['pagination', 'page'], 'number.max', words)])
  }
  return { page, limit }
}

/** Applies only to sorting by relevance: a shopper who sorts by price wants prices. */
export async function scorerFor(
  deps: Pick<SearchDeps, 'personal'>,
  { shop, body, identity, nowMs }: Call<{ sort_by?: SearchRequest['sort_by']; query?: unknown }>,
  { query }: BuiltSearchRequest,
) {
  const { personalization_enabled: enabled, default_ordering: ordering } = shop.config.search
  if (!enabled || (body.sort_by ?? ordering) !== 'relevance') return undefined
  if (!/\s/.test(query) && isPartNumber(query)) return undefined
  return deps.personal.scorer(shop, identity, nowMs)
}

async function presentHits(
  deps: SearchDeps,
  { shop, body }: SearchCall,
  { view, query }: BuiltSearchRequest,
  { hits, text }: SearchResult,
) {
  const own = (hit: Hit) => ({
    matched_variant_id: hit.variantId,
    ...(body.explain ? { explanation: presentExplanation(hit) } : {}),
  })
  if (body.view === 'product_ids') {
    const references = hits.map((hit) => ({ product_id: hit.id, ...own(hit) }))
    return withExternalIds(deps.products, shop.id, references)
  }
  const products = await deps.products.read(
    shop.id,
    hits.map(({ id }) => id),
  )
  const hitOf = new Map(hits.map((hit) => [hit.id, hit]))
  const options = { style: 'search', prices: view.prices, locale: view.locale } as const
  const wanted = text?.corrected ?? query
  return products.map((product) =>
    deps.products
      .present(product, options)
      .with(own(hitOf.get(product.id)!))
      .with(body.highlight ? { highlights: highlightProduct(product, view.locale, wanted) } : {})
      .as<SearchProduct>(),
  )
}

function searchMetadata(built: BuiltSearchRequest, result: SearchResult, { shop, body }: SearchCall) {
  const { query, rules, semantic, view } = built
  const { text, understood, extendedByMeaning } = result
  const withWords = semantic ? (body.mode === 'vector' ? 'vector' : 'hybrid') : 'text'
  return {
    search_type: query === '' ? 'browse' : withWords,
    query,
    corrected_query: text?.corrected ?? null,
    did_you_mean: text?.didYouMean ?? null,
    understood: presentUnderstood(understood, { config: shop.config, locale: view.locale, prices: view.prices }),
    relaxed: text?.relaxed ?? false,
    dropped: [...(text?.dropped ?? [])],
    extended_by_meaning: extendedByMeaning,
    redirect: rules.redirect,
    content: rules.content,
    has_embedding: semantic !== undefined,
  }
}

/** True if words were left out, or if all results are only similar in meaning. */
function isApproximate({ total, text, extendedByMeaning }: SearchResult): boolean {
  return total > 0 && (text?.relaxed === true || extendedByMeaning >= total)
}

interface Shown {
  built: BuiltSearchRequest
  result: SearchResult
  experience: NonNullable<Serve['experience']> | null
  /** Position of the first hit, counted over all pages. */
  first: number
}

function recordServe({ serves }: SearchDeps, call: SearchCall, { built, result, experience, first }: Shown): void {
  serves.record({
    ...servedTo(call, built.view),
    surface: 'search',
    requestId: call.requestId,
    query: built.query,
    total: result.total,
    ...(isApproximate(result) && { isApproximate: true }),
    experience,
    rules: appliedRules(built, call.body.sort_by ?? call.shop.config.search.default_ordering),
    products: result.hits.map(({ id, explanation: { rule } }, i) => ({
      productId: id,
      position: first + i,
      ...(rule ? { step: `rule:${rule}` } : {}),
    })),
  })
}

function highlightProduct(product: Product, locale: string, query: string) {
  const text = (name: string, own: string) => localizedText(product.translations, locale, name) ?? own
  return {
    title: highlight(text('title', product.title), query),
    vendor: highlight(product.vendor, query),
    product_type: highlight(text('product_type', product.productType), query),
  }
}
