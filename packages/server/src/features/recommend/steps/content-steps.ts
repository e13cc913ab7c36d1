/** Steps that go by what the catalog says: they work on the first day. */
import { type Candidate, entryOf, type Shelf, type Wish } from '../shelf.ts'

const NEAREST = 60
const VECTOR_SHARE = 0.5

export function* alike(shelf: Shelf, wish: Wish): Generator<Candidate> {
  for (const { productId } of likesOf(shelf, wish.anchors))
    yield { productId, step: 'content', why: () => likenessWords(shelf, wish, productId) }
}

/** Close to the anchors in collection, maker or theme, but of another type: what may go with them. */
export function* complements(shelf: Shelf, wish: Wish): Generator<Candidate> {
  const seeds = wish.anchors.length > 0 ? wish.anchors : wish.cart
  const types = new Set(seeds.map((id) => entryOf(shelf, id)?.product.productType))
  for (const { productId } of likesOf(shelf, seeds))
    if (!types.has(entryOf(shelf, productId)?.product.productType))
      yield { productId, step: 'complement', why: () => likenessWords(shelf, { ...wish, anchors: seeds }, productId) }
}

export interface Like {
  productId: number
  /** 1 for the best. */
  score: number
}

/** Products like the anchors, best first; the anchors themselves are not among them. */
export function likesOf(shelf: Shelf, anchors: readonly number[], limit = Number.POSITIVE_INFINITY): Like[] {
  const scores = new Map<number, number>()
  for (const anchor of anchors) {
    const { ids, scores: likeness } = shelf.catalog.alike.of(anchor)
    for (let i = 0; i < ids.length && i < limit; i++) add(scores, ids[i] as number, likeness[i] as number)
    for (const { productId, score } of shelf.nearest(anchor, NEAREST))
      if (shelf.catalog.entries.has(productId)) add(scores, productId, VECTOR_SHARE * Math.max(0, score))
  }
  for (const anchor of anchors) scores.delete(anchor)
  const ranked = Array.from(scores, ([productId, score]) => ({ productId, score }))
  ranked.sort((a, b) => b.score - a.score || a.productId - b.productId)
  const best = ranked[0]?.score ?? 1
  for (const one of ranked) one.score /= best
  return ranked
}

function add(scores: Map<number, number>, productId: number, score: number): void {
  scores.set(productId, (scores.get(productId) ?? 0) + score)
}

function likenessWords({ catalog }: Shelf, { anchors }: Wish, productId: number): string {
  const item = catalog.items.find(productId)
  const anchor = anchors.map((id) => catalog.items.find(id)).find((one) => one !== undefined)
  if (item === undefined || anchor === undefined) return 'alike'
  const shared = catalog.content.shared(anchor, item).slice(0, 3)
  return shared.length > 0
    ? `alike in ${shared.map((one) => one.replace(':', ' ')).join(', ')}`
    : 'alike by picture or meaning'
}
