import { emptyIndex, type ShopIndex, withSegment } from '@vitrine/engine'
import type { RecordStore, ShopId } from '../record-store/record-store.ts'
import type { PictureColors } from '../vector-archive/vector-archive.ts'
import type { IndexTaskRunner } from './index-thread.ts'
import type { IndexingPlan } from './indexing-plan.ts'

/** A page is so small that a request never waits for more than a few milliseconds. */
const PAGE = 200
/** Limits the memory of the thread during the first build. */
const SEGMENT_PRODUCTS = 50_000

let builds = 0

export interface BuildDeps {
  records: Pick<RecordStore, 'scanProducts' | 'lastChange'>
  pictures?: PictureColors | undefined
}

export const NO_PICTURES: PictureColors = {
  pictureColors: async () => [],
  pictureChanges: async () => undefined,
  lastPictureChange: async () => 0,
}

/** Changes after the result's `seq` and `picturesSeen` may be applied again. */
export async function buildFromStore(
  { records, pictures = NO_PICTURES }: BuildDeps,
  thread: IndexTaskRunner,
  shop: ShopId,
  plan: IndexingPlan,
  segmentProducts = SEGMENT_PRODUCTS,
): Promise<{ index: ShopIndex; seq: number; picturesSeen: number }> {
  const seq = await records.lastChange(shop)
  const picturesSeen = await pictures.lastPictureChange(shop)
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
      const ids = products.map(({ id }) => id)
      const colors = await pictures.pictureColors(shop, ids)
      await thread.run({ kind: 'collect', build, products, colors, plan })
    }
    if (pending >= segmentProducts || (!last && pending > 0)) {
      index = withSegment(index, await thread.run({ kind: 'finish', build, plan }), [])
      pending = 0
    }
    if (!last) return { index, seq, picturesSeen }
  }
}
