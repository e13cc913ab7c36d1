import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ReadyJson, writeJson } from './ready-json.ts'

const ready = (value: object) => new ReadyJson(JSON.stringify(value))

describe('an answer with ready parts', () => {
  it('reads as if it had been written whole', () => {
    const answer = { status: 'ok', products: [ready({ product_id: 1 }), { product_id: 2 }], pagination: { total: 2 } }
    expect(JSON.parse(writeJson(answer))).toEqual({
      status: 'ok',
      products: [{ product_id: 1 }, { product_id: 2 }],
      pagination: { total: 2 },
    })
  })

  it('may hold them in sections and in data by name', () => {
    const answer = {
      sections: [{ id: 1, products: [ready({ product_id: 1 })], cursor: null }],
      data: { 'a "quoted" name': { recommendations: [ready({ product_id: 2 })] } },
    }
    expect(JSON.parse(writeJson(answer))).toEqual(JSON.parse(JSON.stringify(answer)))
  })

  it('takes further fields at the end of a ready part', () => {
    expect(JSON.parse(ready({ a: 1 }).with({ b: 2 }).json)).toEqual({ a: 1, b: 2 })
    expect(ready({ a: 1 }).with({ b: undefined }).json).toBe('{"a":1}')
  })

  it('is what JSON.stringify writes, for anything', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('products', 'sections', 'data', 'other'), fc.jsonValue()), (answer) => {
        expect(JSON.parse(writeJson(answer))).toEqual(JSON.parse(JSON.stringify(answer)))
      }),
      { numRuns: 500 },
    )
  })
})
