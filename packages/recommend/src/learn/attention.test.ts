/** The logs are simulated, so the true attention is known. */
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../explore/seeded-random.ts'
import { ATTENTION, clickWeight, expectedIfFirst, fitAttention, seenPages } from './attention.ts'
import type { Candidate, CandidatesByQuery, LoggedSearch } from './logged-search.ts'

const PLACES = 20
/** Each query has its own difference in relevance between its first and last products. */
const windows: CandidatesByQuery = new Map(
  Array.from({ length: 60 }, (_, q): [string, Candidate[]] => [
    `lamp ${q}`,
    Array.from({ length: PLACES + 10 }, (_, i) => ({
      ...{ id: 100 * q + i, group: 0, features: [], values: [] },
      relevance: 1 - ((q % 6) / 5) * (i / PLACES),
    })),
  ]),
)

function logOf(positionDecay: number, searches = 6000): LoggedSearch[] {
  const random = seededRandom(7)
  return Array.from({ length: searches }, (_, i) => {
    const query = `lamp ${Math.floor(random() * windows.size)}`
    const page = windows.get(query)!.slice(0, PLACES)
    const chosen = page.filter(
      ({ relevance }, place) => random() < (place + 1) ** -positionDecay * Math.exp(2 * relevance - 2.5),
    )
    return { query, atMs: i, shown: page.map(({ id }) => id), clicked: chosen.map(({ id }) => id) }
  })
}

describe('the attention of shoppers', () => {
  it('A1: is distinguished from the higher relevance of first products', () => {
    for (const positionDecay of [0.5, 0.7, 1, 1.3]) {
      const found = fitAttention(seenPages(logOf(positionDecay), windows))
      expect(Math.abs(found.positionDecay - positionDecay), `decay ${positionDecay}`).toBeLessThan(0.15)
      expect(found.relevanceSlope).toBeGreaterThan(0.7)
      expect(found.relevanceSlope).toBeLessThan(2.2)
    }
  })

  it('A2: has the usual decay without clicks, and nearly the usual one after a few clicks', () => {
    expect(fitAttention(seenPages([], windows))).toEqual({ positionDecay: ATTENTION.usual, relevanceSlope: 0 })
    const few = fitAttention(seenPages(logOf(1.4, 10), windows))
    expect(few.positionDecay).toBeLessThan(1.1)
  })

  it('A3: expects as many clicks on a page as it had, for any positions of its products', () => {
    const attention = { positionDecay: 0.9, relevanceSlope: 1.5 }
    for (const page of seenPages(logOf(0.9, 500), windows)) {
      const first = expectedIfFirst(page, attention)
      const expected = page.places.reduce((sum, place, row) => sum + first[row]! / place ** 0.9, 0)
      expect(expected).toBeCloseTo(page.clicked.flat().length / page.searches, 6)
    }
  })

  it('A4: weights a click by the inverse probability of seeing its position, up to a limit', () => {
    expect([clickWeight(1), clickWeight(4), clickWeight(4, 1), clickWeight(10_000)]).toEqual([
      ...[1, 4 ** 0.7, 4, ATTENTION.maxClickWeight],
    ])
  })
})
