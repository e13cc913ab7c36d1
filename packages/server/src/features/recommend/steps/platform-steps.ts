/** Yields the complementary and related products that the merchant chose on the platform. */
import { readItemNumber } from '../../../ports/record-store/item-number.ts'
import type { Metafield } from '../../../ports/record-store/product.ts'
import { metafieldValues } from '../../../ports/record-store/product.ts'
import { type Candidate, entryOf, type RecommendContext, type RecommendQuery } from '../recommend-context.ts'
import { boughtTogether } from './order-steps.ts'

const NAMESPACE = 'shopify--discovery--product_recommendation'

export function* related(context: RecommendContext, query: RecommendQuery): Generator<Candidate> {
  yield* chosen(context, query.anchors, 'related')
}

/** The merchant's choices that come before products bought together. */
const FIRST_CHOICES = 3

/** A long list would hide products that are bought together, so later choices alternate with them. */
export function* complementary(context: RecommendContext, query: RecommendQuery): Generator<Candidate> {
  const choices = [...chosen(context, [...new Set([...query.anchors, ...query.cart])], 'complementary')]
  yield* choices.splice(0, FIRST_CHOICES)
  const ordered = boughtTogether(context, query)
  for (const choice of choices) {
    const next = ordered.next()
    if (!next.done) yield next.value
    yield choice
  }
}

function* chosen(
  context: RecommendContext,
  seeds: readonly number[],
  step: 'related' | 'complementary',
): Generator<Candidate> {
  for (const seed of seeds) {
    const metafields = entryOf(context, seed)?.product.metafields ?? []
    const list = metafields.find(({ namespace, key }) => namespace === NAMESPACE && key === `${step}_products`)
    for (const productId of list ? productsOf(context, list) : [])
      yield { productId, step, why: () => 'chosen by the shop' }
  }
}

/** Exports contain ids or handles. */
function productsOf({ catalog }: RecommendContext, { value }: Metafield): number[] {
  return metafieldValues(value).flatMap((one) => {
    const number = readItemNumber('product', one)
    if (number !== undefined && catalog.entries.has(number)) return number
    return catalog.names.find('handle', one.trim()).slice(0, 1)
  })
}
