/** Shops by id, held in memory: every request asks. A committed change drops the entry, so the next request reads the new one. */
import { LRUCache } from 'lru-cache'
import type { RecordStore, Shop, ShopId } from '../../ports/record-store/record-store.ts'

export interface ShopCache {
  find(id: ShopId): Promise<Shop | undefined>
  /** From memory alone: undefined says nothing. */
  recall(id: ShopId): Shop | undefined
}

/** Past this many the least recently used go: configurations can be large. */
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
      // A change while the store was answering must win over what it answered; unknown shops are never remembered.
      if (shop !== undefined && asked === generation) known.set(id, shop)
      return shop
    },
  }
}
