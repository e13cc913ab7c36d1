import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AnalyticsReportName, QualityFinding, Suggestion } from '@vitrine/contract'
import { isVariantInStock } from '../../ports/record-store/product.ts'
import type { RecordStore, Shop } from '../../ports/record-store/record-store.ts'
import { isRarelyClicked } from '../analytics/figures.ts'
import { readQueries } from '../analytics/read-figures.ts'
import { type ReportDeps, readReportCall } from '../analytics/report-range.ts'
import { runReport } from '../analytics/reports.ts'
import type { Call } from '../call.ts'
import type { PreviewFeatures } from '../preview/preview.ts'
import { liveIndex } from '../preview/preview.ts'
import { previewCall, previewShops } from '../preview/preview-shop.ts'
import { buildSearchRequest } from '../query/build-search-request.ts'
import { BackgroundFindings } from './background-findings.ts'
import { isFaulty, checkQuality } from './quality.ts'
import { type FailedQuery, type Found, LOOKED_FOR, type SharedFault, suggest, type SuggestDeps } from './suggest.ts'

export interface InsightDeps {
  reports: ReportDeps
  preview: PreviewFeatures
  store: Pick<RecordStore, 'scanProducts' | 'lastChange'>
  clock: () => number
  onError: (error: unknown, during: string) => void
}

interface QueryRow {
  query: string
  searches: number
  clicked_searches: number
  zero_results: number
}

const TOP_QUERIES = 20
/** Rarer queries lose few searches, so they are not examined for missing clicks. */
const MAX_ASKED = 500
/** Of more products, only this many count when affected searches are counted. */
const MAX_PRODUCTS = 5000

/** The searches of 30 days hardly change within a minute. A new configuration takes effect at once. */
const SUGGESTIONS_AGE_MS = 60_000
/** Affected searches are counted again after this time. A changed product takes effect at once. */
const QUALITY_AGE_MS = 10 * 60_000

export function keptSuggestions(deps: InsightDeps): BackgroundFindings<Suggestion> {
  const asked = suggestDeps(deps)
  return new BackgroundFindings({
    look: (shop) => suggest(asked, shop),
    basisOf: async ({ version }) => String(version),
    maxAgeMs: SUGGESTIONS_AGE_MS,
    clock: deps.clock,
    onError: (error) => deps.onError(error, 'looking for proposals'),
  })
}

export function keptQuality(deps: InsightDeps): BackgroundFindings<QualityFinding> {
  const searched = {
    store: deps.store,
    searchesAbout: (shop: Shop, ids: readonly number[]) => searchesAbout(deps, shop, ids),
  }
  return new BackgroundFindings({
    look: (shop) => checkQuality(searched, shop),
    basisOf: async ({ id }) => String(await deps.store.lastChange(id)),
    maxAgeMs: QUALITY_AGE_MS,
    clock: deps.clock,
    onError: (error) => deps.onError(error, 'looking at the catalog'),
  })
}

function suggestDeps(deps: InsightDeps): SuggestDeps {
  return {
    failedQueries: (shop) => failedQueries(deps, shop),
    reformulations: async (shop) => (await deps.reports.recent.of(shop.id, deps.clock())).reformulations,
    find: (shop, query, how) => find(deps, shop, query, how),
    faultsAmong: (shop, query) => faultsAmong(deps, shop, query),
    clicked: async (shop) => (await deps.reports.recent.of(shop.id, deps.clock())).clicked,
    standing: (shop, query, productId) => standing(deps, shop, query, productId),
    searchesWithoutClick: (shop, query) => searchesWithoutClick(deps, shop, query),
  }
}

async function rowsOf(deps: InsightDeps, shop: Shop, name: AnalyticsReportName, limit: number): Promise<QueryRow[]> {
  const call = readReportCall(deps.reports, shop, { query: { limit: String(limit) }, nowMs: deps.clock() })
  return ((await runReport(name, call)) as { rows: QueryRow[] }).rows
}

