import { isMoreThanChance } from '@vitrine/recommend'
import { NOTHING_RANKED, rankedIds, type ViewedIds } from '../ranked-ids.ts'
import { type Candidate, entryOf, itemsOf, type RecommendContext, type RecommendQuery } from '../recommend-context.ts'
import { BLENDED, blendSimilar, ENOUGH_VISITS_SHARE } from './blend-similar.ts'
import { similarityBetween, similarityWords, similarProducts } from './content-steps.ts'

/** Products further down are no better than those of the next step. */
const DEPTH = 200
const MIN_ANCHOR_VISITS = 5
const MIN_PAIR_VISITS = 2
/** At this number of visits, behavior and catalog have the same weight. */
const EVEN_VISITS = 20
const RECENT_VIEWS = 3
const CONTEXT_VIEWS = 10
const LIKED_VIEWS = 8
/** Each earlier product of the visit counts less by this factor. */
const LIKED_FADE = 0.85

/** With more visits, similarity to the anchors counts less. */
export function* similarByVisits(context: RecommendContext, query: RecommendQuery): Generator<Candidate> {
  const anchors = itemsOf(context, query.anchors)
  const visits = anchors.reduce((sum, item) => sum + context.models.ranker.coView.visitsOf(item), 0)
  if (visits < MIN_ANCHOR_VISITS) return
  const { models, catalog, nowMs } = context
  const key = `${catalog.generation} ${anchors} ${context.history.browsedProducts.slice(0, RECENT_VIEWS)}`
  const now = { nowMs, generation: models.generation }
  const { ids, visits: together } = models.similar.recall(key, now, () => {
    const share = visits / (visits + EVEN_VISITS)
    return blendSimilar(context, query.anchors, { viewed: viewedWith(context, query.anchors), share })
  })
  for (let i = 0; i < ids.length; i++) {
    const productId = ids[i] as number
    const times = together[i] as number
    if (times > 0) yield { productId, step: 'co_view', why: () => togetherWords(times) }
    else yield { productId, step: 'content', why: () => similarityWords(context, query, productId) }
  }
}

/** Popular products are viewed with everything, so only pairs beyond chance count. */
export function* viewedAlong(context: RecommendContext, query: RecommendQuery): Generator<Candidate> {
  const seeds = query.anchors.length > 0 ? query.anchors : query.cart
  const { ranker, items } = context.models
  const sources = itemsOf(context, seeds)
  const isLinked = (target: number | undefined) =>
    target !== undefined && sources.some((source) => isMoreThanChance(ranker.coView.evidence(source, target)))
  const { ids, visits } = viewedWith(context, seeds)
  for (let i = 0; i < ids.length; i++) {
    const productId = ids[i] as number
    if (isLinked(items.find(productId)))
      yield { productId, step: 'co_view_across_types', why: () => togetherWords(visits[i] as number) }
  }
}

/** Uses similar products, too, if visits are few. */
export function* nextForVisitor(context: RecommendContext, query: RecommendQuery): Generator<Candidate> {
  const { browsedProducts, cartProducts } = context.history
  const seeds = [...new Set([...query.anchors, ...query.cart, ...browsedProducts, ...cartProducts])]
  const recent = seeds.slice(0, CONTEXT_VIEWS)
  for (const productId of followers(context, recent))
    yield { productId, step: 'visit_next', why: () => followingWords(context, recent, productId) }
}

/** Messages are sent later, so they use the whole history instead of the visit. */
export function* nextForHistory(context: RecommendContext): Generator<Candidate> {
  const { cartProducts, browsedProducts, purchasedProducts } = context.history
  const seeds = [...new Set([...cartProducts, ...browsedProducts, ...purchasedProducts])].slice(0, 30)
  for (const productId of followers(context, seeds))
    yield { productId, step: 'history_next', why: () => followingWords(context, seeds, productId) }
}

