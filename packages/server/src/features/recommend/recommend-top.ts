/** Answers the endpoint `top`: bestsellers or new arrivals of the shop, a query, or a filter. */
import type { TopRequest, TopResponse } from '@vitrine/contract'
import type { SearchIndex } from '../../ports/search-index/search-index.ts'
import type { Call } from '../call.ts'
import { buildSearchRequest } from '../query/build-search-request.ts'
import type { SemanticSearch } from '../query/semantic-search.ts'
import { servedTo } from '../query/served-place.ts'
import type { ShopperView } from '../query/shopper-view.ts'
import { assignmentsAbout, serveExperience } from '../experiments/variant-settings.ts'
import { openRecommendContext, type RecommendDeps } from './open-recommend-context.ts'
import { queryKey } from './paging/cursors.ts'
import { takePage } from './paging/page.ts'
import { presentCandidates, servedProducts } from './present.ts'
import { productFilter, variantFilter } from './product-filter.ts'
import { moveByRules, rulesOf } from './move-by-rules.ts'
import { RankedStream } from './ranked-stream.ts'
import { DEFAULT_PAGE } from './recommend-automatic.ts'
import { ANYWHERE, type Candidate, entryOf, isShowable, type RecommendContext } from './recommend-context.ts'
import { bestsellers, cachedRanking, newest, viewed } from './steps/counter-steps.ts'
import { featured } from './steps/day-one-steps.ts'
import { topFacets } from './top-facets.ts'

export interface TopDeps extends RecommendDeps {
  index: Pick<SearchIndex, 'search' | 'parse' | 'productCount' | 'namingTerms'>
  semantic: SemanticSearch
}

type TopCall = Call<TopRequest>

/** Of more hits, only these are ranked, and `totalRelation` says so. */
const MAX_HITS = 10_000
const DEFAULT_PERIOD_DAYS = 30

export async function recommendTop(deps: TopDeps, call: TopCall): Promise<TopResponse> {
  const { shop, body } = call
  const context = await openRecommendContext(deps, call)
  const matches = await matchesOf(deps, call)
  const passes = productFilter(body.filter)
  const variantOf = variantFilter(body.filter)
  const isMatch = (id: number) => {
    const entry = entryOf(context, id)
    return entry !== undefined && (matches.ids?.has(id) ?? true) && isShowable(context, entry) && passes(entry.product)
  }
  const limit = body.pagination?.limit ?? DEFAULT_PAGE
  const page = await takePage(deps, {
    shop: shop.id,
    query: topKey(call),
    cursor: body.pagination?.cursor,
    limit,
    rank: () => new RankedStream(movedByRules(context, body)),
    isShowable: isMatch,
  })
  const serveId = deps.newId()
  record(deps, call, { serveId, page, view: context.view })
  const matching = countMatching(context, call, isMatch)
  return {
    status: 'ok',
    serve_id: serveId,
    strategy: body.strategy,
    pagination: {
      cursor: page.cursor,
      hasMore: page.hasMore,
      total: matching.total,
      totalRelation: matches.complete ? 'eq' : 'gte',
      limit,
    },
    products: await presentCandidates(deps, context, page.candidates, {
      style: 'recommendation',
      view: body.view ?? 'product_details',
      explain: body.explain ?? false,
      variantOf: body.filter || matches.ids ? (product) => variantOf(product, matches.ids?.get(product.id)) : undefined,
    }),
    ...(matching.facets ? { facets: matching.facets } : {}),
  }
}

/** Cached until the catalog changes or the minute ends, because products may be scheduled. */
function countMatching(context: RecommendContext, call: TopCall, isMatch: (id: number) => boolean) {
  const { shop, catalog, view, nowMs } = context
  const { facets } = call.body
  const minute = Math.floor(nowMs / 60_000)
  const seen = [view.publicationIds, view.marketId, view.catalogIds, view.prices]
  const hidden = [shop.version, context.rules(ANYWHERE).hiding]
  const key = queryKey([topKey(call), facets ?? [], seen, hidden, minute])
  return catalog.totals.recall(key, { nowMs: 0, generation: catalog.generation }, () => {
    const all = [...catalog.entries.values()].filter(({ id }) => isMatch(id))
    return { total: all.length, ...(facets?.length ? { facets: topFacets(all, facets, view.prices) } : {}) }
  })
}

