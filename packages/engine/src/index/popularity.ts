import type { SegmentView, ShopIndex } from './shop-index.ts'

/** Popularity of each doc, 0 to 1 against the shop's best seller; on a logarithm, so that one best seller does not flatten the rest. */
export function popularityShares(index: ShopIndex, { popularity, salesMemo }: SegmentView): Float32Array {
  const most = index.views.reduce((highest, view) => Math.max(highest, highestPopularity(view)), 0)
  const scale = most > 0 ? 1 / Math.log1p(most) : 0
  return salesMemo.of('shares', () => popularity.map((sold) => Math.log1p(Math.max(0, sold)) * scale), most)
}

function highestPopularity({ popularity, salesMemo }: SegmentView): number {
  return salesMemo.of('highest', () => popularity.reduce((most, sold) => Math.max(most, sold), 0))
}
