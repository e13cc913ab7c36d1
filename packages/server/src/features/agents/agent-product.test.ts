import type { SearchProduct } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import { agentProduct, productUrl } from './agent-product.ts'

const variant = (variant_id: number, parts: object) => ({
  variant_id,
  title: `Nr ${variant_id}`,
  price: 10,
  compare_at_price: null,
  is_in_stock: true,
  ...parts,
})
const product = (parts: object = {}) =>
  ({
    product_id: 1,
    title: 'Mug',
    vendor: 'Acme',
    product_type: 'Mugs',
    handle: 'mug é',
    display_price: 8,
    display_compare_at_price: 9,
    display_currency: 'EUR',
    currency_rate: 1,
    is_in_stock: true,
    image: { url: '/a.jpg' },
    matched_variant_id: null,
    variants: [variant(11, { price: 12, compare_at_price: 15, is_in_stock: false }), variant(12, {})],
    ...parts,
  }) as unknown as SearchProduct
const reported = (parts?: object) => agentProduct('a.example', product(parts), { vitrine_request: 'r1' })

describe('a product in an agent’s answer', () => {
  it('Z1: has price, stock and name of the requested variant', () => {
    expect(reported({ matched_variant_id: 11 })).toMatchObject({
      price: 12,
      compare_at_price: 15,
      in_stock: false,
      matched_variant: 'Nr 11',
    })
    expect(reported({ matched_variant_id: 12 })).toMatchObject({ price: 10, compare_at_price: null, in_stock: true })
  })

  it('Z2: has the product’s price and stock if no variant was requested, even if it is sold out', () => {
    expect(reported()).toMatchObject({
      price: 8,
      compare_at_price: 9,
      currency: 'EUR',
      in_stock: true,
      image: '/a.jpg',
    })
    expect(reported()).not.toHaveProperty('matched_variant')
    expect(reported({ is_in_stock: false }).in_stock).toBe(false)
    expect(reported({ display_price: null }).price).toBeNull()
  })

  it('Z5: has prices in the currency that it names, for a variant, too', () => {
    const foreign = { currency_rate: 0.915, matched_variant_id: 11 }
    expect(reported(foreign)).toMatchObject({ price: 10.98, compare_at_price: 13.73, currency: 'EUR' })
    expect(reported({ ...foreign, display_currency: 'JPY', currency_rate: 150.3 })).toMatchObject({ price: 1804 })
    expect(reported({ currency_rate: 0.915 })).toMatchObject({ price: 8, compare_at_price: 9 })
  })

  it('Z3: has no variant name if there is only one variant', () => {
    expect(reported({ matched_variant_id: 11, variants: [variant(11, {})] })).not.toHaveProperty('matched_variant')
  })

  it('Z4: has a URL with the id of the answer', () => {
    expect(reported().url).toBe('https://a.example/products/mug%20%C3%A9?vitrine_request=r1')
    expect(productUrl('a.example', 'mug', { vitrine_serve: 's&1' })).toBe(
      'https://a.example/products/mug?vitrine_serve=s%261',
    )
  })
})