interface QueryMatches {
  /** The query's products with their matching variants; undefined without a query. */
  ids: ReadonlyMap<number, number | null> | undefined
  complete: boolean
}

async function matchesOf(deps: TopDeps, call: TopCall): Promise<QueryMatches> {
  const built = await buildSearchRequest(deps, { ...call, body: { ...call.body, mode: 'text' } })
  if (built.query === '') return { ids: undefined, complete: true }
  const found = await deps.index.search(call.shop, {
    ...built.request,
    facets: [],
    sort: 'relevance',
    offset: 0,
    limit: MAX_HITS,
  })
  return {
    ids: new Map(found.hits.map(({ id, variantId }) => [id, variantId])),
    complete: found.total <= found.hits.length,
  }
}

function movedByRules(context: RecommendContext, body: TopRequest): Iterable<Candidate> {
  const ranked = soldOutLast(context, rank(context, body))
  const { ranking } = rulesOf(context, { type: typeOf(body), collection: undefined })
  return ranking ? moveByRules(context, ranked, { ranking, excluded: new Set() }) : ranked
}

function typeOf({ strategy }: TopRequest) {
  return strategy === 'NEW_ARRIVALS' ? 'recent_launch' : 'bestsellers'
}

/** Yields what sold in the period, then what sold earlier, is viewed, featured or new, to the end of the shop. */
function* rank(context: RecommendContext, body: TopRequest): Generator<Candidate> {
  const query = { type: 'bestsellers', anchors: [], cart: [] } as const
  const seen = new Set<number>()
  const steps =
    body.strategy === 'NEW_ARRIVALS'
      ? [newest(context, query)]
      : [
          sold(context, body),
          bestsellers(context, query),
          viewed(context, query),
          featured(context, query),
          newest(context, query),
        ]
  for (const step of steps)
    for (const candidate of step) {
      if (seen.has(candidate.productId)) continue
      seen.add(candidate.productId)
      yield candidate
    }
}

function* sold(context: RecommendContext, body: TopRequest): Generator<Candidate> {
  const { days, metric } = salesWindow(body)
  const { bestsellers } = context.models
  const ranking = cachedRanking(context, `${days} ${metric}`, () => bestsellers.rankWindow(days, metric, context.nowMs))
  for (const { item, score } of ranking) {
    const why = () => `${Math.round(score * 100) / 100} ${metric} in ${days} days`
    yield { productId: context.models.items.idOf(item), step: 'bestsellers', why }
  }
}

function salesWindow(body: TopRequest) {
  const options = body.strategy_options ?? body.strategyOptions ?? body.options
  return {
    days: options?.salesTimePeriod ?? options?.sales_time_period ?? DEFAULT_PERIOD_DAYS,
    metric: options?.bestsellerMetric ?? options?.bestseller_metric ?? 'units',
  }
}

function* soldOutLast(context: RecommendContext, candidates: Iterable<Candidate>): Generator<Candidate> {
  const later: Candidate[] = []
  for (const candidate of candidates) {
    const entry = entryOf(context, candidate.productId)
    if (entry?.inStock === false || (entry && context.catalog.isIncidental(entry))) later.push(candidate)
    else yield candidate
  }
  yield* later
}

function topKey({ shop, body }: TopCall): string {
  const { days, metric } = salesWindow(body)
  return queryKey([
    'top',
    shop.id,
    body.strategy,
    days,
    metric,
    body.query ?? '',
    body.filter ?? null,
    body.market ?? null,
  ])
}

interface Page {
  chain: string
  candidates: Candidate[]
  firstPosition: number
}

function record(
  deps: TopDeps,
  call: TopCall,
  { serveId, page, view }: { serveId: string; page: Page; view: ShopperView },
): void {
  deps.serves.record({
    ...servedTo(call, view),
    surface: 'recommendation',
    requestId: page.chain,
    serveId,
    recommendationType: typeOf(call.body),
    experience: serveExperience(assignmentsAbout('recommend', call.shop, call.identity)[0]),
    ...(call.body.query ? { query: call.body.query } : {}),
    products: servedProducts(page.candidates, page.firstPosition),
  })
}
