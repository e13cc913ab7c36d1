import type { DerivedStore } from '../../../ports/derived-store/derived-store.ts'
import type { ServeLog } from '../../serves/serve-log.ts'

/** Products shown on all pages of a chain so far, from the record of serves. */
export function shownInChain(serves: Pick<ServeLog, 'flush'>, store: Pick<DerivedStore, 'findServes'>) {
  return async (shop: string, chain: string): Promise<number[]> => {
    await serves.flush()
    const found = (await store.findServes(shop, [chain])).get(chain) ?? []
    return found.flatMap(({ products }) => products.map(({ productId }) => productId))
  }
}
