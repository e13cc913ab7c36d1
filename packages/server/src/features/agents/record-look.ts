import type { Product } from '../../ports/record-store/product.ts'
import type { Call } from '../call.ts'
import type { LookUpDeps } from '../look-up/look-up-products.ts'
import { servedPlace } from '../query/served-place.ts'
import type { ShopperView } from '../query/shopper-view.ts'
import type { TopDeps } from '../recommend/recommend-top.ts'

export type LookDeps = LookUpDeps & Pick<TopDeps, 'newId' | 'serves'>

/** Products that an agent looked at by name are shown, like those of any list. @returns the id that their links carry */
export function recordLook(
  { newId, serves }: LookDeps,
  call: Call<unknown>,
  { view, products }: { view: ShopperView; products: readonly Product[] },
): string {
  const serveId = newId()
  serves.record({
    shop: call.shop.id,
    surface: 'recommendation',
    serveId,
    atMs: call.nowMs,
    ...call.identity,
    ...servedPlace(call.shop, view),
    recommendationType: 'agent_product',
    products: products.map(({ id }, at) => ({ productId: id, position: at + 1 })),
  })
  return serveId
}
