import { describe, expect, it } from 'vitest'
import { MAX_SEGMENT_DOCS, planMerge } from './merge-policy.ts'
import type { SegmentView } from './shop-index.ts'

const view = (live: number, dead = 0) =>
  ({ liveDocCount: live, segment: { columns: { docCount: live + dead } } }) as unknown as SegmentView
const planned = (...views: SegmentView[]) => planMerge(views)?.map((one) => views.indexOf(one))

describe('the segments that are merged next', () => {
  it('M1: are four of about the same size, not three', () => {
    expect(planned(view(9), view(9), view(9))).toBeUndefined()
    expect(planned(view(9), view(20), view(63), view(40))).toEqual([0, 1, 2, 3])
  })

  it('M2: are of one tier if their sizes are within a factor of eight', () => {
    expect(planned(view(9), view(9), view(9), view(64 * 8))).toBeUndefined()
    expect(planned(view(100), view(9), view(9), view(500), view(9), view(9))).toEqual([1, 2, 4, 5])
    expect(planned(view(7), view(7), view(7), view(8.1))).toBeUndefined()
  })

  it('M3: are those of the smaller of two full tiers', () => {
    const large = [100, 100, 100, 100].map((live) => view(live))
    const small = [0, 1, 2, 3].map((live) => view(live))
    expect(planned(...large, ...small)).toEqual([4, 5, 6, 7])
  })

  it('M4: otherwise include one in which more than three tenths and more than 64 docs are dead', () => {
    expect(planned(view(100, 65))).toEqual([0])
    expect(planned(view(100, 64))).toBeUndefined()
    expect(planned(view(700, 300))).toBeUndefined()
    expect(planned(view(699, 301))).toEqual([0])
    expect(planned(view(10), view(100, 90))).toEqual([1])
  })

  it('M5: are the smallest of a full tier that fit into one segment of the largest size', () => {
    const shares = (...of: number[]) => of.map((share) => view(Math.floor(share * MAX_SEGMENT_DOCS)))
    expect(planned(...shares(0.4, 0.3, 0.2, 0.14))).toEqual([1, 2, 3])
    expect(planned(...shares(0.45, 0.44, 0.43, 0.42))).toEqual([2, 3])
  })

  it('M6: have a limit that lets any two of the next lower tier merge', () => {
    const below = Array.from({ length: 4 }, () => view(8 ** 6 - 1))
    expect(planMerge(below)).toHaveLength(2)
    const above = Array.from({ length: 12 }, () => view(8 ** 6 + 1))
    expect(planMerge(above)).toBeUndefined()
  })
})
