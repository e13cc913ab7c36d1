import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { itemNumber, productNumber } from './item-number.ts'
import { decodeProduct, ProductBlob, productJson } from './product-blob.ts'
import { sampleProduct } from './sample-product.ts'

describe('product blobs', () => {
  it('decodes an encoded product with any texts', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.array(fc.string()), (bodyHtml, tags) => {
        const product = sampleProduct(1, { bodyHtml: bodyHtml.toWellFormed(), tags })
        expect(decodeProduct(new ProductBlob(product).body)).toEqual(product)
      }),
    )
  })

  it('reads the platform’s ids where earlier versions stored them', () => {
    const kept = (value: string) => [{ namespace: 'source', key: 'id', value }]
    const [variant] = sampleProduct(1).variants
    const old = sampleProduct(productNumber('prod_01H'), {
      metafields: [...kept('prod_01H'), { namespace: 'a', key: 'b', value: 'c' }],
      variants: [{ ...variant!, id: itemNumber('variant', 'v_1'), metafields: kept('v_1') }],
    })
    const read = decodeProduct(new ProductBlob(old).body)
    expect([read.externalId, read.variants[0]?.externalId]).toEqual(['prod_01H', 'v_1'])
    expect([read.metafields, read.variants[0]?.metafields]).toEqual([old.metafields.slice(1), []])
    const own = sampleProduct(7, { metafields: kept('prod_01H') })
    expect(decodeProduct(new ProductBlob(own).body)).toEqual(own)
  })

  it('names an unknown format', () => {
    expect(() => decodeProduct(Buffer.of(9, 1, 2))).toThrow('unknown format 9')
  })
})

describe('productJson', () => {
  const full = sampleProduct(1, {
    externalId: 'prod_01H',
    images: [{ id: 1, src: 'https://example.com/1.jpg', alt: null, width: 1, height: 2 }],
    metafields: [
      { namespace: 'a', key: 'b', value: 'c', type: 'd', name: 'Fabric' },
      { namespace: 'a', key: 'e', value: 'f' },
    ],
    variants: sampleProduct(1).variants.map((variant) => ({
      ...variant,
      grams: 250,
      metafields: [{ namespace: 'market', key: 'eu.price', value: '9.50' }],
    })),
    rating: { value: 4, count: 2 },
    translations: { fr: { title: 'Un', body_html: '<p>' }, de: { title: 'Eins' } },
  })

  it('parses to the same product', () => {
    expect(JSON.parse(productJson(full))).toEqual(full)
  })

  it('is the same text for any order of keys', () => {
    expect(productJson(turned(full))).toBe(productJson(full))
  })
})

function turned<T>(value: T): T {
  if (Array.isArray(value)) return value.map(turned) as T
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]) => [key, turned(inner)])
  return Object.fromEntries(entries.reverse()) as T
}
