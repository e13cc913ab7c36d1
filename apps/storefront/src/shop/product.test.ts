import { describe, expect, it } from 'vitest'
import { productPath, type ShopProduct, type ShopVariant, shownImage, shownPrice } from './product.ts'

const picture = (url: string) => ({ id: 1, url, width: 1, height: 1 })
const variant = (variantId: number, fields: Partial<ShopVariant>): ShopVariant => ({
  variantId,
  title: '',
  price: 50,
  compareAtPrice: null,
  selectedOptions: [],
  image: null,
  isInStock: true,
  sku: '',
  ...fields,
})
const product = (matchedVariantId?: number | null) =>
  ({
    productId: 1,
    handle: 'shirt',
    image: picture('product'),
    displayPrice: 100,
    displayCompareAtPrice: null,
    currencyRate: 2,
    variants: [variant(10, {}), variant(11, { price: '60', compareAtPrice: '80', image: picture('blue') })],
    ...(matchedVariantId === undefined ? {} : { matchedVariantId }),
  }) as unknown as ShopProduct

describe('a product with a matching variant', () => {
  it('shows the variant’s picture, and its price in the shopper’s currency, and links to it', () => {
    expect(shownImage(product(11)).url).toBe('blue')
    expect(shownPrice(product(11))).toEqual({ now: 120, before: 160, percentOff: 25 })
    expect(productPath(product(11))).toBe('/products/1/shirt?variant=11')
  })

  it('shows the product’s picture if the variant has none', () => {
    expect(shownImage(product(10)).url).toBe('product')
  })

  it.each([undefined, null])('shows the product itself if no variant is named (%s)', (none) => {
    expect(shownImage(product(none)).url).toBe('product')
    expect(shownPrice(product(none))).toEqual({ now: 100, before: 0, percentOff: 0 })
    expect(productPath(product(none))).toBe('/products/1/shirt')
  })
})
