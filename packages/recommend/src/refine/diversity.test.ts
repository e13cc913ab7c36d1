import { describe, expect, it } from 'vitest'
import { diversify } from './diversity.ts'

const ranked = (...scores: number[]) => scores.map((score, item) => ({ item, score }))
const items = (taken: readonly { item: number }[]) => taken.map(({ item }) => item)
/** Products of one group are alike. */
const grouped = (groups: string) => (a: number, b: number) => (groups[a] === groups[b] ? 1 : 0)

describe('diversity', () => {
  it('R1: a product like one already taken gives way while 0.7 of its lead is below 0.3', () => {
    // The lead of 1 over 2 is 0.42 of the best score: 0.7 · 0.42 < 0.3; of 0.44 it is not.
    expect(items(diversify(ranked(1, 0.9, 0.48), grouped('aab'), { limit: 3 }))).toEqual([0, 2, 1])
    expect(items(diversify(ranked(1, 0.9, 0.46), grouped('aab'), { limit: 3 }))).toEqual([0, 1, 2])
  })

  it('R2: scores count as shares of the best', () => {
    expect(items(diversify(ranked(100, 90, 48), grouped('aab'), { limit: 3 }))).toEqual([0, 2, 1])
  })

  it('R3: at λ = 1 nothing moves, at λ near 0 what is unlike comes first', () => {
    expect(items(diversify(ranked(1, 0.9, 0.1), grouped('aab'), { limit: 3, lambda: 1 }))).toEqual([0, 1, 2])
    expect(items(diversify(ranked(1, 0.9, 0.01), grouped('aab'), { limit: 3, lambda: 0.1 }))).toEqual([0, 2, 1])
  })

  it('R4: the nearest of those taken counts, not the last', () => {
    expect(items(diversify(ranked(1, 0.95, 0.9, 0.85), grouped('abac'), { limit: 4 }))).toEqual([0, 1, 3, 2])
  })

  it('R5: of equals the lower number comes first, and as many come as asked for', () => {
    expect(items(diversify([{ item: 7, score: 1 }, { item: 3, score: 1 }], () => 0, { limit: 2 }))).toEqual([3, 7]) // biome-ignore format: one line reads better
    expect(diversify(ranked(1, 1, 1), () => 0, { limit: 2 })).toHaveLength(2)
    expect(diversify([], () => 0, { limit: 2 })).toEqual([])
  })

  it('R7: a lower number decides between equals alone', () => {
    const pool = [
      { item: 7, score: 1 },
      { item: 3, score: 0.5 },
      { item: 5, score: 0.9 },
    ]
    expect(items(diversify(pool, () => 0, { limit: 3 }))).toEqual([7, 5, 3])
  })

  it('R6: looks four times as deep as asked for, at least 40 places', () => {
    const scores = Array.from({ length: 100 }, (_, i) => 1 - i / 1000)
    const unlike = (place: number) => (a: number, b: number) => (a === place || b === place ? 0 : 1)
    expect(items(diversify(ranked(...scores), unlike(39), { limit: 2 }))).toEqual([0, 39])
    expect(items(diversify(ranked(...scores), unlike(40), { limit: 2 }))).toEqual([0, 1])
    expect(items(diversify(ranked(...scores), unlike(59), { limit: 15 }))[1]).toBe(59)
    expect(items(diversify(ranked(...scores), unlike(60), { limit: 15 }))[1]).toBe(1)
  })
})
