import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LatestLists } from '../core/latest-lists.ts'
import { SessionKnn } from './session-knn.ts'
import { SimilarVisits } from './similar-visits.ts'
import { VisitRing } from './visit-ring.ts'

const MOST = 12
const added = fc.array(
  fc.record({ first: fc.nat(40).map((i) => (i * i * 104_729) % 4_000_003), weight: fc.integer({ min: 1, max: 9 }) }),
  {
    maxLength: 40,
  },
)

describe('the visits found', () => {
  it('S1: are listed once, in order of arrival, with the sum of their weights', () => {
    const visits = new SimilarVisits(MOST)
    fc.assert(
      fc.property(added, (all) => {
        visits.clear()
        const twin = new Map<number, number>()
        for (const { first, weight } of all) {
          if (twin.size === MOST && !twin.has(first)) continue
          twin.set(first, (twin.get(first) ?? 0) + weight)
          visits.add(first, weight, 3, 1)
        }
        const found = Array.from({ length: visits.count }, (_, i) => [visits.first[i], visits.similarity[i]])
        expect(found).toEqual([...twin])
      }),
      { numRuns: 200 },
    )
  })

  it('S2: keep their first length and position', () => {
    const visits = new SimilarVisits(MOST)
    visits.add(7, 1, 5, 2)
    visits.add(7, 1, 9, 4)
    visits.add(8, 2, 6, -1)
    expect([visits.length[0], visits.place[0], visits.length[1], visits.place[1]]).toEqual([5, 2, 6, -1])
  })

  it('S3: return the similarity of the k-th best, 0 if there are no more than k', () => {
    const visits = new SimilarVisits(MOST)
    for (const [first, weight] of [[1, 5], [2, 9], [3, 7]] as const) visits.add(first, weight, 2, 0) // biome-ignore format: one line reads better
    expect([1, 2, 3, 4].map((most) => visits.kthScore(most))).toEqual([9, 7, 0, 0])
  })
})

describe('the memory of visits', () => {
  it('S4: is five bytes per cell and the size of the lists', () => {
    expect([new VisitRing(8).byteLength, new VisitRing(1_000_000).byteLength]).toEqual([8 * 5, 4096 * 5])
    expect(new SessionKnn(8).byteLength).toBe(8 * 5 + new LatestLists(512).byteLength)
  })
})
