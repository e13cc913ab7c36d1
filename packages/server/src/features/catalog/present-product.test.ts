import { completeConfig } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import type { Product } from '../../ports/record-store/product.ts'
import { presentPageProduct } from './present-page-product.ts'
import { presentProduct } from './present-product.ts'
import { priceViewOf } from '../platform/price-view.ts'

const mug: Product = {
  id: 7,
  title: 'Mug',
  handle: 'mug',
  bodyHtml: '',
  vendor: 'Clay & Co',
  productType: 'Kitchen',
  tags: ['blue', 'stoneware'],
  status: 'active',
  createdAt: null,
  updatedAt: null,
  publishedAt: null,
  options: [{ id: 1, name: 'Size', position: 1, values: ['S', 'L'] }],
  variants: [variant(71, 'L', 12, 20, 0), variant(72, 'S', 9.99, null, 3)],
  images: [{ id: 5, src: 'https://cdn.test/mug.jpg', alt: 'A mug', width: 10, height: 20 }],
  collections: [],
  publicationIds: null,
  marketIds: null,
  catalogIds: null,
  metafields: [{ namespace: 'custom', key: 'glaze', value: 'matte', type: 'text' }],
  rating: null,
  translations: { de: { title: 'Becher' } },
}

const config = completeConfig({ shop: { currency: 'USD' }, currency_rates: { EUR: 0.92, JPY: 151.3 } })

describe('presentProduct', () => {
  it('shows tags as an array and alt_text in search answers', () => {
    const shown = presentProduct(mug, { style: 'search', prices: priceViewOf(config, {}) })
    expect(shown).toMatchObject({
      product_id: 7,
      tags: ['blue', 'stoneware'],
      price: 9.99,
      compare_at_price: null,
      image: { id: 5, alt_text: 'A mug' },
      is_in_stock: true,
      total_inventory: 3,
    })
    expect(shown.variants[0]?.price).toBe(12)
  })

  it('shows tags as a string, altText and string variant prices in sections', () => {
    const shown = presentProduct(mug, { style: 'section', prices: priceViewOf(config, {}) })
    expect(shown).toMatchObject({ tags: 'blue, stoneware', image: { altText: 'A mug' } })
    expect(shown.variants).toMatchObject([{ price: '12.00', compare_at_price: '20.00' }, { price: '9.99' }])
  })

  it('converts, rounds and translates for the shopper', () => {
    const euro = presentProduct(mug, {
      style: 'search',
      prices: priceViewOf(config, { currency: 'eur' }),
      locale: 'de-AT',
    })
    expect(euro).toMatchObject({ title: 'Becher', price: 9.99, display_price: 9.19, display_currency: 'EUR' })
    const yen = presentProduct(mug, { style: 'search', prices: priceViewOf(config, { currency: 'JPY' }) })
    expect(yen.display_price).toBe(1511)
  })

  it('applies the price list of a business account and keeps the shop currency where no rate is known', () => {
    const shown = presentProduct(mug, {
      style: 'search',
      prices: priceViewOf(config, { currency: 'GBP', discountPercent: 10 }),
    })
    expect(shown).toMatchObject({ price: 8.99, display_price: 8.99, display_currency: 'USD', currency_rate: 1 })
  })
})

describe('the product of a page', () => {
  const shown = (bodyHtml: string, locale?: string) =>
    presentPageProduct(
      { ...mug, bodyHtml, rating: { value: 4.5, count: 8 }, translations: { de: { body_html: '<p>Für Tee</p>' } } },
      { prices: priceViewOf(config, {}), ...(locale ? { locale } : {}) },
    )

  it('has its description in paragraphs, without markup, in the language asked for', () => {
    expect(shown('<p>For <b>tea</b></p><ul><li>Blue</li><li>Round &amp; small</li></ul>').description).toBe(
      'For tea\n\nBlue\n\nRound & small',
    )
    expect(shown('<p>For tea</p>', 'de-AT').description).toBe('Für Tee')
  })

  it('leaves out scripts, even those that write markup', () => {
    expect(shown('Cup<script>write("<p>x</p>")</script><br>Blue').description).toBe('Cup\n\nBlue')
  })

  it('has its rating', () => {
    expect(shown('').rating).toEqual({ value: 4.5, count: 8 })
  })
})

function variant(id: number, size: string, price: number, compareAtPrice: number | null, stock: number) {
  return {
    id,
    title: size,
    position: 1,
    sku: '',
    barcode: '',
    price,
    compareAtPrice,
    optionValues: [size],
    inventoryQuantity: stock,
    inventoryPolicy: 'deny' as const,
    inventoryTracked: true,
    imageId: null,
  }
}
