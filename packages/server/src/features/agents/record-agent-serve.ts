import type { Product } from '../../ports/record-store/product.ts'
import type { Call } from '../call.ts'
import type { LookUpDeps } from '../look-up/look-up-products.ts'
import { servedTo } from '../query/served-place.ts'
import type { ShopperView } from '../query/shopper-view.ts'
import type { TopDeps } from '../recommend/recommend-top.ts'

export type LookDeps = LookUpDeps & Pick<TopDeps, 'newId' | 'serves'>

/** Returns the id of the serve, for the products' links. */
export function recordAgentServe(
  { newId, serves }: LookDeps,
  call: Call<unknown>,
  { view, products }: { view: ShopperView; products: readonly Product[] },
): string {
  const serveId = newId()
  serves.record({
    ...servedTo(call, view),
    surface: 'recommendation',
    serveId,
    recommendationType: 'agent_product',
    products: products.map(({ id }, at) => ({ productId: id, position: at + 1 })),
  })
  return serveId
}
