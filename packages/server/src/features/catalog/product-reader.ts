/** Caches products for answers, because the same few hundred are shown again and again. */
import type { Product } from '../../ports/record-store/product.ts'
import type { RecordStore, ShopId } from '../../ports/record-store/record-store.ts'
import { type ProductJsonCache, productJsonCache } from './product-json-cache.ts'

export interface ProductReader {
  /** Keeps the order of `ids` and leaves out missing products. */
  read(shop: ShopId, ids: readonly number[]): Promise<Product[]>
  present: ProductJsonCache
}

/** Limit over all shops. A product takes a few kilobytes. */
const DEFAULT_SIZE = 20_000

export function cachedProductReader(
  store: Pick<RecordStore, 'getProducts' | 'onChange'>,
  size: number = DEFAULT_SIZE,
): ProductReader {
  const kept = new Map<ShopId, Map<number, Product>>()
  const generations = new Map<ShopId, number>()
  let count = 0
  const drop = (shop: ShopId) => {
    count -= kept.get(shop)?.size ?? 0
    kept.delete(shop)
  }
  store.onChange((shop) => {
    generations.set(shop, (generations.get(shop) ?? 0) + 1)
    drop(shop)
  })
  const remember = (shop: ShopId, products: readonly Product[]) => {
    const known = kept.get(shop) ?? new Map<number, Product>()
    const before = known.size
    for (const product of products) known.set(product.id, product)
    // Concurrent reads may have added the same products.
    count += known.size - before
    // Moves the current shop to the end, so that it is evicted last.
    kept.delete(shop)
    kept.set(shop, known)
    for (const oldest of kept.keys()) {
      if (count <= size) break
      drop(oldest)
    }
  }
  return {
    present: productJsonCache(),
    async read(shop, ids) {
      const known = kept.get(shop)
      const found = new Map<number, Product>()
      const missing: number[] = []
      for (const id of ids) {
        const product = known?.get(id)
        if (product) found.set(id, product)
        else missing.push(id)
      }
      if (missing.length > 0) {
        const asked = generations.get(shop)
        const stored = (await store.getProducts(shop, missing)).filter((product) => product !== undefined)
        for (const product of stored) found.set(product.id, product)
        // If the shop changed while the store was answering, the answer is outdated and not cached.
        if (asked === generations.get(shop)) remember(shop, stored)
      }
      return ids.flatMap((id) => found.get(id) ?? [])
    },
  }
}
