import { describe, expect, it } from 'vitest'
import { plantBehaviour } from './planted-behaviour.ts'
import { plantPairs } from './planted-pairs.ts'

const behaviour = await plantBehaviour()

describe('planted behavior is learned', () => {
  for (const type of ['bought_together', 'cross_sell'] as const)
    it(`pairs are first in both directions in ${type} after 3 to 8 orders, in shops of every kind`, () => {
      for (const [shop, rows] of Map.groupBy(plantPairs(6, type), (one) => one.shop)) {
        const enough = rows.filter(({ orders }) => orders >= 3)
        const learned = enough.reduce((sum, row) => sum + row.learned, 0)
        const cases = enough.reduce((sum, row) => sum + row.cases, 0)
        expect([shop, learned / cases >= 0.95]).toEqual([shop, true])
      }
    })

  it.each(behaviour)('$question', ({ answered, bar }) => {
    expect(answered).toBeGreaterThanOrEqual(bar)
  })
})
