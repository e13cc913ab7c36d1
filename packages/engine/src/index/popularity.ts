import type { SegmentView, ShopIndex } from './shop-index.ts'

/** 0 to 1 (the shop's best seller). Logarithmic, so that one best seller does not flatten the rest. */
export function popularityShares(index: ShopIndex, { popularity, salesMemo }: SegmentView): Float32Array {
  const max = index.views.reduce((highest, view) => Math.max(highest, highestPopularity(view)), 0)
  const scale = max > 0 ? 1 / Math.log1p(max) : 0
  return salesMemo.of('shares', () => popularity.map((sold) => Math.log1p(Math.max(0, sold)) * scale), max)
}

function highestPopularity({ popularity, salesMemo }: SegmentView): number {
  return salesMemo.of('highest', () => popularity.reduce((max, sold) => Math.max(max, sold), 0))
}
