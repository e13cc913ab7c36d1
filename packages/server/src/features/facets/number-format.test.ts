import { describe, expect, it } from 'vitest'
import { numberFormat } from './number-format.ts'

describe('formatted numbers', () => {
  it('R4: have no needless decimals for money and no grouping for plain numbers, in the style of the locale', () => {
    expect([numberFormat('en', 'USD').format(70), numberFormat('en', 'USD').format(74.99)]).toEqual(['$70', '$74.99'])
    expect([numberFormat('en').format(2026), numberFormat('de').format(1.5)]).toEqual(['2026', '1,5'])
    expect(numberFormat('en').format(1 / 3)).toBe('0.333333')
  })

  it('R5: reuse formatters, and use the plain format for an invalid locale or currency', () => {
    expect(numberFormat('fr', 'EUR')).toBe(numberFormat('fr', 'EUR'))
    expect(numberFormat('fr')).not.toBe(numberFormat('fr', 'EUR'))
    expect([numberFormat('not a locale').format(1234), numberFormat('en', 'nonsense').format(1234)]).toEqual([
      '1234',
      '1234',
    ])
    const first = numberFormat('sv', 'SEK')
    for (let i = 0; i < 250; i++) numberFormat(`en-x-a${i}`)
    expect(numberFormat('sv', 'SEK')).not.toBe(first)
  })
})
