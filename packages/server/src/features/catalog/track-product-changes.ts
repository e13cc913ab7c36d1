/** Records when a product came back into stock or became cheaper, because the platform only reports the current state. */
import { isVariantInStock, type Product, type ProductChanges } from '../../ports/record-store/product.ts'
import type { RecordStore } from '../../ports/record-store/record-store.ts'

export function trackingProductChanges(store: RecordStore, clock: () => number): RecordStore {
  return {
    ...store,
    async putProducts(shop, products) {
      const ids = products.map(({ id }) => id)
      const stored = await store.getProducts(shop, ids)
      const at = new Date(clock()).toISOString()
      const noted = products.map((product, i) => withChanges(product, stored[i], at))
      return store.putProducts(shop, noted)
    },
  }
}

export function withChanges(product: Product, stored: Product | undefined, at: string): Product {
  const { changes: _given, ...plain } = product
  if (stored === undefined) return plain
  const changes = { ...stockChange(product, stored, at), ...priceChange(product, stored, at) }
  return Object.keys(changes).length === 0 ? plain : { ...plain, changes }
}

function stockChange(product: Product, stored: Product, at: string): ProductChanges {
  if (!isInStock(product)) return {}
  const restockedAt = isInStock(stored) ? stored.changes?.restockedAt : at
  return restockedAt === undefined ? {} : { restockedAt }
}

/** Keeps a price cut until the price is back at its old level. */
function priceChange(product: Product, stored: Product, at: string): ProductChanges {
  const [price, before] = [minPrice(product), minPrice(stored)]
  if (price < before) return { cheaperAt: at, priceBefore: before }
  const { cheaperAt, priceBefore } = stored.changes ?? {}
  return cheaperAt !== undefined && priceBefore !== undefined && price < priceBefore ? { cheaperAt, priceBefore } : {}
}

function isInStock({ variants }: Product): boolean {
  return variants.some(isVariantInStock)
}

function minPrice({ variants }: Product): number {
  return Math.min(...variants.map(({ price }) => price))
}
