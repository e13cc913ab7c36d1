/** Finds products by the inventory items of their variants. Follows the change feed. */
import { LRUCache } from 'lru-cache'
import { readFeed } from '../../ports/record-store/change-feed.ts'
import type { RecordStore, ShopId } from '../../ports/record-store/record-store.ts'

const CHANGES_A_READ = 500
/** Shops beyond it are read again at their next stock webhook; the least recently used are dropped. */
const MAX_SHOPS = 500

interface KnownItems {
  seq: number
  productOf: Map<number, number>
}

export class InventoryItems {
  readonly #store: RecordStore
  readonly #shops = new LRUCache<ShopId, KnownItems>({ max: MAX_SHOPS })

  constructor(store: RecordStore) {
    this.#store = store
  }

  async productOf(shop: ShopId, item: number): Promise<number | undefined> {
    const known = this.#shops.get(shop) ?? { seq: 0, productOf: new Map() }
    this.#shops.set(shop, known)
    await this.#follow(shop, known)
    return known.productOf.get(item)
  }

  forget(shop: ShopId): void {
    this.#shops.delete(shop)
  }

  async #follow(shop: ShopId, known: KnownItems): Promise<void> {
    for (;;) {
      const page = await readFeed(this.#store, shop, known.seq, CHANGES_A_READ)
      if (!page) return
      for (const product of page.products) {
        for (const { inventoryItemId } of product?.variants ?? []) {
          if (product && inventoryItemId) known.productOf.set(inventoryItemId, product.id)
        }
      }
      known.seq = page.seq
    }
  }
}
