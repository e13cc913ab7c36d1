/** Finds changes since the shopper viewed a product, for messages that bring shoppers back. */
import { type Candidate, entryOf, type RecommendContext } from '../recommend-context.ts'

const DAY_MS = 86_400_000
const NEWS_DAYS = 30

export function* backInStock(context: RecommendContext): Generator<Candidate> {
  for (const productId of changed(context, 'restockedAt'))
    yield { productId, step: 'back_in_stock', why: () => 'back in stock' }
}

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
