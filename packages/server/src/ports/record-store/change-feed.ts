import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Product } from './product.ts'
import type { RecordStore, ShopId } from './record-store.ts'

export interface FeedPage {
  /** Position to continue from once the page has been applied. */
  seq: number
  ids: readonly number[]
  /** Products in the order of `ids`, possibly newer than the change; undefined for deleted ones. */
  products: readonly (Product | undefined)[]
}

/** Returns undefined if there are no changes. Yields to other requests at the end. */
export async function readFeed(
  store: Pick<RecordStore, 'readChanges' | 'getProducts'>,
  shop: ShopId,
  afterSeq: number,
  limit: number,
): Promise<FeedPage | undefined> {
  const changes = await store.readChanges(shop, afterSeq, limit)
  const last = changes.at(-1)
  if (!last) return undefined
  const ids = [...new Set(changes.map(({ productId }) => productId))]
  const products = await store.getProducts(shop, ids)
  await nextTurn()
  return { seq: last.seq, ids, products }
}
