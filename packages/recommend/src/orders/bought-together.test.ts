import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SparseAccumulator } from '../core/sparse-accumulator.ts'
import { BoughtTogether } from './bought-together.ts'
import { isEvident } from './pair-evidence.ts'

const orders = fc.array(fc.uniqueArray(fc.nat(9), { minLength: 1, maxLength: 6 }), { maxLength: 40 })

describe('bought together', () => {
  it('is empty before the first order', () => {
    expect([BoughtTogether.fit([]).size, BoughtTogether.fit([[0, 1]]).size]).toEqual([0, 2])
    expect(BoughtTogether.fit([]).ordersOf(0)).toBe(0)
  })

  it('counts pairs like an obvious count, in any order of arrival', () => {
    fc.assert(
      fc.property(orders, (all) => {
        const forward = BoughtTogether.fit(all)
        const backward = BoughtTogether.fit([...all].reverse())
        for (let a = 0; a < 10; a++)
          for (let b = 0; b < 10; b++) {
            if (a === b) continue
            const together = all.filter((order) => order.includes(a) && order.includes(b)).length
            expect(forward.evidence(a, b).orders).toBe(together)
            expect(backward.evidence(a, b)).toEqual(forward.evidence(a, b))
          }
      }),
    )
  })

  it('scores the same after save and load', () => {
    const model = BoughtTogether.fit([
      [0, 1],
      [0, 1, 2],
      [2, 3],
    ])
    expect(partners(BoughtTogether.load(model.save()), [0])).toEqual(partners(model, [0]))
  })

  it('ignores wholesale orders, and weak pairs on request', () => {
    const model = BoughtTogether.fit([Array.from({ length: 60 }, (_, i) => i), [0, 1], [0, 1], [0, 2]])
    expect(partners(model, [0], 2)).toEqual([1])
    expect(model.total).toBe(3)
  })

  it('ranks every partner once, by score except in every tenth position', () => {
    const wide = fc.array(fc.uniqueArray(fc.nat(40), { minLength: 1, maxLength: 30 }), { maxLength: 30 })
    fc.assert(
      fc.property(wide, fc.integer({ min: 1, max: 40 }), (all, limit) => {
        const model = BoughtTogether.fit(all)
        const ranked = model.rank([0], { limit })
        const likely = partners(model, [0], 1, 64)
        expect(new Set(ranked.map(({ item }) => item)).size).toBe(ranked.length)
        expect(ranked).toHaveLength(Math.min(limit, likely.length))
        expect(ranked.slice(0, 9).map(({ item }) => item)).toEqual(likely.slice(0, Math.min(9, limit)))
      }),
    )
  })

  it('gives the tenth position to a partner that is bought less', () => {
    const popular = Array.from({ length: 10 }, (_, i) => i + 1)
    const all = [
      ...popular.flatMap((item) => [[0, item], [0, item], [0, item], ...Array(50).fill([item])]),
      [0, 99],
      [0, 99],
    ]
    const ranked = BoughtTogether.fit(all)
      .rank([0], { limit: 11 })
      .map(({ item }) => item)
    expect(ranked[9]).toBe(99)
    expect(ranked[10]).toBe(10)
  })

  it('a pair is evident only if it is more frequent than chance', () => {
    expect(isEvident({ orders: 31, expected: 4 })).toBe(true)
    expect(isEvident({ orders: 2, expected: 0 })).toBe(false)
    expect(isEvident({ orders: 10, expected: 9 })).toBe(false)
  })
})

function partners(model: BoughtTogether, seeds: number[], minOrders = 1, limit = 10): number[] {
  const accumulator = new SparseAccumulator()
  accumulator.reset(64)
  model.score(accumulator, seeds, minOrders)
  return accumulator.top(limit).map(({ item }) => item)
}
