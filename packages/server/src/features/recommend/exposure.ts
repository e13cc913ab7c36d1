/** Measures how many of this node's latest lists contain a product, because such a product displaces others. */
import { LRUCache } from 'lru-cache'
import type { ShopId } from '../../ports/record-store/record-store.ts'
import type { Serve, ServeLog } from '../serves/serve-log.ts'

/** Covers about this many lists: at twice this number, all counts are halved. */
const WINDOW = 1000
const MIN_LISTS = 200
const MAX_SHOPS = 1000

export class Exposure {
  #lists = 0
  readonly #shown = new Map<number, number>()

  add(productIds: readonly number[]): void {
    this.#lists++
    for (const id of productIds) this.#shown.set(id, (this.#shown.get(id) ?? 0) + 1)
    if (this.#lists < 2 * WINDOW) return
    this.#lists /= 2
    for (const [id, count] of this.#shown)
      if (count < 2) this.#shown.delete(id)
      else this.#shown.set(id, count / 2)
  }

  share(productId: number): number {
    return this.#lists < MIN_LISTS ? 0 : (this.#shown.get(productId) ?? 0) / this.#lists
  }
}

export class ShopExposures {
  readonly #shops = new LRUCache<ShopId, Exposure>({ max: MAX_SHOPS })

  of(shop: ShopId): Exposure {
    const known = this.#shops.get(shop) ?? new Exposure()
    this.#shops.set(shop, known)
    return known
  }

  watch(serves: Pick<ServeLog, 'record'>): Pick<ServeLog, 'record'> {
    return {
      record: (serve: Serve) => {
        if (serve.recommendationType !== undefined && serve.products.length > 0)
          this.of(serve.shop).add(serve.products.map(({ productId }) => productId))
        serves.record(serve)
      },
    }
  }
}
