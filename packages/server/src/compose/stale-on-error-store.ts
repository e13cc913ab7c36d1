/** Answers from memory while the store is unreachable. Then reports changes, because a key may have been revoked. */
import { LRUCache } from 'lru-cache'
import type { Product } from '../ports/record-store/product.ts'
import type { ApiKey, RecordStore, Shop, ShopId } from '../ports/record-store/record-store.ts'
import type { StoreBreaker } from './store-breaker.ts'
import { atMost } from '../features/cache-limit.ts'

/** The caches above this store keep as many shops. */
const MAX_SHOPS = 2_000
const MAX_KEYS = 10_000
const MAX_PRODUCTS = 20_000

type Listener = (shop: ShopId) => void

export function staleOnErrorStore(records: RecordStore, breaker: StoreBreaker): RecordStore {
  const shops = new LRUCache<ShopId, Shop>({ max: MAX_SHOPS })
  const keys = new LRUCache<string, ApiKey>(atMost(MAX_KEYS))
  const products = new LRUCache<string, Product>(atMost(MAX_PRODUCTS))
  const listeners = new Set<Listener>()
  /** Shops for which a remembered answer was returned. */
  const answered = new Set<ShopId>()
  breaker.onBack(() => {
    const changed = [...answered]
    answered.clear()
    for (const shop of changed) for (const listener of listeners) listener(shop)
  })

  const orElse = <Value>(reading: () => Promise<Value>, last: Value | undefined, shop: ShopId): Promise<Value> => {
    if (last === undefined) return reading()
    return breaker.read(reading, () => {
      answered.add(shop)
      return last
    })
  }

  return {
    ...records,
    getShop: (id) => orElse(() => noted(records.getShop(id), shops, id), shops.get(id), id),
    findKey: (hash) =>
      orElse(() => noted(records.findKey(hash), keys, hash), keys.get(hash), keys.get(hash)?.shop ?? ''),
    getProducts(shop, ids) {
      const known = ids.map((id) => products.get(`${shop} ${id}`))
      const reading = async () => {
        const found = await records.getProducts(shop, ids)
        for (const [i, product] of found.entries()) note(products, `${shop} ${ids[i]}`, product)
        return found
      }
      return orElse<readonly (Product | undefined)[]>(reading, known.includes(undefined) ? undefined : known, shop)
    },
    // Used for statistics only, so every product counts as known while the store is unreachable.
    hasProducts: (shop, ids) =>
      breaker.read(
        () => records.hasProducts(shop, ids),
        () => ids.map(() => true),
      ),
    onChange(listener) {
      const stop = records.onChange(listener)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        stop()
      }
    },
  }
}

function note<Value extends object>(kept: LRUCache<string, Value>, key: string, value: Value | undefined): void {
  if (value === undefined) kept.delete(key)
  else kept.set(key, value)
}

async function noted<Value extends object>(
  reading: Promise<Value | undefined>,
  kept: LRUCache<string, Value>,
  key: string,
): Promise<Value | undefined> {
  const value = await reading
  note(kept, key, value)
  return value
}
