import type { SegmentView, ShopIndex } from './shop-index.ts'

/** Popularity of each doc, 0 to 1 against the shop's best seller; on a logarithm, so that one best seller does not flatten the rest. */
export function popularityShares(index: ShopIndex, { popularity, salesCache }: SegmentView): Float32Array {
  const most = index.views.reduce((highest, view) => Math.max(highest, highestPopularity(view)), 0)
  if (salesCache.shares?.most === most) return salesCache.shares.shares
  const scale = most > 0 ? 1 / Math.log1p(most) : 0
  const shares = popularity.map((sold) => Math.log1p(Math.max(0, sold)) * scale)
  salesCache.shares = { most, shares }
  return shares
}

function highestPopularity({ popularity, salesCache }: SegmentView): number {
  salesCache.highest ??= popularity.reduce((most, sold) => Math.max(most, sold), 0)
  return salesCache.highest
}
