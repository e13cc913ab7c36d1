import { type AppliedFilter, completeConfig, type FilterConfig } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import type { RequestRefused } from '../errors.ts'
import { readSelections } from './read-selections.ts'

const filter = (id: number, key: string, attribute_type: FilterConfig['attribute_type'], rest: object = {}) =>
  ({ id, key, title: key, attribute_type, ...rest }) as FilterConfig
const config = completeConfig({
  filters: [
    filter(1, 'color', 'option', { attribute: 'Color' }),
    filter(2, 'tag', 'tag', { operator: 'and' }),
    filter(3, 'price', 'price'),
    filter(4, 'stock', 'availability'),
    filter(5, 'collection', 'collection'),
    filter(6, 'rating', 'rating'),
  ],
  collections: [{ id: 11, handle: 'sale', title: 'Sale' }],
})
const read = (...applied: AppliedFilter[]) => readSelections(config, applied)
const faults = (...applied: AppliedFilter[]) => {
  try {
    read(...applied)
    return []
  } catch (error) {
    return (error as RequestRefused).items.map(({ path }) => path.join('.'))
  }
}

describe('selections', () => {
  it('R0: are by filters of the shop or by attributes of any catalog', () => {
    expect(
      read({ key: '@metafield:specs.weight', value: ['1 kg'] }, { key: '@option:Color', value: ['Red'] }),
    ).toMatchObject([
      { key: '@metafield:specs.weight', field: { kind: 'terms', name: 'metafield:specs.weight' }, values: ['1 kg'] },
      { key: '@option:Color', field: { kind: 'option', name: 'color' } },
    ])
    expect(read({ key: '@price', value: ['5:'] })).toMatchObject([{ ranges: [{ from: 5 }] }])
    for (const key of ['@', '@metafield', '@metafield:', '@price:x', '@status', 'price ', '@Price'])
      expect(faults({ key, value: ['1:2'] })).toEqual(['applied_filters.0.key'])
  })

  it('R1: combine entries with the same key, with all values and the last operator', () => {
    expect(
      read({ key: 'color', value: ['Red'], operator: 'AND' }, { key: 'color', value: ['Blue', 'Red'] }),
    ).toMatchObject([{ key: 'color', operator: 'and', values: ['Red', 'Blue'], ranges: [] }])
    expect(
      read({ key: 'color', value: ['a'], operator: 'and' }, { key: 'color', value: [], operator: 'or' }),
    ).toMatchObject([{ operator: 'or' }])
  })

  it('R2: use the request’s operator, or else the filter’s, or else "or"', () => {
    expect(read({ key: 'tag', value: ['a'] })).toMatchObject([{ operator: 'and' }])
    expect(read({ key: 'tag', value: ['a'], operator: 'or' })).toMatchObject([{ operator: 'or' }])
    expect(read({ key: 'color', value: ['a'] })).toMatchObject([{ operator: 'or' }])
  })

  it('R3: are empty for a key without values', () => {
    expect(read({ key: 'color', value: [] })).toEqual([])
  })

  it('R4: report unknown keys, unknown operators and invalid ranges with their path', () => {
    expect(faults({ key: 'color', value: ['a'] }, { key: 'nope', value: [] })).toEqual(['applied_filters.1.key'])
    expect(faults({ key: 'color', value: ['a'], operator: 'xor' })).toEqual(['applied_filters.0.operator'])
    expect(faults({ key: 'price', value: ['cheap'] })).toEqual(['applied_filters.0.value'])
  })

  it('R5: read ranges in every form and order; a single rating means that many stars or more', () => {
    const ranges = (key: string, ...value: string[]) => read({ key, value })[0]?.ranges
    for (const value of [['10:50'], ['50:10'], ['10', '50'], ['50', '10']])
      expect(ranges('price', ...value)).toEqual([{ from: 10, to: 50 }])
    expect(ranges('price', '10:')).toEqual([{ from: 10, to: Number.POSITIVE_INFINITY }])
    expect(ranges('price', ':50')).toEqual([{ from: Number.NEGATIVE_INFINITY, to: 50 }])
    expect(ranges('price', '7')).toEqual([{ from: 7, to: 7 }])
    expect(ranges('rating', '4')).toEqual([{ from: 4, to: Number.POSITIVE_INFINITY }])
    expect(ranges('rating', '4:5')).toEqual([{ from: 4, to: 5 }])
    expect(ranges('rating', '3', '4')).toEqual([{ from: 3, to: 4 }])
  })

  it('R6: read availability in every spelling, and collections also by id', () => {
    const values = (key: string, ...value: string[]) => read({ key, value })[0]?.values
    const [yes] = values('stock', 'true') as string[]
    expect(values('stock', '1', ' Available ', 'TRUE')).toEqual([yes, yes, yes])
    const [no] = values('stock', 'false') as string[]
    expect(values('stock', '0', 'unavailable')).toEqual([no, no])
    expect(no).not.toBe(yes)
    expect(values('stock', 'maybe')).toEqual(['maybe'])
    expect(values('collection', '11', 'sale', 'other')).toEqual(['sale', 'other'])
  })
})
