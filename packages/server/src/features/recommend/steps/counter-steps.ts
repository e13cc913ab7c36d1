/** Steps that go by what sells, rises or is new. */
import type { Scored } from '@vitrine/recommend'
import type { Candidate, Shelf, Wish } from '../shelf.ts'
import { entryOf } from '../shelf.ts'

const DAY_MS = 86_400_000
/** Fewer orders than this in 14 days do not make a bestseller list. */
const LEAST_ORDERS = 20
const LEAST_TREND_DAYS = 3
/** Half of a launch's freshness is gone after so many days. */
const LAUNCH_HALF_LIFE_DAYS = 14
/** Every so many places of recent launches go to one that had no chance yet. */
const EXPLORE_EVERY = 10

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
  yield* within(
    shelf,
    wish,
    named(shelf, models.trending.rank(nowMs), 'trending', () => 'more and more looked at'),
  )
}

export function* popularNow(shelf: Shelf, wish: Wish): Generator<Candidate> {
  const ranked = shelf.models.trending.rankPopular(shelf.nowMs)
  yield* within(
    shelf,
    wish,
    named(shelf, ranked, 'popular_now', () => 'much looked at these days'),
  )
}

/** Every product of the shop, latest first: the end of most chains. */
export function* newest(shelf: Shelf, wish: Wish): Generator<Candidate> {
  const all = shelf.catalog.newest().map((productId) => ({ productId, step: 'newest', why: () => 'new in the shop' }))
  yield* within(shelf, wish, all)
}

/** Bestsellers of the anchors' types, then of what the shopper looked at. */
export function* sameTypeBestsellers(shelf: Shelf, wish: Wish): Generator<Candidate> {
  yield* ofTypes(shelf, wish.anchors)
}

export function* popularInViewedTypes(shelf: Shelf): Generator<Candidate> {
  yield* ofTypes(shelf, [...shelf.history.browsedProducts, ...shelf.history.cartProducts].slice(0, 10))
}

/** Launches by freshness times smoothed conversion; every tenth place explores, by shopper and day. */
export function* recentLaunches(shelf: Shelf, wish: Wish): Generator<Candidate> {
  const fresh = shelf.catalog.newest().slice(0, 500)
  const ranked = fresh.map((productId) => ({ productId, score: launchScore(shelf, productId) }))
  ranked.sort((a, b) => b.score - a.score || a.productId - b.productId)
  const day = Math.floor(shelf.nowMs / DAY_MS)
  const rest = ranked
    .slice(EXPLORE_EVERY)
    .sort((a, b) => chance(shelf.seed, day, a.productId) - chance(shelf.seed, day, b.productId))
  const taken = new Set<number>()
  let place = 0
  for (const { productId } of ranked) {
    if (++place % EXPLORE_EVERY === 0) {
      const pick = rest.find((one) => !taken.has(one.productId))
      if (pick) yield* within(shelf, wish, [launch(take(taken, pick.productId), 'launch_explore')])
    }
    if (!taken.has(productId)) yield* within(shelf, wish, [launch(take(taken, productId), 'launch')])
  }
}

/** Ids of the type's products, best sold first, then most viewed, then newest. */
export function typeBestsellers(shelf: Shelf, type: string): number[] {
  const { models, catalog } = shelf
  const value = (id: number) => {
    const item = models.items.find(id)
    return item === undefined ? 0 : models.bestsellers.score(item) * 1e6 + models.trending.interest(item, shelf.nowMs)
  }
  const scored = Array.from(catalog.ofType(type), (id) => [id, value(id)] as const)
  const launched = (id: number) => catalog.entries.get(id)?.launchedMs ?? 0
  return scored.sort((a, b) => b[1] - a[1] || launched(b[0]) - launched(a[0]) || a[0] - b[0]).map(([id]) => id)
}

export function ranksBySales({ models, nowMs }: Shelf): boolean {
  return models.bestsellers.ordersIn(14, nowMs) >= LEAST_ORDERS
}

function soldBest(shelf: Shelf): Candidate[] {
  return named(shelf, shelf.models.bestsellers.rank(), 'bestsellers', () => 'sells best')
}

function viewedMost(shelf: Shelf): Candidate[] {
  const { trending, views } = shelf.models
  const ranked: Scored[] = []
  for (let item = 0; item < views.size; item++) {
    const score = trending.interest(item, shelf.nowMs)
    if (score > 1e-6) ranked.push({ item, score })
  }
  ranked.sort((a, b) => b.score - a.score || a.item - b.item)
  return named(shelf, ranked, 'most_viewed', () => 'looked at most in the last weeks')
}

function named(shelf: Shelf, ranked: readonly Scored[], step: string, why: () => string): Candidate[] {
  return ranked.map(({ item }) => ({ productId: shelf.models.items.idOf(item), step, why }))
}

/** Only products of the collection, where the wish names one. */
function* within({ catalog }: Shelf, { collection }: Wish, candidates: Iterable<Candidate>): Generator<Candidate> {
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

function launchScore({ models, catalog, nowMs }: Shelf, productId: number): number {
  const ageDays = Math.max(0, nowMs - (catalog.entries.get(productId)?.launchedMs ?? 0)) / DAY_MS
  const item = models.items.find(productId)
  const sold = item === undefined ? 0 : models.sales.at(item, nowMs)
  const seen = item === undefined ? 0 : models.views.at(item, nowMs)
  return (2 ** (-ageDays / LAUNCH_HALF_LIFE_DAYS) * (sold + 1)) / (seen + 20)
}

function launch(productId: number, step: string): Candidate {
  return { productId, step, why: () => (step === 'launch' ? 'launched recently' : 'launched recently, not yet tried') }
}

function take(taken: Set<number>, productId: number): number {
  taken.add(productId)
  return productId
}

/** The same for one shopper all day, another order for the next. */
function chance(seed: string, day: number, productId: number): number {
  let hash = 2166136261 ^ day
  const text = `${seed} ${productId}`
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619)
  return hash >>> 0
}
