import { describe, expect, it } from 'vitest'
import { planMerge } from './merge-policy.ts'
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
})
