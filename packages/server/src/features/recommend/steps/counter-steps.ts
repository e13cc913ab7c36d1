/** Steps that go by what sells, rises or is new. */
import type { LazyRanking } from '@vitrine/recommend'
import type { Candidate, Shelf, Wish } from '../shelf.ts'
import { entryOf } from '../shelf.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** Fewer orders than this in 14 days do not make a bestseller list. */
const LEAST_ORDERS = 20
const LEAST_TREND_DAYS = 3

/** What sells, or where too little is sold, what is looked at. */
export function* bestsellers(shelf: Shelf, wish: Wish): Generator<Candidate> {
  yield* within(shelf, wish, ranksBySales(shelf) ? soldBest(shelf) : viewedMost(shelf))
}

export function* viewed(shelf: Shelf, wish: Wish): Generator<Candidate> {
  yield* within(shelf, wish, viewedMost(shelf))
}

export function* rising(shelf: Shelf, wish: Wish): Generator<Candidate> {
  const { models, nowMs } = shelf
  if (nowMs - models.firstEventMs < LEAST_TREND_DAYS * DAY_MS) return
  const ranking = kept(shelf, 'rising', () => models.trending.rank(nowMs))
  yield* within(
    shelf,
    wish,
    named(shelf, ranking, 'trending', (item) => risingWords(shelf, item)),
  )
}

function risingWords({ models, nowMs }: Shelf, item: number): string {
  const { now, before } = models.trending.rates(item, nowMs)
  return `looked at ${rounded(now)} times a day, ${rounded(before)} before`
}

export function* popularNow(shelf: Shelf, wish: Wish): Generator<Candidate> {
  const { models, nowMs } = shelf
  const ranking = kept(shelf, 'popular now', () => models.trending.rankPopular(nowMs))
  const words = (item: number) => `looked at ${rounded(models.trending.rates(item, nowMs).now)} times a day`
  yield* within(shelf, wish, named(shelf, ranking, 'popular_now', words))
}

/** Every product of the shop, latest first: the end of most chains. */
export function* newest(shelf: Shelf, wish: Wish): Generator<Candidate> {
  yield* within(shelf, wish, newestOf(shelf))
}

function* newestOf({ catalog, nowMs }: Shelf): Generator<Candidate> {
  for (const productId of catalog.newest()) {
    const launchedMs = catalog.entries.get(productId)?.launchedMs ?? 0
    yield { productId, step: 'newest', why: () => launchWords(launchedMs, nowMs) }
  }
}

export function launchWords(launchedMs: number, nowMs: number): string {
  const days = Math.floor((nowMs - launchedMs) / DAY_MS)
  return days <= 0 ? 'launched today' : `launched ${days === 1 ? 'yesterday' : `${days} days ago`}`
}

/** Bestsellers of the anchors' types, then of what the shopper looked at. */
export function* sameTypeBestsellers(shelf: Shelf, wish: Wish): Generator<Candidate> {
  yield* ofTypes(shelf, wish.anchors)
}

export function* popularInViewedTypes(shelf: Shelf): Generator<Candidate> {
  yield* ofTypes(shelf, [...shelf.history.browsedProducts, ...shelf.history.cartProducts].slice(0, 10))
}

/** Ids of the type's products, best sold first, then most viewed, then newest. */
export function typeBestsellers(shelf: Shelf, type: string): Float64Array {
  const { models, catalog, nowMs } = shelf
  const generation = `${models.generation} ${catalog.generation} ${hourOf(nowMs)}`
  return models.ofTypes.recall(type, { nowMs, generation }, () => rankType(shelf, type))
}

function rankType({ models, catalog, nowMs }: Shelf, type: string): Float64Array {
  const value = (id: number) => {
    const item = models.items.find(id)
    return item === undefined ? 0 : models.bestsellers.score(item) * 1e6 + models.trending.interest(item, nowMs)
  }
  const scored = Array.from(catalog.ofType(type), (id) => [id, value(id)] as const)
  const launched = (id: number) => catalog.entries.get(id)?.launchedMs ?? 0
  scored.sort((a, b) => b[1] - a[1] || launched(b[0]) - launched(a[0]) || a[0] - b[0])
  return Float64Array.from(scored, ([id]) => id)
}

export function ranksBySales({ models, nowMs }: Shelf): boolean {
  return models.bestsellers.ordersIn(14, nowMs) >= LEAST_ORDERS
}

function soldBest(shelf: Shelf): Iterable<Candidate> {
  const { bestsellers } = shelf.models
  const ranking = kept(shelf, 'sold', () => bestsellers.rank())
  return named(shelf, ranking, 'bestsellers', (item) => soldWords(bestsellers.soldIn(item, 30, shelf.nowMs)))
}

function soldWords(units: number): string {
  if (units === 0) return 'sold well before the last 30 days'
  return `sold ${units === 1 ? 'once' : `${rounded(units)} times`} in the last 30 days`
}

function viewedMost(shelf: Shelf): Iterable<Candidate> {
  const { trending } = shelf.models
  const ranking = kept(shelf, 'viewed', () => trending.rankInteresting(shelf.nowMs))
  const words = (item: number) => `looked at ${rounded(trending.rates(item, shelf.nowMs).before)} times a day lately`
  return named(shelf, ranking, 'most_viewed', words)
}

/** Over all products, so made once for all who ask in the same moment; by the hour, as counts fade while nothing is learnt. */
export function kept({ models, nowMs }: Shelf, name: string, make: () => LazyRanking): LazyRanking {
  return models.rankings.recall(name, { nowMs, generation: `${models.generation} ${hourOf(nowMs)}` }, make)
}

function hourOf(nowMs: number): number {
  return Math.floor(nowMs / HOUR_MS)
}

function rounded(value: number): number {
  return value < 10 ? Math.round(value * 10) / 10 : Math.round(value)
}

function* named(
  { models }: Shelf,
  ranking: LazyRanking,
  step: string,
  words: (item: number) => string,
): Generator<Candidate> {
  for (const { item } of ranking) yield { productId: models.items.idOf(item), step, why: () => words(item) }
}

/** Only products of the collection, where the wish names one. */
export function* within(
  { catalog }: Shelf,
  { collection }: Wish,
  candidates: Iterable<Candidate>,
): Generator<Candidate> {
  if (collection === undefined) return yield* candidates
  const members = catalog.ofCollection(collection)
  for (const candidate of candidates) if (members.has(candidate.productId)) yield candidate
}

function* ofTypes(shelf: Shelf, ids: readonly number[]): Generator<Candidate> {
  const types = [...new Set(ids.flatMap((id) => entryOf(shelf, id)?.product.productType || []))]
  const rows = types.map((type) => typeBestsellers(shelf, type))
  for (let place = 0; rows.some((row) => place < row.length); place++)
    for (const [at, row] of rows.entries()) {
      const productId = row[place]
      if (productId !== undefined)
        yield { productId, step: 'type_bestsellers', why: () => `popular among ${types[at]}` }
    }
}
