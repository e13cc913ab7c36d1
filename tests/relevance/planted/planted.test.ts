import { describe, expect, it } from 'vitest'
import { plantBehaviour } from './planted-behaviour.ts'
import { plantPairs } from './planted-pairs.ts'

const behaviour = await plantBehaviour()
const pairs = plantPairs(6, ['bought_together', 'cross_sell'], [3, 4, 5, 6, 7, 8])

describe('models learn planted behavior', () => {
  for (const type of ['bought_together', 'cross_sell'] as const)
    it(`pairs are first in both directions in ${type} after 3 to 8 orders, in shops of every kind`, () => {
      const rows = pairs.filter((one) => one.type === type)
      for (const [shop, own] of Map.groupBy(rows, (one) => one.shop)) {
        const learned = own.reduce((sum, row) => sum + row.learned, 0)
        const cases = own.reduce((sum, row) => sum + row.cases, 0)
        expect([shop, learned / cases >= 0.95]).toEqual([shop, true])
      }
    })

  it.each(behaviour)('$question', ({ answered, bar }) => {
    expect(answered).toBeGreaterThanOrEqual(bar)
  })
})
