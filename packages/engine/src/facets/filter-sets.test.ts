/** Compares the numbers that pass a selection of ranges with the definition of ranges. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SHOP_PRICES } from '../columns/price-conversion.ts'
import type { NumberRange, Selection } from './facet-field.ts'
import { rangeTest } from './filter-sets.ts'

const selection = (operator: Selection['operator'], ranges: readonly NumberRange[]): Selection => ({
  key: 'price',
  field: { kind: 'number', name: 'price' },
  operator,
  values: [],
  ranges: ranges.map((range) => ({ ...range })),
})
const isIn =
  (value: number) =>
  ({ from, to }: NumberRange) =>
    value >= from && value <= to
const bound = fc.integer({ min: 0, max: 12 })
const ranges = fc.array(fc.record({ from: bound, to: bound }), { minLength: 1, maxLength: 6 })
const VALUES = Array.from({ length: 29 }, (_, i) => i / 2 - 0.5)

describe('ranges', () => {
  it('R1: combined by "or" pass what is in any of them, both ends included; a reversed one is empty', () => {
    fc.assert(
      fc.property(ranges, (picked) => {
        const test = rangeTest(selection('or', picked), SHOP_PRICES)
        for (const value of VALUES) expect([value, test(value)]).toEqual([value, picked.some(isIn(value))])
      }),
      { numRuns: 300 },
    )
  })

  it('R2: combined by "and" pass what is in all of them', () => {
    fc.assert(
      fc.property(ranges, (picked) => {
        const test = rangeTest(selection('and', picked), SHOP_PRICES)
        for (const value of VALUES) expect([value, test(value)]).toEqual([value, picked.every(isIn(value))])
      }),
      { numRuns: 100 },
    )
  })

  it('R3: pass nothing if there are none, or for a field of words', () => {
    expect(rangeTest(selection('or', []), SHOP_PRICES)(5)).toBe(false)
    const words: Selection = { ...selection('or', [{ from: 0, to: 9 }]), field: { kind: 'terms', name: 'tag' } }
    expect(rangeTest(words, SHOP_PRICES)(5)).toBe(false)
  })

  it('R4: do not pass products without a price', () => {
    const all = [{ from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }]
    expect(rangeTest(selection('or', all), SHOP_PRICES)(Number.NaN)).toBe(false)
    expect(rangeTest(selection('or', [...all, { from: 1, to: 0 }]), SHOP_PRICES)(7)).toBe(true)
  })
})
