import { describe, expect, it } from 'vitest'
import { searchShop, smallShop } from '../index/testing/small-shop.ts'

const facet = {
  key: 'type',
  field: { kind: 'terms', name: 'product_type' },
  operator: 'or',
  sortBy: 'count',
  limit: 10,
  includeZeroCounts: true,
  includeDisabled: false,
  groupOthers: false,
  authored: [
    { value: 'Rug', enabled: true },
    { value: 'Sofa', enabled: true },
  ],
} as const

describe('the values of a facet', () => {
  it('B1: include values that the merchant named and no product has, with a count of 0', () => {
    const shop = smallShop(['Sofa', 'Lamp', 'Sofa'].map((productType) => ({ title: 'Thing', productType })))
    const { facets } = searchShop(shop, 'thing', { facets: [facet as never] })
    const counts = facets[0]!.buckets.map(({ value, count }) => [value, count])
    expect(counts).toEqual([
      ['Sofa', 2],
      ['Lamp', 1],
      ['Rug', 0],
    ])
  })
})
