import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Scored } from '../core/sparse-accumulator.ts'
import { diversify } from './diversity.ts'

const ranked = (...scores: number[]) => scores.map((score, item) => ({ item, score }))
const items = (taken: Iterable<{ item: number }>) => Array.from(taken, ({ item }) => item)
const grouped = (groups: string) => (a: number, b: number) => (groups[a] === groups[b] ? 1 : 0)

describe('diversity', () => {
  it('R1: a product similar to one already taken is postponed if 0.7 of its lead is below 0.3', () => {
    // The second leads the third by 0.42 of the best score, and 0.7 · 0.42 is below 0.3, so its similarity to the first
    // outweighs the lead. It does not outweigh a lead of 0.44.
    expect(items(diversify(ranked(1, 0.9, 0.48), grouped('aab')))).toEqual([0, 2, 1])
    expect(items(diversify(ranked(1, 0.9, 0.46), grouped('aab')))).toEqual([0, 1, 2])
  })

  it('R2: scores are relative to the best one', () => {
    expect(items(diversify(ranked(100, 90, 48), grouped('aab')))).toEqual([0, 2, 1])
  })

  it('R3: λ = 1 keeps the order, λ near 0 puts dissimilar products first', () => {
    expect(items(diversify(ranked(1, 0.9, 0.1), grouped('aab'), 1))).toEqual([0, 1, 2])
    expect(items(diversify(ranked(1, 0.9, 0.01), grouped('aab'), 0.1))).toEqual([0, 2, 1])
  })

  it('R4: the most similar of those taken counts, not the last', () => {
    expect(items(diversify(ranked(1, 0.95, 0.9, 0.85), grouped('abac')))).toEqual([0, 1, 3, 2])
  })

  it('R5: ties are ordered by number, and every item comes once', () => {
    expect(items(diversify([{ item: 7, score: 1 }, { item: 3, score: 1 }], () => 0))).toEqual([3, 7]) // biome-ignore format: one line reads better
    expect(items(diversify(ranked(1, 1, 1), () => 0))).toEqual([0, 1, 2])
    expect(items(diversify([], () => 0))).toEqual([])
  })

  it('R7: numbers only decide ties', () => {
    const pool = [
      { item: 7, score: 1 },
      { item: 3, score: 0.5 },
      { item: 5, score: 0.9 },
    ]
    expect(items(diversify(pool, () => 0))).toEqual([7, 5, 3])
  })

  it('R8: agrees with comparing everything with everything', () => {
    const pools = fc.array(fc.record({ score: fc.double({ min: 0, max: 1, noNaN: true }), kind: fc.nat(4) }), {
      maxLength: 30,
    })
    fc.assert(
      fc.property(pools, fc.constantFrom(0, 0.3, 0.7, 1), (made, lambda) => {
        const pool = made.map(({ score }, item) => ({ item, score })).sort((a, b) => b.score - a.score)
        const alike = (a: number, b: number) => (made[a]!.kind === made[b]!.kind ? 1 : ((a + b) % 7) / 10)
        expect(items(diversify(pool, alike, lambda))).toEqual(items(slow(pool, alike, lambda)))
      }),
    )
  })

  it('R9: compares only as much as reading requires', () => {
    const pool = ranked(...Array.from({ length: 40 }, (_, i) => 1 - i / 41))
    let compared = 0
    const similarity = () => {
      compared++
      return 0
    }
    const reading = diversify(pool, similarity)
    expect([reading.next().value, reading.next().value, reading.next().value]).toEqual(pool.slice(0, 3))
    expect(compared).toBe(1 + 2)
  })
})

/** Reference implementation without bounds or caches. */
function slow(pool: readonly Scored[], alike: (a: number, b: number) => number, lambda: number): Scored[] {
  const best = pool[0]?.score || 1
  const open = [...pool]
  const taken: Scored[] = []
  while (open.length > 0) {
    const marginal = open.map((one) => {
      const nearest = taken.reduce((most, other) => Math.max(most, alike(one.item, other.item)), 0)
      return lambda * (one.score / best) - (1 - lambda) * nearest
    })
    const most = Math.max(...marginal)
    const next = open.filter((_, i) => marginal[i] === most).sort((a, b) => a.item - b.item)[0]!
    open.splice(open.indexOf(next), 1)
    taken.push(next)
  }
  return taken
}
