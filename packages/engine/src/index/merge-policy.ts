import type { SegmentView } from './shop-index.ts'

/** Segments of about the same size are merged when this many of them are there: more means fewer merges, slower queries. */
const PER_TIER = 4
/** Each tier holds segments this many times larger than the one below. */
const TIER_FACTOR = 8
/** A segment with more dead docs than this is rewritten. */
const DEAD_SHARE = 0.3
/** Dead docs in tiny segments are not worth a rewrite of their own. */
const LEAST_DEAD = 64

/**
 * Which segments to merge next, if any. Tiered: a product is rewritten once per tier, so n writes cost O(n log n), and a shop
 * has at most a few segments per power of eight.
 */
export function planMerge(views: readonly SegmentView[]): readonly SegmentView[] | undefined {
  const tiers = new Map<number, SegmentView[]>()
  for (const view of views) {
    const tier = Math.floor(Math.log(Math.max(1, view.liveDocCount)) / Math.log(TIER_FACTOR))
    tiers.set(tier, [...(tiers.get(tier) ?? []), view])
  }
  const full = [...tiers].filter(([, members]) => members.length >= PER_TIER).sort(([a], [b]) => a - b)[0]
  if (full) return full[1]
  const wasteful = views.find((view) => {
    const dead = view.segment.columns.docCount - view.liveDocCount
    return dead > LEAST_DEAD && dead > DEAD_SHARE * view.segment.columns.docCount
  })
  return wasteful && [wasteful]
}
