/** Steps that go by what the catalog says: they work on the first day. */
import { type Candidate, entryOf, type Shelf, type Wish } from '../shelf.ts'

const NEAREST = 60
const VECTOR_SHARE = 0.5

export function* alike(shelf: Shelf, wish: Wish): Generator<Candidate> {
  const ranked = [...contentScores(shelf, wish.anchors)].sort((a, b) => b[1] - a[1] || a[0] - b[0])
  for (const [productId] of ranked)
    yield { productId, step: 'content', why: () => likenessWords(shelf, wish, productId) }
}

/** Close to the anchors in collection, maker or theme, but of another type: what may go with them. */
export function* complements(shelf: Shelf, wish: Wish): Generator<Candidate> {
  const seeds = wish.anchors.length > 0 ? wish.anchors : wish.cart
  const types = new Set(seeds.map((id) => entryOf(shelf, id)?.product.productType))
  const ranked = [...contentScores(shelf, seeds)].sort((a, b) => b[1] - a[1] || a[0] - b[0])
  for (const [productId] of ranked)
    if (!types.has(entryOf(shelf, productId)?.product.productType))
      yield { productId, step: 'complement', why: () => likenessWords(shelf, { ...wish, anchors: seeds }, productId) }
}

/** Likeness to the anchors, 0…1 of the best, by product id; the anchors themselves are not in it. */
export function contentScores(shelf: Shelf, anchors: readonly number[]): Map<number, number> {
  const { catalog } = shelf
  const scores = new Map<number, number>()
  for (const anchor of anchors) {
    for (const [productId, score] of catalog.alike.of(anchor)) add(scores, productId, score)
    for (const { productId, score } of shelf.nearest(anchor, NEAREST))
      if (catalog.entries.has(productId)) add(scores, productId, VECTOR_SHARE * Math.max(0, score))
  }
  for (const anchor of anchors) scores.delete(anchor)
  let best = 0
  for (const score of scores.values()) best = Math.max(best, score)
  for (const [productId, score] of scores) scores.set(productId, score / best)
  return scores
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
