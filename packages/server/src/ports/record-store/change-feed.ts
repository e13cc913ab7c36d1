/** The one reader of the change feed: for everything in memory or on disk that is kept level with the catalog. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Product } from './product.ts'
import type { RecordStore, ShopId } from './record-store.ts'

export interface FeedPage {
  /** Position to go on from, once the page has been taken in. */
  seq: number
  /** Each product that changed, once. */
  ids: readonly number[]
  /** As stored now, in the order of `ids`: that may be newer than the change, and the feed then names it again. undefined: deleted. */
  products: readonly (Product | undefined)[]
}

/**
 * Reads what changed behind `afterSeq`, at most `limit` changes; undefined if nothing did. Followers read page after page until they are
 * level, so each page ends with a turn for other requests.
 */
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
