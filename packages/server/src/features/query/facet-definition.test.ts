import type { FilterConfig } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import { authoredValues, displayType } from './facet-definition.ts'

const filter = (attribute_type: string, parts: object = {}) => ({ attribute_type, ...parts }) as FilterConfig

describe('a filter', () => {
  it('A1: has its own display type; the default is a range for prices, a rating for ratings, and else a list', () => {
    expect(displayType(filter('price', { type: 'list' }))).toBe('list')
    expect(['price', 'rating', 'vendor'].map((type) => displayType(filter(type)))).toEqual(['range', 'rating', 'list'])
  })

  it('A2: has the merchant’s values in order; they are enabled unless switched off', () => {
    const values = [
      { value: 'a' },
      { value: 'b', position: 9, order: 3 },
      { value: 'c', order: 4 },
      { value: 'd', enabled: false },
      { value: 'e', enabled: true },
    ]
    expect(authoredValues(filter('vendor', { values }))).toEqual([
      { value: 'a', position: 1, enabled: true },
      { value: 'b', position: 9, enabled: true },
      { value: 'c', position: 4, enabled: true },
      { value: 'd', position: 4, enabled: false },
      { value: 'e', position: 5, enabled: true },
    ])
  })

  it('A3: has ranges instead of values for numbers', () => {
    expect(authoredValues(filter('price', { values: [{ value: '0:10' }] }))).toEqual([])
    expect(authoredValues(filter('vendor'))).toEqual([])
  })
})
