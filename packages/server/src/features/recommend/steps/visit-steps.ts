/** Steps that go by what is looked at together. */
import { isMoreThanChance, ScoreBoard, sortByScore } from '@vitrine/recommend'
import { NOTHING_RANKED, type RankedIds, rankedIds } from '../ranked-ids.ts'
import { type Candidate, entryOf, itemsOf, type Shelf, type Wish } from '../shelf.ts'
import { likesOf } from './content-steps.ts'

/** Deep enough for every page anybody turns; what lies deeper is no better than the next step. */
const DEPTH = 200
/** Of each of the two rankings, so many meet in the blend; the next steps take up what lies deeper. */
const BLENDED = 100
/** An anchor seen in fewer visits says nothing yet. */
const LEAST_ANCHOR_VISITS = 5
const LEAST_PAIR_VISITS = 2
/** Visits at which what shoppers do weighs as much as what the catalog says. */
const EVEN_VISITS = 20
/** What a product of another type keeps of its score among products like the anchors. */
const OTHER_TYPE = 0.5
const RECENT_VIEWS = 3
const CONTEXT_VIEWS = 10
/** Of a visit, products whose likes are looked up, and how much less each earlier one counts. */
const LIKED_VIEWS = 8
const LIKED_FADE = 0.85
/** Beyond this share of visits, likes move nothing and need not be looked up, where visits alone fill several pages. */
const ENOUGH_VISITS_SHARE = 0.95
const SEVERAL_PAGES = 48

/** Scratch: visits in which an item was seen with one of the seeds. */
const visitsWith = new ScoreBoard()

/** Co-view on the anchors and the visit, blended with likeness: the more visits the anchors had, the less likeness counts. */
export function* similarByVisits(shelf: Shelf, wish: Wish): Generator<Candidate> {
  const anchors = itemsOf(shelf, wish.anchors)
  const visits = anchors.reduce((sum, item) => sum + shelf.models.ranker.coView.visitsOf(item), 0)
  if (visits < LEAST_ANCHOR_VISITS) return
  const { models, catalog, nowMs } = shelf
  const key = `${catalog.generation} ${anchors} ${shelf.history.browsedProducts.slice(0, RECENT_VIEWS)}`
  const now = { nowMs, generation: models.generation }
  for (const productId of models.similar.recall(key, now, () => blend(shelf, wish.anchors, visits)))
    yield { productId, step: 'co_view', why: () => seenTogether(shelf, wish.anchors, productId) }
}

/** Scratch of one blend: products in the order found, and their scores. */
const blended = { ids: new Float64Array(2 * BLENDED), scores: new Float64Array(2 * BLENDED) }
const order = new Int32Array(2 * BLENDED)

function blend(shelf: Shelf, anchors: readonly number[], visits: number): Float64Array {
  const share = visits / (visits + EVEN_VISITS)
  const isSubstitute = ofSameType(shelf, anchors)
  const seen = viewedWith(shelf, anchors)
  const { ids, scores } = blended
  const known = Math.min(seen.ids.length, BLENDED)
  let isKnownSubstitute = false
  for (let i = 0; i < known; i++) {
    ids[i] = seen.ids[i] as number
    scores[i] = share * (seen.scores[i] as number)
    isKnownSubstitute ||= isSubstitute(ids[i] as number)
  }
  const isEnough = share >= ENOUGH_VISITS_SHARE && known >= SEVERAL_PAGES
  const count = isEnough ? known : addLikes(likesOf(shelf, anchors, BLENDED), known, 1 - share)
  if (isKnownSubstitute) holdBackOthers(count, isSubstitute)
  for (let i = 0; i < count; i++) order[i] = i
  sortByScore(order, scores, count)
  const ranked = new Float64Array(count)
  for (let i = 0; i < count; i++) ranked[i] = ids[order[i] as number] as number
  return ranked
}

/** Adds the likes to the `known` products in the scratch; answers how many there are then. */
function addLikes(likes: RankedIds, known: number, share: number): number {
  const { ids, scores } = blended
  const places = new Map<number, number>()
  for (let i = 0; i < known; i++) places.set(ids[i] as number, i)
  let count = known
  for (let i = 0; i < likes.ids.length; i++) {
    const id = likes.ids[i] as number
    const score = share * (likes.scores[i] as number)
    const place = places.get(id)
    if (place !== undefined) scores[place] = (scores[place] as number) + score
    else if (count < ids.length) {
      ids[count] = id
      scores[count++] = score
    }
  }
  return count
}

/** Visitors wander from chairs to lamps; who asks for products like a chair wants chairs first, where there are any that are looked at too. */
function holdBackOthers(count: number, isSubstitute: (id: number) => boolean): void {
  const { ids, scores } = blended
  const others: number[] = []
  let best = 0
  for (let i = 0; i < count; i++)
    if (isSubstitute(ids[i] as number)) best = Math.max(best, scores[i] as number)
    else others.push(i)
  for (const i of others) scores[i] = Math.min(OTHER_TYPE * (scores[i] as number), 0.99 * best)
}

/** Asked of some hundred products a ranking: the lists by type answer faster than the products do. */
function ofSameType(shelf: Shelf, anchors: readonly number[]): (id: number) => boolean {
  const types = typesOf(shelf, anchors)
  types.delete('')
  const members = Array.from(types, (type) => shelf.catalog.ofType(type))
  return (id) => members.some((ids) => ids.has(id))
}

/**
 * Looked at together with the anchors, but something else: what goes with it rather than what replaces it. What everybody looks at
 * is looked at together with everything, so only pairs beyond chance count.
 */
