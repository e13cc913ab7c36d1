import type { FilterConfig } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import { authoredRanges } from './authored-ranges.ts'
import { facetWords } from './facet-words.ts'
import { numberFormat } from './number-format.ts'

const ranges = (values: (string | object)[], attribute_type = 'price') =>
  authoredRanges({
    id: 1,
    key: 'k',
    title: 'T',
    attribute_type,
    values: values.map((one) => (typeof one === 'string' ? { value: one } : one)),
  } as FilterConfig).map(({ value, range, authored }) => [value, range.from, range.to, authored.label])

describe('ranges that a merchant wrote', () => {
  it('R1: are written in one way, each once, the first of two alike', () => {
    expect(ranges([{ value: '0:20.00', label: 'A' }, { value: '0:20', label: 'B' }, '20:'])).toEqual([
      ['0:20', 0, 20, 'A'],
      ['20:', 20, Number.POSITIVE_INFINITY, undefined],
    ])
  })

  it('R2: that are switched off, or no ranges, say nothing', () => {
    expect(ranges([{ value: '0:20', enabled: false }, 'cheap', '5', { value: '20:30', enabled: true }])).toEqual([
      ['20:30', 20, 30, undefined],
    ])
    expect(
      ranges([
        { value: '0:20', enabled: false },
        { value: '0:20.0', label: 'B' },
      ]),
    ).toEqual([['0:20', 0, 20, 'B']])
    expect(ranges(['0:20'], 'vendor')).toEqual([])
  })

  it('R3: one number of stars means that many and more; a range of stars is what it says', () => {
    expect(ranges(['4', '2:3'], 'rating').map(([, from, to]) => [from, to])).toEqual([
      [4, Number.POSITIVE_INFINITY],
      [2, 3],
    ])
  })
})

describe('numbers as people write them', () => {
  it('R4: money without needless decimals, plain numbers without groups, in the language of the locale', () => {
    expect([numberFormat('en', 'USD').format(70), numberFormat('en', 'USD').format(74.99)]).toEqual(['$70', '$74.99'])
    expect([numberFormat('en').format(2026), numberFormat('de').format(1.5)]).toEqual(['2026', '1,5'])
    expect(numberFormat('en').format(1 / 3)).toBe('0.333333')
  })

  it('R5: one that was made is used again, and nonsense from outside gives the plain form', () => {
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

describe('words of facets', () => {
  it('R6: are those of the language, of its relatives in Norway too, else English', () => {
    expect([facetWords('de-AT').inStock, facetWords('nb').inStock, facetWords('nn_NO').inStock]).toEqual(['Auf Lager', 'På lager', 'På lager']) // biome-ignore format: one line reads better
    expect([facetWords('xx').inStock, facetWords('constructor').others, facetWords('').upTo]).toEqual(['In stock', 'Others', 'up to {1}']) // biome-ignore format: one line reads better
  })
})
