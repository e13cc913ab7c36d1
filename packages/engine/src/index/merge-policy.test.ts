import { describe, expect, it } from 'vitest'
import { planMerge, SHARD_DOCS } from './merge-policy.ts'
import type { SegmentView } from './shop-index.ts'

const view = (live: number, dead = 0) =>
  ({ liveDocCount: live, segment: { columns: { docCount: live + dead } } }) as unknown as SegmentView
const planned = (...views: SegmentView[]) => planMerge(views)?.map((one) => views.indexOf(one))

describe('which segments are merged next', () => {
  it('M1: four of about one size, not three', () => {
    expect(planned(view(9), view(9), view(9))).toBeUndefined()
    expect(planned(view(9), view(20), view(63), view(40))).toEqual([0, 1, 2, 3])
  })

  it('M2: sizes are of one tier within a factor of eight', () => {
    expect(planned(view(9), view(9), view(9), view(64 * 8))).toBeUndefined()
    expect(planned(view(100), view(9), view(9), view(500), view(9), view(9))).toEqual([1, 2, 4, 5])
    expect(planned(view(7), view(7), view(7), view(8.1))).toBeUndefined()
  })

  it('M3: of two full tiers the smaller', () => {
    const large = [100, 100, 100, 100].map((live) => view(live))
    const small = [0, 1, 2, 3].map((live) => view(live))
    expect(planned(...large, ...small)).toEqual([4, 5, 6, 7])
  })

  it('M4: else one of which more than three tenths are dead, and more than 64', () => {
    expect(planned(view(100, 65))).toEqual([0])
    expect(planned(view(100, 64))).toBeUndefined()
    expect(planned(view(700, 300))).toBeUndefined()
    expect(planned(view(699, 301))).toEqual([0])
    expect(planned(view(10), view(100, 90))).toEqual([1])
  })

  it('M5: with a limit, the smallest of a full tier that fit in one, and none where no two do', () => {
    const views = [view(40), view(30), view(20), view(10)]
    const within = (maxDocs: number) => planMerge(views, maxDocs)?.map((one) => views.indexOf(one))
    expect([within(100), within(60), within(59), within(30), within(29)]).toEqual([
      [3, 2, 1, 0],
      [3, 2, 1],
      [3, 2],
      [3, 2],
      undefined,
    ])
  })

  it('M6: the limit lets any two of the tier below its own be one', () => {
    const below = Array.from({ length: 4 }, () => view(8 ** 6 - 1))
    expect(planMerge(below, SHARD_DOCS)).toHaveLength(2)
    const above = Array.from({ length: 12 }, () => view(8 ** 6 + 1))
    expect(planMerge(above, SHARD_DOCS)).toBeUndefined()
  })
})
