import { describe, expect, it } from 'vitest'
import { parseJson, productsOf } from './json-lines-products.ts'

describe('the products in a value', () => {
  const one = { id: 1 }

  it('J1: itself, or those it wraps', () => {
    expect(productsOf(one)).toEqual([one])
    expect(productsOf({ products: [one, one] })).toEqual([one, one])
    expect(productsOf({ product: one })).toEqual([one])
    expect(productsOf({ node: one })).toEqual([one])
  })

  it('J2: what wraps nothing is left to be refused as it is', () => {
    for (const value of [null, 7, 'text', [one], { product: null }, { node: 7 }, { products: one }])
      expect(productsOf(value)).toEqual([value])
  })
})

describe('a line of JSON', () => {
  const parsed = (text: string) => parseJson(Buffer.from(text))

  it('J3: is read with or without a mark at its beginning and blanks round it', () => {
    expect(parsed(' {"id":1} ')).toEqual({ kind: 'value', value: { id: 1 } })
    expect(parsed('\uFEFF{"id":1}')).toEqual({ kind: 'value', value: { id: 1 } })
    expect([parsed(''), parsed('  ')]).toEqual([{ kind: 'blank' }, { kind: 'blank' }])
  })

  it('J4: says what is wrong with it', () => {
    expect(parsed('{')).toMatchObject({ kind: 'fault', reason: expect.stringMatching('not valid JSON') })
    expect(parseJson(Buffer.from([0x22, 0xff, 0x22]))).toMatchObject({ reason: 'is not valid UTF-8' })
    expect(parsed('['.repeat(5000))).toMatchObject({ reason: expect.stringMatching('levels deep') })
  })
})
