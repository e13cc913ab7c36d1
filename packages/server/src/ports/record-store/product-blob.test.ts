import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson, decodeProduct, encodeProduct } from './product-blob.ts'
import { sampleProduct } from './sample-product.ts'

describe('product blobs', () => {
  it('decodes what was encoded, whatever the texts', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.array(fc.string()), (bodyHtml, tags) => {
        const product = sampleProduct(1, { bodyHtml: bodyHtml.toWellFormed(), tags })
        expect(decodeProduct(encodeProduct(product).body)).toEqual(product)
      }),
    )
  })

  it('says which format it cannot read', () => {
    expect(() => decodeProduct(Buffer.of(9, 1, 2))).toThrow('unknown format 9')
  })
})

describe('canonicalJson', () => {
  it('is one text for equal values, and reads back as the value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value)
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
        expect(canonicalJson(JSON.parse(text))).toBe(text)
      }),
    )
  })
})
