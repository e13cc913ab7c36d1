import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shop, today } from '../../ports/derived-store/testing/derived-facts.ts'
import { giniCoefficient } from './statistics.ts'
import { report, using } from './testing/report-store.ts'

describe('giniCoefficient', () => {
  it('is 0 if all have the same, and near 1 if one has everything', () => {
    expect(giniCoefficient([3, 3, 3, 3], 4)).toBeCloseTo(0)
    expect(giniCoefficient([12], 1000)).toBeCloseTo(0.999)
  })

  it('is half the mean difference between two, over the mean', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50), { minLength: 1, maxLength: 20 }), (counts) => {
        const mean = counts.reduce((sum, one) => sum + one, 0) / counts.length
        const differences = counts.flatMap((a) => counts.map((b) => Math.abs(a - b)))
        const expected = mean === 0 ? 0 : differences.reduce((sum, one) => sum + one, 0) / counts.length ** 2 / mean / 2
        const positive = counts.filter((count) => count > 0)
        expect(giniCoefficient(positive, counts.length)).toBeCloseTo(expected)
      }),
    )
  })
})

describe('the report of exposure', () => {
  it('says how much of the catalog is shown, how evenly, and what is shown most', () =>
    using({}, async (store) => {
      const list = (type: string, ids: number[], i: number) => ({
        shop,
        serve: {
          surface: 'section' as const,
          sectionServeId: `${type} ${i}`,
          atMs: today * 86_400_000 + i,
          subjects: [],
          recommendationType: type,
          products: ids.map((productId, at) => ({
            productId,
            position: at + 1,
            step: at === 3 ? 'explore' : 'featured',
          })),
        },
      })
      await store.putServes([
        list('personalized', [1, 2, 3, 4], 1),
        list('personalized', [1, 2, 3, 5], 2),
        list('bestsellers', [1, 2], 3),
      ])
      const reported = await report('exposure', store, { countProducts: async () => 10 })
      expect(reported.catalog_products).toBe(10)
      expect(reported.totals).toEqual({
        lists: 3,
        places: 10,
        products: 5,
        coverage: 0.5,
        gini: 0.62,
        explored_share: 0.2,
      })
      expect(reported.rows.map(({ key, coverage, explored_share }: never) => [key, coverage, explored_share])).toEqual([
        ['personalized', 0.5, 0.25],
        ['bestsellers', 0.2, 0],
      ])
      expect(reported.products[0]).toEqual({ product_id: 1, lists: 3, share_of_lists: 1 })
    }))
})
