import type { FilterConfig } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import type { PriceView } from '../platform/price-view.ts'
import { shownBounds, shownStep } from './shown-money.ts'

const price = (parts: Partial<FilterConfig>) => ({ attribute_type: 'price', ...parts }) as FilterConfig
const view = (currency: string, rate: number, decimals = 2) =>
  ({ shopCurrency: 'EUR', currency, rate, decimals }) as PriceView

describe('money that a merchant wrote', () => {
  it('M1: stays as it is in the shop’s currency', () => {
    const filter = price({ min: 0, max: 99.999, step: 9.2, unit: '€' })
    expect(shownBounds(filter, view('EUR', 1), 'en')).toEqual({ min: 0, max: 99.999, step: 9.2, unit: '€' })
  })

  it('M2: is converted to another currency, rounded to its smallest unit, with its symbol', () => {
    const filter = price({ min: 10, max: 99.99, unit: '€' })
    expect(shownBounds(filter, view('USD', 1.1), 'en')).toEqual({ min: 11, max: 109.99, step: null, unit: '$' })
    expect(shownBounds(filter, view('JPY', 163.4, 0), 'ja')).toMatchObject({ min: 1634, max: 16338, unit: '￥' })
  })

  it('M3: stays null if it is not set', () => {
    expect(shownBounds(price({}), view('USD', 1.1), 'en')).toEqual({ min: null, max: null, step: null, unit: null })
    expect(shownBounds(price({ min: 10 }), view('USD', 1.1), 'en')).toMatchObject({ max: null, unit: null })
  })

  it('M4: excludes other numbers, which stay unchanged', () => {
    const weight = { attribute_type: 'metafield', min: 1, max: 5, step: 1, unit: 'kg' } as FilterConfig
    expect(shownBounds(weight, view('USD', 1.1), 'en')).toEqual({ min: 1, max: 5, step: 1, unit: 'kg' })
  })

  it('M5: has steps rounded to 1, 2, 2.5, 5 or 10 times a power of ten', () => {
    const step = (rate: number, decimals = 2) => shownStep(price({ step: 10 }), view('USD', rate, decimals))
    expect([0.92, 1.1, 1.9, 2.4, 4.6, 7.5].map((rate) => step(rate))).toEqual([10, 10, 20, 25, 50, 100])
    expect([92, 0.092, 0.23].map((rate) => step(rate))).toEqual([1000, 1, 2.5])
  })

  it('M6: has steps of at least the currency’s smallest unit', () => {
    expect(shownStep(price({ step: 1 }), view('USD', 0.001))).toBe(0.01)
    expect(shownStep(price({ step: 1 }), view('JPY', 0.1, 0))).toBe(1)
    expect(shownStep(price({}), view('USD', 2))).toBeUndefined()
  })
})
