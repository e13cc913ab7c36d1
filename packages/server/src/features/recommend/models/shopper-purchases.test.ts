import { describe, expect, it } from 'vitest'
import { ShopperPurchases } from './shopper-purchases.ts'

describe('ShopperPurchases', () => {
  it('keeps the newest purchases of each shopper', () => {
    const purchases = new ShopperPurchases()
    for (let i = 0; i < 130; i++) purchases.add('a', [{ item: i, atMs: i }])
    expect(purchases.of('a').map(({ item }) => item)).toEqual(Array.from({ length: 100 }, (_, i) => i + 30))
    expect(purchases.of('b')).toEqual([])
    expect(new ShopperPurchases(purchases.save()).of('a')).toEqual(purchases.of('a'))
  })

  it('forgets the shoppers whose last purchase is oldest if there are too many', () => {
    const purchases = new ShopperPurchases([], 2)
    for (const subject of ['a', 'b', 'a', 'c']) purchases.add(subject, [{ item: 1, atMs: 1 }])
    expect(['a', 'b', 'c'].map((subject) => purchases.of(subject).length)).toEqual([2, 0, 1])
  })
})