export function* viewedAcrossTypes(shelf: Shelf, wish: Wish): Generator<Candidate> {
  const seeds = wish.anchors.length > 0 ? wish.anchors : wish.cart
  const types = typesOf(shelf, seeds)
  const { ranker, items } = shelf.models
  const sources = itemsOf(shelf, seeds)
  const isLinked = (target: number | undefined) =>
    target !== undefined && sources.some((source) => isMoreThanChance(ranker.coView.evidence(source, target)))
  for (const productId of viewedWith(shelf, seeds).ids)
    if (!types.has(entryOf(shelf, productId)?.product.productType ?? '') && isLinked(items.find(productId)))
      yield { productId, step: 'co_view_across_types', why: () => seenTogether(shelf, seeds, productId) }
}

/** What visitors with this history look at next, blended with products like it: the fewer visits there are to go by, the more. */
export function* nextForVisitor(shelf: Shelf, wish: Wish): Generator<Candidate> {
  const { browsedProducts, cartProducts } = shelf.history
  const context = [...new Set([...wish.anchors, ...wish.cart, ...browsedProducts, ...cartProducts])]
  for (const productId of followers(shelf, context.slice(0, CONTEXT_VIEWS)))
    yield { productId, step: 'visit_next', why: () => 'follows what this shopper looked at' }
}

/** From the whole history and not the visit, for messages sent later. */
export function* nextForHistory(shelf: Shelf): Generator<Candidate> {
  const { cartProducts, browsedProducts, purchasedProducts } = shelf.history
  const context = [...new Set([...cartProducts, ...browsedProducts, ...purchasedProducts])].slice(0, 30)
  for (const productId of followers(shelf, context))
    yield { productId, step: 'history_next', why: () => "follows from this shopper's history" }
}

/** `context` newest first. */
function followers(shelf: Shelf, context: readonly number[]): number[] {
  const { ranker, items: numbers } = shelf.models
  const items = itemsOf(shelf, context)
  if (items.length === 0) return []
  const ranked = ranker.rank(items.toReversed(), { limit: DEPTH, returns: 'leave out' })
  const visits = items.reduce((sum, item) => sum + ranker.coView.visitsOf(item), 0) / items.length
  const share = visits / (visits + EVEN_VISITS)
  const scores = new Map<number, number>()
  for (const { item, score } of ranked) scores.set(numbers.idOf(item), (share * score) / (ranked[0]?.score || 1))
  const likes = share < ENOUGH_VISITS_SHARE ? likesOfVisit(shelf, context) : []
  for (const [productId, score] of likes) scores.set(productId, (scores.get(productId) ?? 0) + (1 - share) * score)
  for (const productId of context) scores.delete(productId)
  return [...scores].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([productId]) => productId)
}

/** What the visit's products have in common with others, later ones counting more; 1 for the best. */
function likesOfVisit(shelf: Shelf, context: readonly number[]): Map<number, number> {
  const scores = new Map<number, number>()
  let best = 0
  context.slice(0, LIKED_VIEWS).forEach((productId, back) => {
    const likes = likesOf(shelf, [productId], BLENDED)
    likes.ids.forEach((id, i) => {
      const score = (scores.get(id) ?? 0) + (likes.scores[i] as number) * LIKED_FADE ** back
      scores.set(id, score)
      best = Math.max(best, score)
    })
  })
  for (const [productId, score] of scores) scores.set(productId, score / best)
  return scores
}

/** Scores from 1 down. */
function viewedWith(shelf: Shelf, seeds: readonly number[]): RankedIds {
  const items = itemsOf(shelf, seeds)
  if (items.length === 0) return NOTHING_RANKED
  const recent = itemsOf(shelf, shelf.history.browsedProducts.slice(0, RECENT_VIEWS)).filter(
    (item) => !items.includes(item),
  )
  const { models, nowMs } = shelf
  const now = { nowMs, generation: models.generation }
  return models.viewedWith.recall(`${items} ${recent}`, now, () => rankWith(shelf, items, recent))
}

function rankWith(shelf: Shelf, items: readonly number[], recent: readonly number[]): RankedIds {
  const { ranker, items: numbers } = shelf.models
  const visit = [...recent.toReversed(), ...items.toReversed()]
  const ranked = ranker.rank(visit, { limit: DEPTH, returns: 'leave out' })
  visitsWith.reset(ranker.coView.size)
  ranker.coView.addVisits(visitsWith, items)
  const evident = ranked.filter(({ item }) => (visitsWith.scores[item] ?? 0) >= LEAST_PAIR_VISITS)
  const best = evident[0]?.score ?? 1
  return rankedIds(
    evident,
    ({ item }) => numbers.idOf(item),
    ({ score }) => score / best,
  )
}

function pairVisits(shelf: Shelf, seeds: readonly number[], item: number): number {
  return Math.max(0, ...seeds.map((seed) => shelf.models.ranker.coView.evidence(seed, item).visits))
}

function seenTogether(shelf: Shelf, seeds: readonly number[], productId: number): string {
  const item = shelf.models.items.find(productId)
  const visits = item === undefined ? 0 : pairVisits(shelf, itemsOf(shelf, seeds), item)
  return visits > 0 ? `looked at together in ${visits} visits` : 'alike'
}

function typesOf(shelf: Shelf, ids: readonly number[]): Set<string> {
  return new Set(ids.flatMap((id) => entryOf(shelf, id)?.product.productType ?? []))
}
