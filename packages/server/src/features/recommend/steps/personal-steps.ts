/** Steps that go by the shopper's own past, or by the merchant's own hand. */
import { rankRepurchases } from '@vitrine/recommend'
import { type Candidate, itemsOf, type Shelf, type Wish } from '../shelf.ts'
import { ranksBySales } from './counter-steps.ts'

const DAY_MS = 86_400_000

export function* recentlyViewed(shelf: Shelf): Generator<Candidate> {
  for (const productId of shelf.history.browsedProducts)
    yield { productId, step: 'history', why: () => 'looked at by this shopper' }
}

/** What the shopper bought: due for repurchase first; what only the profile remembers follows, newest first. */
export function* purchases(shelf: Shelf): Generator<Candidate> {
  const due = rankRepurchases(shelf.purchases, shelf.nowMs)
  for (const { item, times, lastMs } of due) {
    const days = Math.floor((shelf.nowMs - lastMs) / DAY_MS)
    const why = () => `bought ${times === 1 ? 'once' : `${times} times`}, last ${days} days ago`
    yield { productId: shelf.models.items.idOf(item), step: 'purchases', why }
  }
  for (const productId of shelf.history.purchasedProducts)
    yield { productId, step: 'purchases', why: () => 'bought by this shopper' }
}

export function* abandoned(shelf: Shelf): Generator<Candidate> {
  for (const productId of shelf.history.cartProducts)
    yield { productId, step: 'abandoned_cart', why: () => 'left in the cart' }
  for (const productId of shelf.history.browsedProducts)
    yield { productId, step: 'history', why: () => 'looked at by this shopper' }
}

/** The merchant's list in its order, then the section's collection. */
export function* merchantList(shelf: Shelf, wish: Wish): Generator<Candidate> {
  for (const productId of listOf(shelf, wish))
    yield { productId, step: 'merchant', why: () => 'picked by the merchant' }
  const collection = wish.section?.collection
  if (collection !== undefined && collection !== null)
    yield* collectionProducts(shelf, [handleOf(shelf, collection)], wish)
}

/** Products of the anchors' collections, smallest collection first: the most particular says most. */
export function* anchorCollections(shelf: Shelf, wish: Wish): Generator<Candidate> {
  const named = wish.section?.collection
  const asked =
    named !== undefined && named !== null ? [handleOf(shelf, named)] : wish.collection ? [wish.collection] : []
  const ofAnchors = wish.anchors.flatMap((id) => shelf.catalog.entries.get(id)?.collections ?? [])
  const handles = [...new Set([...asked, ...ofAnchors])]
  const size = (handle: string) => shelf.catalog.ofCollection(handle).size
  yield* collectionProducts(
    shelf,
    [...asked, ...handles.filter((one) => !asked.includes(one)).sort((a, b) => size(a) - size(b))],
    wish,
  )
}

/** Every collection of the shop in the merchant's order. */
export function* shopCollections(shelf: Shelf, wish: Wish): Generator<Candidate> {
  yield* collectionProducts(
    shelf,
    shelf.shop.config.collections.map(({ handle }) => handle),
    wish,
  )
}

export function handleOf({ shop }: Pick<Shelf, 'shop'>, name: string | number): string {
  const found = shop.config.collections.find(({ id, handle }) => handle === name || String(id) === String(name))
  return found?.handle ?? String(name)
}

function* collectionProducts(shelf: Shelf, handles: readonly string[], wish: Wish): Generator<Candidate> {
  for (const handle of new Set(handles)) {
    const value = productValue(shelf, wish)
    const ids = [...shelf.catalog.ofCollection(handle)].map((id) => [id, value(id)] as const)
    const launched = (id: number) => shelf.catalog.entries.get(id)?.launchedMs ?? 0
    ids.sort((a, b) => b[1] - a[1] || launched(b[0]) - launched(a[0]) || a[0] - b[0])
    for (const [productId] of ids) yield { productId, step: 'collection', why: () => `in ${handle}` }
  }
}

/** By what is looked at with the anchors and the visit where something is known of them, else by what sells or is viewed. */
function productValue(shelf: Shelf, wish: Wish): (id: number) => number {
  const { models, nowMs } = shelf
  const context = itemsOf(shelf, [...new Set([...wish.anchors, ...shelf.history.browsedProducts])].slice(0, 10))
  const next = new Map(
    models.ranker
      .rank([...context].reverse(), { limit: 400, returns: 'leave out' })
      .map(({ item, score }) => [item, score]),
  )
  const bySales = ranksBySales(shelf)
  return (id) => {
    const item = models.items.find(id)
    if (item === undefined) return 0
    const popular = bySales ? models.bestsellers.score(item) : models.trending.interest(item, nowMs)
    const known = next.get(item)
    return known === undefined ? popular / (1 + popular) : 1 + known
  }
}

/** A section's own list; a query that names no section gets the lists of all active sections of the type. */
function listOf({ shop }: Shelf, { section, type }: Wish): number[] {
  if (section) return section.product_ids ?? []
  const sections = shop.config.sections.filter((one) => one.type === type && (one.status ?? 'active') === 'active')
  return sections.flatMap(({ product_ids: ids }) => ids ?? [])
}
