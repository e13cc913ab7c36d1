import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { searchRequestOf, searchStateFromUrl, searchStateToUrl } from './url-state.ts'

const word = fc.string({ minLength: 1, maxLength: 8 })
const key = word.filter((name) => !['q', 'sort', 'page', '__proto__'].includes(name))
const states = fc.record({
  query: fc.string(),
  filters: fc.dictionary(key, fc.array(word, { minLength: 1, maxLength: 3 })).map((one) => ({ ...one })),
  sortBy: fc.constantFrom(null, 'price_asc' as const, 'newest' as const),
  page: fc.integer({ min: 1, max: 400 }),
})

describe('a search state in a URL', () => {
  it('is the same when it is read back', () => {
    fc.assert(
      fc.property(states, (state) => {
        expect(searchStateFromUrl(String(searchStateToUrl(state)))).toEqual(state)
      }),
    )
  })

  it('is read from the forms that frameworks give a query string', () => {
    fc.assert(
      fc.property(states, (state) => {
        const params = searchStateToUrl(state)
        const record: Record<string, string | string[]> = Object.create(null)
        for (const name of params.keys()) {
          const values = params.getAll(name)
          record[name] = values.length === 1 ? (values[0] as string) : values
        }
        expect(searchStateFromUrl(params)).toEqual(state)
        expect(searchStateFromUrl(record)).toEqual(state)
      }),
    )
    expect(searchStateFromUrl({ q: undefined, color: null, size: [null, 'M'] })).toMatchObject({
      filters: { size: ['M'] },
    })
  })

  it('has only one URL, without default values', () => {
    const plain = { query: '', filters: {}, sortBy: null, page: 1 }
    expect(String(searchStateToUrl(plain))).toBe('')
    const filters = { size: ['M'], color: ['Blue', 'Red'] }
    expect(String(searchStateToUrl({ ...plain, query: 'sofa', filters, page: 2 }))).toBe(
      'q=sofa&color=Blue&color=Red&size=M&page=2',
    )
  })

  it('has page 1 if the page number is invalid', () => {
    for (const page of ['0', '-3', 'x', '1.5', '']) expect(searchStateFromUrl(`page=${page}`).page).toBe(1)
  })

  it('is converted to a request', () => {
    const state = searchStateFromUrl('?q=sofa&color=Blue&page=3')
    expect(searchRequestOf(state, 24)).toEqual({
      query: 'sofa',
      appliedFilters: [{ key: 'color', value: ['Blue'] }],
      sortBy: null,
      pagination: { page: 3, limit: 24 },
    })
  })
})
