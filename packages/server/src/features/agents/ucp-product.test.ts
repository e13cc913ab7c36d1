import { completeConfig } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import type { Product, Variant } from '../../ports/record-store/product.ts'
import { sampleProduct } from '../../ports/record-store/sample-product.ts'
import { priceViewOf } from '../platform/price-view.ts'
import { ucpProduct } from './ucp-product.ts'

const config = completeConfig({ shop: { currency: 'EUR' }, currency_rates: { JPY: 160 } } as never)
const variant = (id: number, parts: Partial<Variant> = {}) => ({ ...sampleProduct(1).variants[0]!, id, ...parts })
const shown = (parts: Partial<Product> = {}, currency = 'EUR') => {
  const product = sampleProduct(1, parts)
  const view = { shop: 'a.example', prices: priceViewOf(config, { currency }), answer: { vitrine_request: 'r' } }
  return ucpProduct(product, product.variants, view)
}

describe('a product as the protocol writes it', () => {
  it('U1: has a price range in the smallest unit of the currency', () => {
    const variants = [variant(1, { price: 12.34 }), variant(2, { price: 5 }), variant(3, { price: 20.01 })]
    expect(shown({ variants }).price_range).toEqual({
      min: { amount: 500, currency: 'EUR' },
      max: { amount: 2001, currency: 'EUR' },
    })
    expect(shown({ variants }, 'JPY').price_range.max).toEqual({ amount: 3202, currency: 'JPY' })
  })

  it('U2: has a plain description of at most 800 characters, or else its title', () => {
    expect(shown({ bodyHtml: '<p>Soft &amp; wide.</p>' }).description.plain).toBe('Soft & wide.')
    expect(shown({ bodyHtml: 'x'.repeat(900) }).description.plain).toHaveLength(800)
    expect(shown({ bodyHtml: '<p></p>', title: 'Sofa' }).description.plain).toBe('Sofa')
  })

  it('U3: has the platform’s id, and at most forty variants', () => {
    const variants = Array.from({ length: 45 }, (_, i) => variant(i + 1, { externalId: `variant_${i}` }))
    const { id, variants: reported } = shown({ externalId: 'prod_01HX', variants })
    expect([id, reported.length, reported[39]?.id, shown().id]).toEqual(['prod_01HX', 40, 'variant_39', '1'])
  })

  it('U4: has the former price of a variant if it was higher', () => {
    const list = (compareAtPrice: number | null) =>
      shown({ variants: [variant(1, { price: 10, compareAtPrice })] }).variants[0]!.list_price
    expect([list(null), list(10), list(9), list(10.5)]).toEqual([undefined, undefined, undefined, { amount: 1050, currency: 'EUR' }]) // biome-ignore format: one line reads better
  })

  it('U5: states availability, SKU if there is one, and options by name', () => {
    const [first] = shown({ variants: [variant(1, { inventoryQuantity: 0, sku: '', optionValues: [] })] }).variants
    expect(first).toMatchObject({
      availability: { available: false, status: 'out_of_stock' },
      options: [{ name: 'Size', label: '' }],
    })
    expect(first).not.toHaveProperty('sku')
    expect(shown().variants[0]).toMatchObject({
      sku: 'SKU-1',
      description: { plain: 'Product 1, S' },
      availability: { available: true, status: 'in_stock' },
      options: [{ name: 'Size', label: 'S' }],
    })
  })

  it('U6: has a category if it has a type, pictures with alt texts, and at most twenty tags', () => {
    expect([shown().categories, shown({ productType: '' }).categories]).toEqual([
      [{ value: 'Shirts', taxonomy: 'merchant' }],
      [],
    ])
    const image = { id: 1, src: 'https://x.example/1.jpg', width: null, height: null }
    expect(
      shown({
        images: [
          { ...image, alt: 'Front' },
          { ...image, alt: null },
        ],
      }).media,
    ).toEqual([
      { type: 'image', url: image.src, alt_text: 'Front' },
      { type: 'image', url: image.src },
    ])
    expect(shown({ tags: Array.from({ length: 25 }, (_, i) => `t${i}`) }).tags).toHaveLength(20)
    expect(shown().url).toBe('https://a.example/products/product-1?vitrine_request=r')
  })
})
