import type { SegmentView } from './shop-index.ts'

/** Number of segments of similar size that triggers a merge. More means fewer merges but slower queries. */
const PER_TIER = 4
const TIER_FACTOR = 8
const DEAD_SHARE = 0.3
/** Segments with fewer dead docs are not rewritten. */
const MIN_DEAD = 64

/** Two segments of the tier below always fit into the largest segment. */
export const MAX_SEGMENT_DOCS = 2 * TIER_FACTOR ** 6

/** Chooses the segments to merge next. A product is rewritten once per tier, so n writes cost O(n log n). */
export function planMerge(views: readonly SegmentView[]): readonly SegmentView[] | undefined {
  const tiers = new Map<number, SegmentView[]>()
  for (const view of views) {
    const tier = Math.floor(Math.log(Math.max(1, view.liveDocCount)) / Math.log(TIER_FACTOR))
    tiers.set(tier, [...(tiers.get(tier) ?? []), view])
  }
  const full = [...tiers].filter(([, members]) => members.length >= PER_TIER).sort(([a], [b]) => a - b)
  for (const [, members] of full) {
    const fitting = smallestFitting(members)
    if (fitting.length > 1) return fitting
  }
  const wasteful = views.find((view) => {
    const dead = view.segment.columns.docCount - view.liveDocCount
    return dead > MIN_DEAD && dead > DEAD_SHARE * view.segment.columns.docCount
  })
  return wasteful && [wasteful]
}

function smallestFitting(views: readonly SegmentView[]): readonly SegmentView[] {
  let docs = 0
  const fitting = views
    .toSorted((a, b) => a.liveDocCount - b.liveDocCount)
    .filter(({ liveDocCount }) => {
      docs += liveDocCount
      return docs <= MAX_SEGMENT_DOCS
    })
  return views.filter((view) => fitting.includes(view))
}
