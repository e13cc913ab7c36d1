import type { SegmentView } from './shop-index.ts'

/** Once there are this many segments of about the same size, they are merged. A higher number means fewer merges but slower queries. */
const PER_TIER = 4
/** Segments of a tier are this many times as large as those of the tier below. */
const TIER_FACTOR = 8
/** A segment is rewritten if more than this share of its docs is dead. */
const DEAD_SHARE = 0.3
/** Dead docs in tiny segments are not worth a rewrite of their own. */
const MIN_DEAD = 64

/** Largest segment that a merge produces. Two segments of the tier below always fit into it. */
export const MAX_SEGMENT_DOCS = 2 * TIER_FACTOR ** 6

/** Chooses the segments to merge next, if any. A product is rewritten once per tier, so n writes cost O(n log n). */
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
