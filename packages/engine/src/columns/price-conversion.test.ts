import { expect, it } from 'vitest'
import { convertPrice, listPrice, SHOP_PRICES } from './price-conversion.ts'

it('a price list reduces the price by its percentage', () => {
  expect(listPrice(80, { ...SHOP_PRICES, discountPercent: 25 })).toBe(60)
})

it('a price is converted after the price list, and rounded to the shown currency', () => {
  const yen = { discountPercent: 10, rate: 150, shopDecimals: 2, decimals: 0 }
  expect(convertPrice(19.99, yen)).toBe(2699)
  expect(convertPrice(19.99, SHOP_PRICES)).toBe(19.99)
})

it('a price list of one percent reduces the price by one percent', () => {
  expect(listPrice(200, { ...SHOP_PRICES, discountPercent: 1 })).toBe(198)
})
