import { emptyIndex, type ShopIndex, withSegment } from '@vitrine/engine'
import type { RecordStore, ShopId } from '../record-store/record-store.ts'
import type { IndexTaskRunner } from './index-thread.ts'
import type { IndexingPlan } from './indexing-plan.ts'

/** Read and sent at a time: small enough that a request never waits for more than a few milliseconds. */
const PAGE = 200
/** Products in one segment of the first build: bounds the memory of the thread that builds it. */
const SEGMENT_PRODUCTS = 50_000

let builds = 0

/** Everything the store has. Changes after the answer's `seq` may or may not be in it; applying them again is harmless. */
export async function buildFromStore(
  records: Pick<RecordStore, 'scanProducts' | 'lastChange'>,
  thread: IndexTaskRunner,
  shop: ShopId,
  plan: IndexingPlan,
  segmentProducts = SEGMENT_PRODUCTS,
): Promise<{ index: ShopIndex; seq: number }> {
  const seq = await records.lastChange(shop)
  const build = `${shop} ${++builds}`
  let index = emptyIndex(plan.locale)
  let afterId = 0
  let pending = 0
  for (;;) {
    const products = await records.scanProducts(shop, afterId, PAGE)
    const last = products.at(-1)
    if (last) {
      afterId = last.id
      pending += products.length
      await thread.run({ kind: 'collect', build, products, plan })
    }
    if (pending >= segmentProducts || (!last && pending > 0)) {
      index = withSegment(index, await thread.run({ kind: 'finish', build, plan }), [])
      pending = 0
    }
    if (!last) return { index, seq }
  }
}
