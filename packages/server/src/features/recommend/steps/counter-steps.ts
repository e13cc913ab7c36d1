import type { LazyRanking } from '@vitrine/recommend'
import type { Candidate, RecommendContext, RecommendQuery } from '../recommend-context.ts'
import { interleave } from '../ranked-ids.ts'
import { kindsOf } from './blend-similar.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** With fewer orders in 14 days there is no bestseller list. */
const MIN_ORDERS = 20
const MIN_TREND_DAYS = 3

/** Uses views if too little is sold. */
export function* bestsellers(context: RecommendContext, query: RecommendQuery): Generator<Candidate> {
  yield* inCollection(context, query, ranksBySales(context) ? soldBest(context) : viewedMost(context))
}

export function* viewed(context: RecommendContext, query: RecommendQuery): Generator<Candidate> {
  yield* inCollection(context, query, viewedMost(context))
}

export function* rising(context: RecommendContext, query: RecommendQuery): Generator<Candidate> {
  const { models, nowMs } = context
  if (nowMs - models.firstEventMs < MIN_TREND_DAYS * DAY_MS) return
  const ranking = cachedRanking(context, 'rising', () => models.trending.rank(nowMs))
  yield* inCollection(
    context,
    query,
    toCandidates(context, ranking, 'trending', (item) => risingWords(context, item)),
  )
}

function risingWords({ models, nowMs }: RecommendContext, item: number): string {
  const { now, before } = models.trending.rates(item, nowMs)
  return `looked at ${rounded(now)} times a day, ${rounded(before)} before`
}

export function* popularNow(context: RecommendContext, query: RecommendQuery): Generator<Candidate> {
  const { models, nowMs } = context
  const ranking = cachedRanking(context, 'popular now', () => models.trending.rankPopular(nowMs))
  const words = (item: number) => `looked at ${rounded(models.trending.rates(item, nowMs).now)} times a day`
  yield* inCollection(context, query, toCandidates(context, ranking, 'popular_now', words))
}

/** The last step of most chains, so it covers the whole shop. */
export function* newest(context: RecommendContext, query: RecommendQuery): Generator<Candidate> {
  yield* inCollection(context, query, newestOf(context))
}

function* newestOf({ catalog, nowMs }: RecommendContext): Generator<Candidate> {
  for (const productId of catalog.newest()) {
    const launchedMs = catalog.entries.get(productId)?.launchedMs ?? 0
    yield { productId, step: 'newest', why: () => launchWords(launchedMs, nowMs) }
  }
}

export function launchWords(launchedMs: number, nowMs: number): string {
  const days = Math.floor((nowMs - launchedMs) / DAY_MS)
  return days <= 0 ? 'launched today' : `launched ${days === 1 ? 'yesterday' : `${days} days ago`}`
}

export function* sameKindBestsellers(context: RecommendContext, query: RecommendQuery): Generator<Candidate> {
  yield* ofKinds(context, query.anchors)
}

export function* popularInViewedKinds(context: RecommendContext): Generator<Candidate> {
  yield* ofKinds(context, [...context.history.browsedProducts, ...context.history.cartProducts].slice(0, 10))
}

/** Best sold first, then most viewed, then newest. */
export function kindBestsellers(context: RecommendContext, kind: string): Float64Array {
  const { models, catalog, nowMs } = context
  const generation = `${models.generation} ${catalog.generation} ${hourOf(nowMs)}`
  return models.ofKinds.recall(kind, { nowMs, generation }, () => rankKind(context, kind))
}

function rankKind({ models, catalog, nowMs }: RecommendContext, kind: string): Float64Array {
  const value = (id: number) => {
    const item = models.items.find(id)
    return item === undefined ? 0 : models.bestsellers.score(item) * 1e6 + models.trending.interest(item, nowMs)
  }
  const scored = Array.from(catalog.ofKind(kind), (id) => [id, value(id)] as const)
  const launched = (id: number) => catalog.entries.get(id)?.launchedMs ?? 0
  scored.sort((a, b) => b[1] - a[1] || launched(b[0]) - launched(a[0]) || a[0] - b[0])
  return Float64Array.from(scored, ([id]) => id)
}

export function ranksBySales({ models, nowMs }: RecommendContext): boolean {
  return models.bestsellers.ordersIn(14, nowMs) >= MIN_ORDERS
}

function soldBest(context: RecommendContext): Iterable<Candidate> {
  const { bestsellers } = context.models
  const ranking = cachedRanking(context, 'sold', () => bestsellers.rank())
  return toCandidates(context, ranking, 'bestsellers', (item) => soldWords(bestsellers.soldIn(item, 30, context.nowMs)))
}

function soldWords(units: number): string {
  if (units === 0) return 'sold well before the last 30 days'
  return `sold ${units === 1 ? 'once' : `${rounded(units)} times`} in the last 30 days`
}

function viewedMost(context: RecommendContext): Iterable<Candidate> {
  const { trending } = context.models
  const ranking = cachedRanking(context, 'viewed', () => trending.rankInteresting(context.nowMs))
  const words = (item: number) => `looked at ${rounded(trending.rates(item, context.nowMs).before)} times a day lately`
  return toCandidates(context, ranking, 'most_viewed', words)
}

/** Renewed hourly, because counts fade even if nothing is learned. */
export function cachedRanking({ models, nowMs }: RecommendContext, name: string, make: () => LazyRanking): LazyRanking {
  return models.rankings.recall(name, { nowMs, generation: `${models.generation} ${hourOf(nowMs)}` }, make)
}

function hourOf(nowMs: number): number {
  return Math.floor(nowMs / HOUR_MS)
}

function rounded(value: number): number {
  return value < 10 ? Math.round(value * 10) / 10 : Math.round(value)
}

function* toCandidates(
  { models }: RecommendContext,
  ranking: LazyRanking,
  step: string,
  words: (item: number) => string,
): Generator<Candidate> {
  for (const { item } of ranking) yield { productId: models.items.idOf(item), step, why: () => words(item) }
}

export function* inCollection(
  { catalog }: RecommendContext,
  { collection }: RecommendQuery,
  candidates: Iterable<Candidate>,
): Generator<Candidate> {
  if (collection === undefined) return yield* candidates
  const members = catalog.ofCollection(collection)
  for (const candidate of candidates) if (members.has(candidate.productId)) yield candidate
}

function* ofKinds(context: RecommendContext, ids: readonly number[]): Generator<Candidate> {
  const kinds = [...kindsOf(context, ids)]
  const rows = kinds.map((kind) => kindBestsellers(context, kind))
  for (const [at, productId] of interleave(rows)) {
    const why = () => `popular among ${context.catalog.nameOfKind(kinds[at] as string)}`
    yield { productId, step: 'type_bestsellers', why }
  }
}
