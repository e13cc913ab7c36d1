import { rankRepurchases } from '@vitrine/recommend'
import type { PlatformId } from '@vitrine/contract'
import { productNumber } from '../../../ports/record-store/item-number.ts'
import { collectionHandle } from '../../platform/collection-names.ts'
import { oncePer } from '../../platform/once-per.ts'
import { type Candidate, itemsOf, type RecommendContext, type RecommendQuery } from '../recommend-context.ts'
import { ranksBySales } from './counter-steps.ts'

const DAY_MS = 86_400_000

export function* recentlyViewed(context: RecommendContext): Generator<Candidate> {
  for (const productId of context.history.browsedProducts)
    yield { productId, step: 'history', why: () => 'looked at by this shopper' }
}

/** Products that are due again come first, and those that only the profile has come last. */
export function* purchases(context: RecommendContext): Generator<Candidate> {
  const due = rankRepurchases(context.purchases, context.nowMs)
  for (const { item, times, lastMs } of due) {
    const days = Math.floor((context.nowMs - lastMs) / DAY_MS)
    const why = () => `bought ${times === 1 ? 'once' : `${times} times`}, last ${days} days ago`
    yield { productId: context.models.items.idOf(item), step: 'purchases', why }
  }
  for (const productId of context.history.purchasedProducts)
    yield { productId, step: 'purchases', why: () => 'bought by this shopper' }
}

export function* abandoned(context: RecommendContext): Generator<Candidate> {
  for (const productId of context.history.cartProducts)
    yield { productId, step: 'abandoned_cart', why: () => 'left in the cart' }
  for (const productId of context.history.browsedProducts)
    yield { productId, step: 'history', why: () => 'looked at by this shopper' }
}

export function* merchantList(context: RecommendContext, query: RecommendQuery): Generator<Candidate> {
  for (const productId of listOf(context, query)) yield { productId, step: 'merchant', why: () => 'chosen by the shop' }
  const collection = query.section?.collection
  if (collection !== undefined && collection !== null)
    yield* collectionProducts(context, [collectionHandle(context.shop.config, collection)], query)
}

/** The smallest collection comes first, because it is the most specific. */
export function* anchorCollections(context: RecommendContext, query: RecommendQuery): Generator<Candidate> {
  const named = query.section?.collection ?? undefined
  const handle = named === undefined ? query.collection : collectionHandle(context.shop.config, named)
  const asked = handle ? [handle] : []
  const ofAnchors = query.anchors.flatMap((id) => context.catalog.entries.get(id)?.collections ?? [])
  const handles = [...new Set([...asked, ...ofAnchors])]
  const size = (handle: string) => context.catalog.ofCollection(handle).size
  yield* collectionProducts(
    context,
    [...asked, ...handles.filter((one) => !asked.includes(one)).sort((a, b) => size(a) - size(b))],
    query,
  )
}

export function* shopCollections(context: RecommendContext, query: RecommendQuery): Generator<Candidate> {
  yield* collectionProducts(
    context,
    context.shop.config.collections.map(({ handle }) => handle),
    query,
  )
}

function* collectionProducts(
  context: RecommendContext,
  handles: readonly string[],
  query: RecommendQuery,
): Generator<Candidate> {
  for (const handle of new Set(handles)) {
    const value = productValue(context, query)
    const ids = [...context.catalog.ofCollection(handle)].map((id) => [id, value(id)] as const)
    const launched = (id: number) => context.catalog.entries.get(id)?.launchedMs ?? 0
    ids.sort((a, b) => b[1] - a[1] || launched(b[0]) - launched(a[0]) || a[0] - b[0])
    for (const [productId] of ids) yield { productId, step: 'collection', why: () => `in ${handle}` }
  }
}

/** Rates by views with the anchors and the visit, or else by sales or views. Seen products are included. */
function productValue(context: RecommendContext, query: RecommendQuery): (id: number) => number {
  const { models, nowMs } = context
  const recent = itemsOf(context, [...new Set([...query.anchors, ...context.history.browsedProducts])].slice(0, 10))
  const next = new Map(
    models.ranker.rank([...recent].reverse(), { limit: 400, returns: 'allow' }).map(({ item, score }) => [item, score]),
  )
  const bySales = ranksBySales(context)
  return (id) => {
    const item = models.items.find(id)
    if (item === undefined) return 0
    const popular = bySales ? models.bestsellers.score(item) : models.trending.interest(item, nowMs)
    const known = next.get(item)
    return known === undefined ? popular / (1 + popular) : 1 + known
  }
}

/** Without a section, combines the lists of all active sections of the type. */
function listOf({ shop }: RecommendContext, { section, type }: RecommendQuery): number[] {
  if (section) return numbersOf(section.product_ids ?? [])
  const sections = shop.config.sections.filter((one) => one.type === type && (one.status ?? 'active') === 'active')
  return sections.flatMap(({ product_ids: ids }) => numbersOf(ids ?? []))
}

const numbersOf = oncePer((ids: readonly PlatformId[]) => ids.map(productNumber))
