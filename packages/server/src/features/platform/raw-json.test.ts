import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RawJson, writeJson } from './raw-json.ts'

const ready = (value: object) => new RawJson(JSON.stringify(value))
const read = (answer: unknown) => JSON.parse(writeJson(answer).toString())

describe('an answer with serialized parts', () => {
  it('reads as if it had been serialized as a whole', () => {
    const answer = { status: 'ok', products: [ready({ product_id: 1 }), { product_id: 2 }], pagination: { total: 2 } }
    expect(read(answer)).toEqual({
      status: 'ok',
      products: [{ product_id: 1 }, { product_id: 2 }],
      pagination: { total: 2 },
    })
  })

  it('may contain the parts in sections, and in data under names', () => {
    const answer = {
      sections: [{ id: 1, products: [ready({ product_id: 1 })], cursor: null }],
      data: { 'a "quoted" name': { recommendations: [ready({ product_id: 2 })] } },
    }
    expect(read(answer)).toEqual(JSON.parse(JSON.stringify(answer)))
  })

  it('adds fields at the end of a part', () => {
    expect(JSON.parse(ready({ a: 1 }).with({ b: 2 }).json)).toEqual({ a: 1, b: 2 })
    expect(ready({ a: 1 }).with({ b: undefined }).json).toBe('{"a":1}')
  })

  it('keeps letters of every script, inside and outside of parts', () => {
    const product = { title: 'Überwurf – 長い ’s 🛋' }
    const answer = { title: 'naïve 長い', products: [ready(product), ready(product).with({ label: '−20 % 🛋' })] }
    expect(read(answer)).toEqual({
      title: 'naïve 長い',
      products: [product, { ...product, label: '−20 % 🛋' }],
    })
  })

  it('may add fields several times without changing the original part', () => {
    const part = ready({ a: 1 })
    expect(read({ products: [part.with({ b: 2 }).with({ c: [3] }), part] })).toEqual({
      products: [{ a: 1, b: 2, c: [3] }, { a: 1 }],
    })
  })

  it('may contain empty lists beside parts, or nothing else', () => {
    const answer = { sections: [{ products: [ready({ a: 1 })], data: {}, recommendations: [] }], products: [] }
    expect(read(answer)).toEqual(JSON.parse(JSON.stringify(answer)))
    expect(read([ready({ a: 1 })])).toEqual([{ a: 1 }])
    expect(read({ products: [ready({ a: 1 })], data: null, sections: 'x' })).toEqual({ products: [{ a: 1 }], data: null, sections: 'x' }) // biome-ignore format: one line reads better
    expect(read({ products: [undefined, ready({ a: 1 })] })).toEqual({ products: [null, { a: 1 }] })
  })

  it('is bytes only if it has serialized parts', () => {
    expect(writeJson({ products: [{ a: 1 }] })).toBe('{"products":[{"a":1}]}')
    expect(writeJson({ products: [ready({ a: 1 })] })).toEqual(Buffer.from('{"products":[{"a":1}]}'))
  })

  it('equals the result of JSON.stringify for any value', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('products', 'sections', 'data', 'other'), fc.jsonValue()), (answer) => {
        expect(read(answer)).toEqual(JSON.parse(JSON.stringify(answer)))
      }),
      { numRuns: 500 },
    )
  })

  it('equals the result of JSON.stringify, whichever parts are serialized', () => {
    const parts = fc.array(
      fc.oneof(
        fc.jsonValue(),
        fc.jsonValue().map((value) => ready({ value })),
      ),
    )
    const answers = fc.record({
      products: parts,
      sections: fc.array(fc.record({ products: parts })),
      other: fc.jsonValue(),
    })
    fc.assert(
      fc.property(answers, (answer) => {
        expect(read(answer)).toEqual(JSON.parse(JSON.stringify(answer)))
      }),
      { numRuns: 100 },
    )
  })
})
