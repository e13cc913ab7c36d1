import { completeConfig, type FilterConfig } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import { RequestRefused } from '../errors.ts'
import { priceViewOf } from '../platform/price-view.ts'
import { facetRequest, namedFilters } from './facet-requests.ts'

const filter = (parts: object = {}) =>
  ({ id: 1, key: 'tag', title: 't', attribute_type: 'tag', ...parts }) as FilterConfig
const prices = priceViewOf(completeConfig({}), {})
const ask = (of: FilterConfig, options: object = {}, selections: object[] = []) =>
  facetRequest(of, options as never, { selections: selections as never, prices })

describe('the request for a facet', () => {
  it('Q1: defaults to twenty values by count, without empty ones', () => {
    expect(ask(filter())).toMatchObject({
      key: 'tag',
      operator: 'or',
      sortBy: 'count',
      limit: 20,
      includeZeroCounts: false,
      includeDisabled: false,
      groupOthers: false,
      ranges: undefined,
    })
  })

  it('Q1b: reads no stars for an option called rating', () => {
    expect(ask(filter({ attribute_type: 'option', attribute: 'rating' })).ranges).toBeUndefined()
    expect(ask(filter({ attribute_type: 'rating' })).ranges).toHaveLength(4)
  })

  it('Q2: prefers the request’s settings to the filter’s', () => {
    const own = filter({ operator: 'and', settings: { sort_by: 'label', group_others: true } })
    expect(ask(own)).toMatchObject({ operator: 'and', sortBy: 'label', groupOthers: true })
    const options = { sort_by: 'position', limit: 5, include_zero_counts: true, include_disabled: true }
    expect(
      ask(own, options, [
        { key: 'x', operator: 'and' },
        { key: 'tag', operator: 'or' },
      ]),
    ).toMatchObject({
      operator: 'or',
      sortBy: 'position',
      limit: 5,
      includeZeroCounts: true,
      includeDisabled: true,
    })
  })

  it('Q3: counts stars as “or more”, and prices in the merchant’s ranges', () => {
    const up = (from: number) => ({ from, to: Number.POSITIVE_INFINITY })
    expect(ask(filter({ attribute_type: 'rating' })).ranges).toEqual([up(4), up(3), up(2), up(1)])
    expect(ask(filter({ attribute_type: 'price' })).ranges).toBeUndefined()
    const written = filter({ attribute_type: 'price', values: [{ value: '0:20' }, { value: '20:50' }] })
    expect(ask(written).ranges).toEqual([{ from: 0, to: 20 }, { from: 20, to: 50 }]) // biome-ignore format: one line reads better
  })
})

describe('named filters', () => {
  const config = completeConfig({
    filters: [filter(), filter({ id: 2, key: 'vendor', attribute_type: 'vendor' })],
  } as never)
  const keys = (...names: string[]) => namedFilters(config, names.map((key) => ({ key }))).map(({ key }) => key) // biome-ignore format: one line reads better

  it('Q4: come in the requested order without duplicates; unknown ones are refused by index', () => {
    expect(keys('vendor', 'tag', 'vendor')).toEqual(['vendor', 'tag'])
    expect(keys()).toEqual([])
    expect(() => keys('tag', 'nope')).toThrow(RequestRefused)
    try {
      keys('tag', ...Array.from({ length: 150 }, (_, i) => `x${i}`))
    } catch (error) {
      const { items } = error as RequestRefused
      expect([items.length, items[0]!.message]).toEqual([
        100,
        '"facets[1].key" must be the key of a filter of the shop',
      ])
    }
  })
})
