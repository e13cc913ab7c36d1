import type { ProductReference, RecommendedProduct, SectionProduct } from '@vitrine/contract'
import type { Product } from '../../ports/record-store/product.ts'
import { externalIdOf } from '../platform/external-id.ts'
import type { RecommendDeps } from './open-recommend-context.ts'
import { type Candidate, entryOf, type RecommendContext } from './recommend-context.ts'

export interface PresentAsk<S extends 'recommendation' | 'section'> {
  style: S
  view: 'product_details' | 'product_ids'
  explain: boolean
  variantOf?: ((product: Product) => number | null) | undefined
  more?: (product: Product) => object
}

type Presented<S> = S extends 'section' ? SectionProduct : RecommendedProduct

export async function presentCandidates<S extends 'recommendation' | 'section'>(
  deps: Pick<RecommendDeps, 'products'>,
  context: RecommendContext,
  candidates: readonly Candidate[],
  ask: PresentAsk<S>,
): Promise<(Presented<S> | ProductReference)[]> {
  const { variantOf } = ask
  const matched = (product: Product | undefined) =>
    variantOf ? { matched_variant_id: product ? variantOf(product) : null } : {}
  const explanation = ({ step, why, rule }: Candidate) =>
    ask.explain ? { explanation: { step, reason: why(), ...(rule === undefined ? {} : { rule }) } } : {}
  if (ask.view === 'product_ids') {
    return candidates.map((one) => {
      const product = entryOf(context, one.productId)?.product
      return { product_id: one.productId, ...externalIdOf(product), ...matched(product), ...explanation(one) }
    })
  }
  const ids = candidates.map(({ productId }) => productId)
  const products = new Map((await deps.products.read(context.shop.id, ids)).map((product) => [product.id, product]))
  const { prices, locale } = context.view
  const options = { style: ask.style, prices, locale }
  return candidates.flatMap((one) => {
    const product = products.get(one.productId)
    if (!product) return []
    return [
      deps.products
        .present(product, options)
        .with({ ...matched(product), ...explanation(one), ...ask.more?.(product) })
        .as<Presented<S>>(),
    ]
  })
}

export function servedProducts(candidates: readonly Candidate[], firstPosition = 1) {
  return candidates.map(({ productId, step, why }, i) => ({
    productId,
    position: firstPosition + i,
    step,
    reason: why(),
  }))
}
