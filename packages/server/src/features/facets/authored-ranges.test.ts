import type { FilterConfig } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import { authoredRanges } from './authored-ranges.ts'

const ranges = (values: (string | object)[], attribute_type = 'price') =>
  authoredRanges({
    id: 1,
    key: 'k',
    title: 'T',
    attribute_type,
    values: values.map((one) => (typeof one === 'string' ? { value: one } : one)),
  } as FilterConfig).map(({ value, range, authored }) => [value, range.from, range.to, authored.label])

describe('ranges that a merchant wrote', () => {
  it('R1: have one notation, without duplicates', () => {
    expect(ranges([{ value: '0:20.00', label: 'A' }, { value: '0:20', label: 'B' }, '20:'])).toEqual([
      ['0:20', 0, 20, 'A'],
      ['20:', 20, Number.POSITIVE_INFINITY, undefined],
    ])
  })

  it('R2: are left out if switched off or invalid', () => {
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

  it('R3: read one number of stars as that many or more, and a range of stars as it is', () => {
    expect(ranges(['4', '2:3'], 'rating').map(([, from, to]) => [from, to])).toEqual([
      [4, Number.POSITIVE_INFINITY],
      [2, 3],
    ])
  })
})
