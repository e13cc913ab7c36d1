import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Product } from '../../ports/record-store/product.ts'
import { sampleProduct } from '../../ports/record-store/sample-product.ts'
import { toAdminProduct } from './admin-product.ts'
import { normalizeProduct } from './normalize/normalize-product.ts'

const word = fc
  .string({ unit: fc.constantFrom('a', 'B', '1', 'é', ' ', '-'), minLength: 1 })
  .map((text) => `x${text.trim()}`)
const money = fc.integer({ min: 1, max: 1_000_000 }).map((mills) => mills / 1000)

const product: fc.Arbitrary<Product> = fc
  .record({
    title: word,
    tags: fc.uniqueArray(word, { maxLength: 3 }),
    status: fc.constantFrom('active' as const, 'draft' as const, 'archived' as const),
    publishedAt: fc.constantFrom(null, '2026-01-01T00:00:00.000Z'),
    publicationIds: fc.option(fc.uniqueArray(fc.constantFrom('1', '2', '30'))),
    catalogIds: fc.option(fc.uniqueArray(word)),
    rating: fc.option(fc.record({ value: fc.constantFrom(0, 3.5, 5), count: fc.nat({ max: 1_000_000_000 }) })),
    price: money,
    compareAtPrice: fc.option(money),
    inventoryQuantity: fc.integer({ min: -5, max: 100 }),
    inventoryTracked: fc.boolean(),
  })
  .map(({ price, compareAtPrice, inventoryQuantity, inventoryTracked, ...parts }) => {
    const sample = sampleProduct(7, parts)
    const variant = { ...sample.variants[0]!, price, compareAtPrice, inventoryQuantity, inventoryTracked }
    return { ...sample, variants: [variant] }
  })

describe('toAdminProduct', () => {
  it('gives a document that reads back as the same product', () => {
    fc.assert(
      fc.property(product, (original) => {
        expect(normalizeProduct(toAdminProduct(original))).toEqual({ kind: 'product', product: original })
      }),
    )
  })

  it('survives being written as JSON', () => {
    const original = sampleProduct(7, {
      images: [{ id: 1, src: 'https://example.com/1.jpg', alt: 'One', width: 3, height: 4 }],
      metafields: [{ namespace: 'custom', key: 'fit', value: 'slim', type: 'single_line_text_field' }],
      translations: { fr: { title: 'Un' } },
      marketIds: [3],
      collections: ['winter', '12'],
    })
    const text = JSON.stringify(toAdminProduct(original))
    expect(normalizeProduct(JSON.parse(text))).toEqual({ kind: 'product', product: original })
  })
})
