import { describe, expect, it } from 'vitest'
import { productNumber } from '../../ports/record-store/item-number.ts'
import { readPixelData } from './read-pixel-data.ts'

const money = (amount: unknown, currencyCode = 'EUR') => ({ amount, currencyCode })
const variant = (product: unknown, parts: object = {}) => ({
  id: '11',
  product: { id: product },
  price: money(5),
  ...parts,
})
const line = (productId: number, parts: object = {}) => ({ productId, variantId: 11, quantity: 1, price: 5, ...parts })

describe('the meaning of a standard event', () => {
  it('P1: is a page view for a page, and nothing for a warning', () => {
    expect(readPixelData('page_viewed', null)).toEqual({ action: 'page_view', lines: [], readable: true })
    for (const name of ['ui_extension_errored', 'alert_displayed'])
      expect(readPixelData(name, {})).toEqual({ action: 'other', lines: [], readable: true })
  })

  it('P2: is a product view with its currency; unreadable without the product’s id', () => {
    expect(readPixelData('product_viewed', { productVariant: variant('gid://shopify/Product/7') })).toEqual({
      action: 'product_view',
      lines: [line(7)],
      readable: true,
      currency: 'EUR',
    })
    const named = readPixelData('product_viewed', { productVariant: variant('prod_01H') })
    expect(named).toMatchObject({ lines: [line(productNumber('prod_01H'))], readable: true })
    for (const data of [null, {}, { productVariant: variant('') }])
      expect(readPixelData('product_viewed', data)).toMatchObject({ lines: [], readable: false })
  })

  it('P3: is a collection by id, or else by handle, with the shown products', () => {
    const shown = (collection: object) => readPixelData('collection_viewed', { collection })
    expect(shown({ id: 'gid://shopify/Collection/9', handle: 'h', productVariants: [variant(1), variant(''), variant(2)] })).toMatchObject({ action: 'collection_view', collection: '9', readable: true, lines: [line(1), line(2)] }) // biome-ignore format: one line reads better
    expect(shown({ handle: 'winter' })).toMatchObject({ collection: 'winter', readable: true, lines: [] })
    expect(shown({})).toMatchObject({ readable: false })
  })

  it('P4: is a search with its query of at most 1,024 characters; an empty query is readable', () => {
    const search = (searchResult: object) => readPixelData('search_submitted', { searchResult })
    expect(search({ query: 'lamp', productVariants: [variant(1)] })).toEqual({ action: 'search', lines: [line(1)], readable: true, query: 'lamp' }) // biome-ignore format: one line reads better
    expect(search({ query: 'x'.repeat(2000) }).query).toHaveLength(1024)
    expect([search({ query: '' }).readable, search({ query: 5 }).readable]).toEqual([true, false])
  })

  it('P5: is a product that is added to or removed from the cart, with its quantity', () => {
    const cartLine = { quantity: 3, merchandise: variant(7), cost: { totalAmount: money(15) } }
    const expected = { lines: [line(7, { quantity: 3 })], readable: true, currency: 'EUR' }
    expect(readPixelData('product_added_to_cart', { cartLine })).toEqual({ action: 'cart_add', ...expected })
    expect(readPixelData('product_removed_from_cart', { cartLine })).toEqual({ action: 'cart_remove', ...expected })
    expect(readPixelData('product_added_to_cart', { cartLine: { quantity: 1 } })).toMatchObject({
      readable: false,
      lines: [],
    })
  })

  it('P6: is a cart with its total; an empty cart is sent as null and is readable', () => {
    const cart = { lines: [{ quantity: 2, merchandise: variant(7) }], cost: { totalAmount: money('10.5') } }
    expect(readPixelData('cart_viewed', { cart })).toEqual({ action: 'cart_view', lines: [line(7, { quantity: 2 })], readable: true, currency: 'EUR', total: 10.5 }) // biome-ignore format: one line reads better
    expect(readPixelData('cart_viewed', { cart: null })).toMatchObject({ readable: true, lines: [] })
    expect(readPixelData('cart_viewed', { cart: { lines: [] } }).readable).toBe(true)
    expect([readPixelData('cart_viewed', {}).readable, readPixelData('cart_viewed', { cart: {} }).readable]).toEqual([false, false]) // biome-ignore format: one line reads better
  })
})

describe('checkouts and orders', () => {
  const item = (parts: object = {}) => ({ quantity: 2, variant: variant(7), ...parts })
  const checkout = (parts: object = {}) => ({ checkout: { lineItems: [item()], totalPrice: money(9.5), ...parts } })

  it('P7: have lines, total and currency in every step', () => {
    expect(readPixelData('payment_info_submitted', checkout())).toEqual({ action: 'checkout', lines: [line(7, { quantity: 2 })], readable: true, currency: 'EUR', total: 9.5 }) // biome-ignore format: one line reads better
    expect(readPixelData('checkout_started', checkout({ currencyCode: 'usd' })).currency).toBe('USD')
    expect(readPixelData('checkout_started', { checkout: {} }).readable).toBe(false)
  })

  it('P8: have the price that was paid per unit', () => {
    const price = (parts: object) =>
      readPixelData('checkout_started', checkout({ lineItems: [item(parts)] })).lines[0]?.price
    expect(price({ finalLinePrice: money(8) })).toBe(4)
    expect(price({ finalLinePrice: money(0) })).toBe(0)
    expect([price({}), price({ finalLinePrice: money('x') })]).toEqual([5, 5])
    expect(price({ quantity: 0, finalLinePrice: money(8) })).toBe(5)
    expect(price({ quantity: 1, finalLinePrice: money(8) })).toBe(8)
    expect(readPixelData('checkout_started', checkout({ lineItems: [item(), { quantity: 1 }] })).lines).toHaveLength(1)
  })

  it('P9: of an order have its number, or else that of its checkout, and lines; otherwise they are unreadable', () => {
    const order = (parts: object) => readPixelData('checkout_completed', checkout(parts))
    expect(order({ order: { id: 'gid://shopify/Order/5' }, token: 't' })).toMatchObject({
      action: 'order',
      orderId: '5',
      readable: true,
    })
    expect(order({ token: 't' })).toMatchObject({ orderId: 't', readable: true })
    expect(order({})).toMatchObject({ readable: false })
    expect(order({ token: 't', lineItems: [] })).toMatchObject({ orderId: 't', readable: false })
  })
})
