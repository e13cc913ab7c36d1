/** A committed change drops the entry, so that the next request reads the new version. */
import { LRUCache } from 'lru-cache'
import type { RecordStore, Shop, ShopId } from '../../ports/record-store/record-store.ts'

export interface ShopCache {
  find(id: ShopId): Promise<Shop | undefined>
  /** Reads only the cache: undefined does not mean that the shop does not exist. */
  recall(id: ShopId): Shop | undefined
}

/** Limited because configurations can be large. */
const CACHE_SIZE = 2_000

export function shopCache(store: Pick<RecordStore, 'getShop' | 'onChange'>): ShopCache {
  const known = new LRUCache<ShopId, Shop>({ max: CACHE_SIZE })
  let generation = 0
  store.onChange((shop) => {
    generation++
    known.delete(shop)
  })
  return {
    recall: (id) => known.get(id),
    async find(id) {
      const hit = known.get(id)
      if (hit !== undefined) return hit
      const asked = generation
      const shop = await store.getShop(id)
      // Something may have changed while the store was answering. Unknown shops are never cached.
      if (shop !== undefined && asked === generation) known.set(id, shop)
      return shop
    },
  }
}
