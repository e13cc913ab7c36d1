import { completeConfig } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import { decimalsOf, displayPrice, listPrice, priceViewOf } from './price-view.ts'

describe('prices as one shopper sees them', () => {
  const config = completeConfig({ shop: { currency: 'EUR' }, currency_rates: { USD: 1.2, JPY: 160 } } as never)

  it('V1: are in the requested currency if there is a rate, else in the shop’s own', () => {
    expect(priceViewOf(config, { currency: 'usd' })).toMatchObject({
      currency: 'USD',
      rate: 1.2,
      shopCurrency: 'EUR',
      decimals: 2,
    })
    for (const currency of [undefined, 'EUR', 'GBP'])
      expect(priceViewOf(config, { currency })).toMatchObject({ currency: 'EUR', rate: 1, discountPercent: 0 })
    expect(displayPrice(10, priceViewOf(config, { currency: 'USD' }))).toBe(12)
    expect(displayPrice(10.01, priceViewOf(config, { currency: 'JPY' }))).toBe(1602)
  })

  it('V2: are reduced by the account’s price list', () => {
    const view = priceViewOf(config, { currency: 'USD', discountPercent: 25 })
    expect([listPrice(10, view), displayPrice(10, view)]).toEqual([7.5, 9])
  })

  it('V3: have as many decimals as the currency', () => {
    expect(['EUR', 'JPY', 'KWD', 'XXX', 'BIF', 'TND'].map(decimalsOf)).toEqual([2, 0, 3, 2, 0, 3])
  })
})
