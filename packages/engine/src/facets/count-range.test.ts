import { describe, expect, it } from 'vitest'
import { SHOP_PRICES } from '../columns/price-conversion.ts'
import { buildIndex } from '../index/shop-index.ts'
import { smallDoc } from '../index/testing/small-shop.ts'
import { countRange, rangeText } from './count-range.ts'
import { samplePrices } from './cut-prices.ts'
import { type NumberRange, numberReader, parseRanges } from './facet-field.ts'
import type { FacetRequest } from './facet-request.ts'

type Name = 'price' | 'rating' | 'discount'

function setsOf(name: Name, numbers: readonly (number | null)[]) {
  const docs = numbers.map((number, i) => {
    const doc = smallDoc({ title: 'Mug' }, i + 1)
    if (name === 'rating') return { ...doc, rating: number }
    return { ...doc, variants: doc.variants.map((variant) => ({ ...variant, price: number ?? 0 })) }
  })
  return buildIndex(docs, 'en').views.map(({ segment: { columns } }) => ({
    columns,
    docs: Uint32Array.from(numbers.keys()),
  }))
}

interface Options extends Partial<FacetRequest> {
  cut?: readonly NumberRange[]
  decimals?: number
}

function count(name: Name, numbers: readonly (number | null)[], { cut = [], decimals = 2, ...parts }: Options = {}) {
  const field = { kind: 'number', name } as const
  const request: FacetRequest = {
    key: name,
    field,
    operator: 'or',
    sortBy: 'value',
    limit: 100,
    includeZeroCounts: false,
    includeDisabled: false,
    groupOthers: false,
    authored: [],
    ...parts,
  }
  const prices = { ...SHOP_PRICES, decimals }
  return countRange(request, field, setsOf(name, numbers), { prices, priceRanges: () => cut })
}
const buckets = (...given: Parameters<typeof count>) =>
  count(...given).buckets.map(({ value, count: docs }) => `${value}=${docs}`)

describe('the ranges of a facet', () => {
  it('N1: are about eight equal steps of round numbers, which are adjacent without sharing a price', () => {
    expect(buckets('price', [1, 9.99, 10, 79])).toEqual(['0:9.99=2', '10:19.99=1', '70:79.99=1'])
    expect(buckets('price', [100, 250, 260])).toEqual(['100:119.99=1', '240:259.99=1', '260:279.99=1'])
    expect(buckets('price', [0, 18])).toEqual(['0:2.49=1', '17.5:19.99=1'])
    expect(buckets('price', [0, 40])).toEqual(['0:4.99=1', '40:44.99=1'])
    expect(buckets('price', [0, 41])).toEqual(['0:9.99=1', '40:49.99=1'])
  })

  it('N2: are a single one for one price, and none without prices', () => {
    expect(buckets('price', [7, 7])).toEqual(['7:7.99=2'])
    expect(buckets('price', [])).toEqual([])
  })

  it('N3: are whole units of a currency without cents', () => {
    expect(buckets('price', [0, 18], { decimals: 0 })).toEqual(['0:2=1', '18:20=1'])
  })

  it('N4: have the requested width, doubled until there are at most a hundred', () => {
    expect(buckets('price', [3, 8, 12], { step: 5 })).toEqual(['0:4.99=1', '5:9.99=1', '10:14.99=1'])
    expect(buckets('price', [0, 100], { step: 1 })).toEqual(['0:0.99=1', '100:100.99=1'])
    expect(buckets('price', [0, 101], { step: 1 })).toEqual(['0:1.99=1', '100:101.99=1'])
  })

  it('N5: are those of the page’s prices, unless a step or ranges are requested', () => {
    const cut = [
      { from: Number.NEGATIVE_INFINITY, to: 9.99 },
      { from: 10, to: Number.POSITIVE_INFINITY },
    ]
    expect(buckets('price', [3, 12], { cut })).toEqual([':9.99=1', '10:=1'])
    expect(buckets('price', [3, 12], { cut, step: 10 })).toEqual(['0:9.99=1', '10:19.99=1'])
    expect(buckets('price', [3, 12], { cut, ranges: [{ from: 3, to: 12 }] })).toEqual(['3:12=2'])
    expect(buckets('rating', [3, 4], { cut, step: 1 })).toEqual(['3:3=1', '4:4=1'])
  })

  it('N6: without products are shown on request; those beyond the limit are summed up', () => {
    expect(buckets('price', [3, 22], { step: 10, includeZeroCounts: true })).toEqual([
      '0:9.99=1',
      '10:19.99=0',
      '20:29.99=1',
    ])
    expect(count('price', [3, 12, 13, 22], { step: 10, limit: 1 })).toMatchObject({ hasMore: true, otherCount: 3 })
    expect(count('price', [3, 12], { step: 10, limit: 2 })).toMatchObject({ hasMore: false, otherCount: 0 })
  })

  it('N7: come with statistics of all numbers', () => {
    expect(count('rating', [4.3, null, 2, 3.3333]).stats).toEqual({
      min: 2,
      max: 4.3,
      avg: 3.211,
      sum: 9.633,
      count: 3,
    })
    expect(count('rating', [null]).stats).toEqual({ min: null, max: null, avg: null, sum: 0, count: 0 })
  })

  it('N8: are written like a selection, and parsed as one', () => {
    expect([rangeText({ from: 1, to: 2.5 }), rangeText({ from: Number.NEGATIVE_INFINITY, to: 3 })]).toEqual([
      '1:2.5',
      ':3',
    ])
    expect(parseRanges(['10:50', ':3', '4:'])).toEqual([
      { from: 10, to: 50 },
      { from: Number.NEGATIVE_INFINITY, to: 3 },
      { from: 4, to: Number.POSITIVE_INFINITY },
    ])
    expect(parseRanges(['50:10'])).toEqual([{ from: 10, to: 50 }])
    expect(parseRanges(['50', '10'])).toEqual([{ from: 10, to: 50 }])
    expect(parseRanges(['5'])).toEqual([{ from: 5, to: 5 }])
    expect(parseRanges(['5', '6', '7'])).toHaveLength(3)
    for (const bad of ['', ':', ' : ', 'a', '1:2:3', '1:a', 'a:1']) expect(parseRanges([bad])).toBeUndefined()
    expect(parseRanges(['1:2', 'a'])).toBeUndefined()
  })

  it('N9: of ratings have three digits', () => {
    expect(numberReader({ kind: 'number', name: 'rating' }, SHOP_PRICES)(Math.fround(4.3))).toBe(4.3)
  })
})

describe('the mean of a range facet', () => {
  it('N9a: does not depend on the order of the products', () => {
    const prices = [3.8, 11.37, 13.46, 17.24, 11.44, 13.86, 1.72, 18.68]
    const means = [prices, prices.toReversed()].map((numbers) => count('price', numbers).stats!.avg)
    expect(means[0]).toBe(means[1])
  })
})

describe('the prices that define the ranges', () => {
  it('N10: are all prices of fewer than two thousand products, and about every second of more', () => {
    const sampled = (products: number) => {
      const { columns, docs } = setsOf(
        'price',
        Array.from({ length: products }, (_, i) => i),
      )[0]!
      const set = new Uint32Array((products + 31) >>> 5)
      for (const doc of docs) set[doc >>> 5]! |= 1 << (doc & 31)
      return samplePrices([columns], [set], SHOP_PRICES)
    }
    expect(sampled(3)).toEqual([0, 1, 2])
    expect(sampled(1999)).toHaveLength(1999)
    expect(sampled(2000).length).toBeGreaterThan(900)
    expect(sampled(2000).length).toBeLessThan(1100)
  })
})