/** Returns queries without results, and those whose results are clicked far less often than usual. */
async function failedQueries(deps: InsightDeps, shop: Shop): Promise<FailedQuery[]> {
  const [empty, asked] = await Promise.all([
    rowsOf(deps, shop, 'queries-without-results', 50),
    rowsOf(deps, shop, 'top-queries', MAX_ASKED),
  ])
  const found = new Set(empty.map(({ query }) => query))
  const sum = (of: 'searches' | 'clicked_searches') => asked.reduce((total, row) => total + row[of], 0)
  const usual = sum('clicked_searches') / Math.max(1, sum('searches'))
  return [
    ...empty.map(({ query, zero_results: searches }) => ({ query, searches, isEmpty: true })),
    ...asked
      .filter(({ query }) => !found.has(query))
      .filter(({ searches, clicked_searches: clicked }) => isRarelyClicked({ searches, clicked }, usual))
      .map(({ query, searches, clicked_searches: clicked }) => ({
        query,
        searches: searches - clicked,
        isEmpty: false,
      })),
  ].sort((a, b) => b.searches - a.searches || (a.query < b.query ? -1 : 1))
}

async function find(deps: InsightDeps, shop: Shop, query: string, { patch }: { patch?: object } = {}): Promise<Found> {
  const body = { query, mode: 'hybrid' as const, patch: (patch ?? null) as Record<string, unknown> | null }
  // Yields to requests, because up to a hundred searches run in sequence.
  await nextTurn()
  const { live, draft } = await previewShops(deps.preview, shop.id, body)
  const index = liveIndex(deps.preview.search.index, live)
  const call = previewCall(deps.preview, draft, { shop: shop.id, body, requestId: '', nowMs: deps.clock() })
  const built = await buildSearchRequest({ ...deps.preview.search, index }, call as Call<never>)
  const { total, text, hits, extendedByMeaning } = await index.search(live, {
    ...built.request,
    facets: [],
    sort: 'relevance',
    offset: 0,
    limit: FIRST_PAGE,
  })
  return {
    total,
    byWords: text?.relaxed ? 0 : total - extendedByMeaning,
    ids: hits.map(({ id }) => id),
    corrected: text?.corrected ?? text?.didYouMean ?? null,
  }
}

const FIRST = 10
const FIRST_PAGE = 24

/** Returns the first products that an anonymous shopper sees. */
async function shownProducts(deps: InsightDeps, shop: Shop, query: string, limit: number) {
  await nextTurn()
  const { search } = deps.preview
  const { live } = await previewShops(deps.preview, shop.id, {})
  const asked = { shop: shop.id, body: { query } as never, requestId: '', nowMs: deps.clock() }
  const built = await buildSearchRequest(search, previewCall(deps.preview, live, asked) as Call<never>)
  const request = { ...built.request, facets: [], sort: 'relevance', offset: 0, limit } as const
  const { hits, total } = await search.index.search(live, request)
  return {
    total,
    products: await search.products.read(
      shop.id,
      hits.map(({ id }) => id),
    ),
  }
}

async function faultsAmong(deps: InsightDeps, shop: Shop, query: string): Promise<SharedFault[]> {
  const { products } = await shownProducts(deps, shop, query, FIRST)
  return LOOKED_FOR.map((check) => ({
    check,
    count: products.filter((product) => isFaulty(check, product)).length,
    of: products.length,
  }))
}

async function standing(deps: InsightDeps, shop: Shop, query: string, productId: number) {
  const { total, products } = await shownProducts(deps, shop, query, FIRST_PAGE)
  const at = products.findIndex(({ id }) => id === productId)
  const found = products[at]
  return found && { rank: at + 1, total, title: found.title, isInStock: found.variants.some(isVariantInStock) }
}

async function searchesWithoutClick(deps: InsightDeps, shop: Shop, query: string): Promise<number> {
  const call = readReportCall(deps.reports, shop, { query: { key: query }, nowMs: deps.clock() })
  const rows = await readQueries(call, { orderBy: 'searches', limit: 100 })
  const row = rows.find((one) => one.query === query)
  return row ? Math.max(0, row.searches - row.clicked) : 0
}

/** Estimates how many searches find one of the products, by running the most frequent queries on them. */
async function searchesAbout(deps: InsightDeps, shop: Shop, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0
  const rows = await rowsOf(deps, shop, 'top-queries', TOP_QUERIES)
  const { index } = deps.preview.search
  let searches = 0
  for (const row of rows) {
    await nextTurn()
    const call = previewCall(deps.preview, shop, {
      shop: shop.id,
      body: { query: row.query, mode: 'text' } as never,
      requestId: '',
      nowMs: deps.clock(),
    })
    const built = await buildSearchRequest(deps.preview.search, call as Call<never>)
    const among = ids.slice(0, MAX_PRODUCTS)
    const { total } = await index.search(shop, {
      ...built.request,
      among,
      facets: [],
      sort: 'relevance',
      offset: 0,
      limit: 1,
    })
    if (total > 0) searches += row.searches
  }
  return searches
}
