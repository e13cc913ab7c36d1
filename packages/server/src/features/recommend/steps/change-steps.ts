/** Steps that go by what has changed in the catalog since the shopper looked: for messages that bring them back. */
import { type Candidate, entryOf, type RecommendContext } from '../recommend-context.ts'

const DAY_MS = 86_400_000
/** Older news is none. */
const NEWS_DAYS = 30

/** Yields what the shopper looked at or put into the cart and that can be had again, the latest first. */
export function* backInStock(context: RecommendContext): Generator<Candidate> {
  for (const productId of changed(context, 'restockedAt'))
    yield { productId, step: 'back_in_stock', why: () => 'back in stock' }
}

/** Yields what the shopper looked at or put into the cart and that has become cheaper, the latest first. */
export function* priceDrops(context: RecommendContext): Generator<Candidate> {
  for (const productId of changed(context, 'cheaperAt'))
    yield { productId, step: 'price_drops', why: () => reductionWords(context, productId) }
}

function changed(context: RecommendContext, what: 'restockedAt' | 'cheaperAt'): number[] {
  const { cartProducts, browsedProducts } = context.history
  const atMs = (id: number) => Date.parse(entryOf(context, id)?.product.changes?.[what] ?? '') || 0
  return [...new Set([...cartProducts, ...browsedProducts])]
    .filter((id) => atMs(id) > context.nowMs - NEWS_DAYS * DAY_MS)
    .sort((a, b) => atMs(b) - atMs(a))
}

function reductionWords(context: RecommendContext, productId: number): string {
  const entry = entryOf(context, productId)
  const before = entry?.product.changes?.priceBefore ?? 0
  return before > 0 && entry
    ? `${Math.round((1 - entry.price / before) * 100)} % cheaper than before`
    : 'cheaper than before'
}
