import { describe, expect, it } from 'vitest'
import { rankingDepth } from './find-matches.ts'
import { buildIndex } from './shop-index.ts'
import { nearProducts, shopRequest, smallDoc } from './testing/small-shop.ts'

/** A shop of which so many of ten are in stock. */
const shopWith = (inStock: number) =>
  buildIndex(
    Array.from({ length: 10 }, (_, i) => {
      const doc = smallDoc({ title: 'Mug' }, i + 1)
      return { ...doc, variants: doc.variants.map((variant) => ({ ...variant, available: i < inStock })) }
    }),
    'en',
  )

describe('how many hits are ranked', () => {
  it('D1: twice as many as may move, or as the page needs', () => {
    const shop = shopWith(10)
    expect(rankingDepth(shop, shopRequest('mug', { limit: 20 }))).toBe(200)
    expect(rankingDepth(shop, shopRequest('mug', { offset: 480, limit: 20 }))).toBe(1000)
    expect(rankingDepth(shop, shopRequest('mug', { limit: 20, semantic: nearProducts([1]) }))).toBe(800)
  })

  it('D2: more where those sold out come last, up to ten times as many', () => {
    const last = shopRequest('mug', { limit: 20, outOfStockLast: true })
    expect([10, 5, 1, 0].map((inStock) => rankingDepth(shopWith(inStock), last))).toEqual([200, 400, 2000, 2000])
    expect(rankingDepth(shopWith(5), shopRequest('mug', { limit: 20 }))).toBe(200)
  })

  it('D3: one where another order counts', () => {
    expect(rankingDepth(shopWith(10), shopRequest('mug', { sort: 'price_asc' }))).toBe(1)
  })
})
