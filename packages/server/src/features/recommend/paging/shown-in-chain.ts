import type { DerivedStore } from '../../../ports/derived-store/derived-store.ts'
import type { ServeLog } from '../../serves/serve-log.ts'

/** Returns only the first `count` products, because a cursor may be sent again. */
export function shownInChain(serves: Pick<ServeLog, 'flush'>, store: Pick<DerivedStore, 'findServes'>) {
  return async (shop: string, chain: string, count: number): Promise<number[]> => {
    await serves.flush(shop)
    const found = (await store.findServes(shop, [chain])).get(chain) ?? []
    const shown = found.flatMap(({ products }) => products)
    return shown.filter(({ position }) => position <= count).map(({ productId }) => productId)
  }
}