/** Names the shopper's product that is most often viewed with this one, or else the most similar one. */
function followingWords(context: RecommendContext, seeds: readonly number[], productId: number): string {
  const item = context.models.items.find(productId)
  const visitsWith = (id: number) => (item === undefined ? 0 : pairVisits(context, itemsOf(context, [id]), item))
  const value = (id: number) => visitsWith(id) + similarityBetween(context.catalog, id, productId)
  const closest = seeds.reduce((best, id) => (value(id) > value(best) ? id : best))
  const title = entryOf(context, closest)?.product.title ?? 'what this shopper looked at'
  const visits = visitsWith(closest)
  return visits > 0 ? `looked at with ${title} in ${visits} visits` : `like ${title}`
}

/** Returns the best products first. `seeds` are newest first. */
function followers(context: RecommendContext, seeds: readonly number[]): number[] {
  const { ranker, items: numbers } = context.models
  const items = itemsOf(context, seeds)
  if (items.length === 0) return []
  const ranked = ranker.rank(items.toReversed(), { limit: DEPTH, returns: 'leave out' })
  const visits = items.reduce((sum, item) => sum + ranker.coView.visitsOf(item), 0) / items.length
  const share = visits / (visits + EVEN_VISITS)
  const scores = new Map<number, number>()
  for (const { item, score } of ranked) scores.set(numbers.idOf(item), (share * score) / (ranked[0]?.score || 1))
  const similar = share < ENOUGH_VISITS_SHARE ? similarToVisit(context, seeds) : []
  for (const [productId, score] of similar) scores.set(productId, (scores.get(productId) ?? 0) + (1 - share) * score)
  for (const productId of seeds) scores.delete(productId)
  return [...scores].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([productId]) => productId)
}

/** Later products of the visit count more. The best score is 1. */
function similarToVisit(context: RecommendContext, seeds: readonly number[]): Map<number, number> {
  const scores = new Map<number, number>()
  let best = 0
  seeds.slice(0, LIKED_VIEWS).forEach((productId, back) => {
    const similar = similarProducts(context, [productId], BLENDED)
    similar.ids.forEach((id, i) => {
      const score = (scores.get(id) ?? 0) + (similar.scores[i] as number) * LIKED_FADE ** back
      scores.set(id, score)
      best = Math.max(best, score)
    })
  })
  for (const [productId, score] of scores) scores.set(productId, score / best)
  return scores
}

/** Returns scores that decrease from 1. */
function viewedWith(context: RecommendContext, seeds: readonly number[]): ViewedIds {
  const items = itemsOf(context, seeds)
  if (items.length === 0) return NOTHING_RANKED
  const recent = itemsOf(context, context.history.browsedProducts.slice(0, RECENT_VIEWS)).filter(
    (item) => !items.includes(item),
  )
  const { models, nowMs } = context
  const now = { nowMs, generation: models.generation }
  return models.viewedWith.recall(`${items} ${recent}`, now, () => rankWith(context, items, recent))
}

function rankWith(context: RecommendContext, items: readonly number[], recent: readonly number[]): ViewedIds {
  const { ranker, items: numbers } = context.models
  const visit = [...recent.toReversed(), ...items.toReversed()]
  const ranked = ranker.rank(visit, { limit: DEPTH, returns: 'leave out' })
  const visits = ranker.visitsWith(
    items,
    ranked.map(({ item }) => item),
  )
  const evident = ranked.flatMap((one, place) => {
    const together = visits[place] as number
    return together >= MIN_PAIR_VISITS ? [{ ...one, together }] : []
  })
  const best = evident[0]?.score ?? 1
  const kept = rankedIds(
    evident,
    ({ item }) => numbers.idOf(item),
    ({ score }) => score / best,
  )
  return { ...kept, visits: Uint16Array.from(evident, ({ together }) => together) }
}

function pairVisits(context: RecommendContext, seeds: readonly number[], item: number): number {
  return Math.max(0, ...seeds.map((seed) => context.models.ranker.coView.evidence(seed, item).visits))
}

function togetherWords(visits: number): string {
  return `looked at together in ${visits} visits`
}
