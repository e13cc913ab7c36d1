/**
 * Gives some slots to products that few visitors have seen, by Thompson sampling over clicks by distinct visitors. The
 * effect is bounded: products that enough visitors have seen, or that are not among the `POOL` of the hour, do not take
 * part.
 */
import { recommendationSettings } from '@vitrine/contract'
import { seededRandom } from '@vitrine/recommend'
import type { CatalogEntry } from './catalog/catalog-entries.ts'
import { newListings } from './deduplicate-listings.ts'
import { type Candidate, entryOf, type RecommendContext, type RecommendQuery } from './recommend-context.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
/** Visitors, weighted by age, after whom a product is no longer explored. */
const COLD_VISITORS = 50
const POOL = 200
/** Products that are explored in lists of launches. */
const LATEST_LAUNCHES = 500

/** Returns n if one of n slots is explored; 0 if none is. */
export function exploreEvery(context: RecommendContext, query: RecommendQuery): number {
  const { exploration } = recommendationSettings(context.shop.config)
  return exploration > 0 && (query.isHome || isNewcomer(context, query)) ? Math.ceil(1 / exploration) : 0
}

function isNewcomer({ history }: RecommendContext, { anchors, cart }: RecommendQuery): boolean {
  const { browsedProducts, cartProducts, purchasedProducts } = history
  return [anchors, cart, browsedProducts, cartProducts, purchasedProducts].every((ids) => ids.length === 0)
}

interface Exploration {
  every: number
  isFitting: (entry: CatalogEntry, candidate: Candidate) => boolean
}

/** Fills one of `every` slots. The slots differ by shopper, but never include the first. */
export function* withExplored(
  context: RecommendContext,
  query: RecommendQuery,
  ranked: Iterable<Candidate>,
  { every, isFitting }: Exploration,
): Generator<Candidate> {
  const picks = picksOf(context, query)
  const isNew = newListings(context)
  const nextPick = () => {
    for (let next = picks.next(); !next.done; next = picks.next()) {
      const entry = entryOf(context, next.value.productId)
      if (entry && isFitting(entry, next.value) && isNew(next.value)) return next.value
    }
    return undefined
  }
  const first = 1 + Math.floor(seededRandom(`${context.seed} ${dayOf(context)}`)() * every)
  let place = 0
  for (const candidate of ranked) {
    const pick = place >= first && (place - first) % every === 0 ? nextPick() : undefined
    if (pick) {
      yield pick
      place++
    }
    if (!isNew(candidate)) continue
    yield candidate
    place++
  }
}

/** Yields the best draws first, within the requested collection. */
function* picksOf(context: RecommendContext, { type, collection }: RecommendQuery): Generator<Candidate> {
  const { models, catalog, nowMs, seed } = context
  const members = collection === undefined ? undefined : catalog.ofCollection(collection)
  const drawn = poolOf(context, type).flatMap((productId) => {
    if (!isCold(context, productId) || (members && !members.has(productId))) return []
    const random = seededRandom(`${seed} ${dayOf(context)} ${productId}`)
    return { productId, chance: models.trials.draw(models.items.find(productId) ?? models.items.size, nowMs, random) }
  })
  drawn.sort((a, b) => b.chance - a.chance || a.productId - b.productId)
  for (const { productId } of drawn) yield { productId, step: 'explore', why: () => 'new to most visitors' }
}

/** Returns none while all products are cold, because then every list explores. */
function poolOf(context: RecommendContext, type: RecommendQuery['type']): readonly number[] {
  const { catalog, nowMs } = context
  const hour = Math.floor(nowMs / HOUR_MS)
  const isLaunch = type === 'recent_launch'
  return catalog.keep(`cold ${isLaunch} ${hour}`, () => {
    const from = isLaunch ? catalog.newest().slice(0, LATEST_LAUNCHES) : catalog.newest()
    const cold = from.filter((id) => isCold(context, id))
    if (cold.length === from.length) return []
    const keys = new Map(cold.map((id) => [id, seededRandom(`${hour} ${id}`)()]))
    return cold
      .filter((id) => isWorthTrying(context, id))
      .sort((a, b) => keys.get(a)! - keys.get(b)! || a - b)
      .slice(0, POOL)
  })
}

function isWorthTrying({ catalog }: RecommendContext, id: number): boolean {
  const entry = catalog.entries.get(id)
  return entry?.inStock === true && !catalog.isIncidental(entry)
}

function isCold({ models, nowMs }: RecommendContext, id: number): boolean {
  const item = models.items.find(id)
  return item === undefined || models.views.at(item, nowMs) + models.trials.seen(item, nowMs) < COLD_VISITORS
}

function dayOf({ nowMs }: RecommendContext): number {
  return Math.floor(nowMs / DAY_MS)
}
