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

describe('what a standard event says', () => {
  it('P1: a page is a page, a warning is nothing of the shop', () => {
    expect(readPixelData('page_viewed', null)).toEqual({ action: 'page_view', lines: [], readable: true })
    for (const name of ['ui_extension_errored', 'alert_displayed'])
      expect(readPixelData(name, {})).toEqual({ action: 'other', lines: [], readable: true })
  })

  it('P2: a product that is looked at, in its currency; without its id it cannot be read', () => {
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

  it('P3: a collection by its id, else its handle, with what it showed', () => {
    const shown = (collection: object) => readPixelData('collection_viewed', { collection })
    expect(shown({ id: 'gid://shopify/Collection/9', handle: 'h', productVariants: [variant(1), variant(''), variant(2)] })).toMatchObject({ action: 'collection_view', collection: '9', readable: true, lines: [line(1), line(2)] }) // biome-ignore format: one line reads better
    expect(shown({ handle: 'winter' })).toMatchObject({ collection: 'winter', readable: true, lines: [] })
    expect(shown({})).toMatchObject({ readable: false })
  })

  it('P4: a search by its words, at most 1,024 characters; empty words are words', () => {
    const search = (searchResult: object) => readPixelData('search_submitted', { searchResult })
    expect(search({ query: 'lamp', productVariants: [variant(1)] })).toEqual({ action: 'search', lines: [line(1)], readable: true, query: 'lamp' }) // biome-ignore format: one line reads better
    expect(search({ query: 'x'.repeat(2000) }).query).toHaveLength(1024)
    expect([search({ query: '' }).readable, search({ query: 5 }).readable]).toEqual([true, false])
  })

  it('P5: what is put into the cart or taken out, with its pieces', () => {
    const cartLine = { quantity: 3, merchandise: variant(7), cost: { totalAmount: money(15) } }
    const expected = { lines: [line(7, { quantity: 3 })], readable: true, currency: 'EUR' }
    expect(readPixelData('product_added_to_cart', { cartLine })).toEqual({ action: 'cart_add', ...expected })
    expect(readPixelData('product_removed_from_cart', { cartLine })).toEqual({ action: 'cart_remove', ...expected })
    expect(readPixelData('product_added_to_cart', { cartLine: { quantity: 1 } })).toMatchObject({
      readable: false,
      lines: [],
    })
  })

  it('P6: a cart with what it costs; an empty one is sent as null, and can be read', () => {
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

  it('P7: any step of a checkout has its lines, its total and its currency', () => {
    expect(readPixelData('payment_info_submitted', checkout())).toEqual({ action: 'checkout', lines: [line(7, { quantity: 2 })], readable: true, currency: 'EUR', total: 9.5 }) // biome-ignore format: one line reads better
    expect(readPixelData('checkout_started', checkout({ currencyCode: 'usd' })).currency).toBe('USD')
    expect(readPixelData('checkout_started', { checkout: {} }).readable).toBe(false)
  })

  it('P8: a line is worth what was paid for it, a piece of it that divided by the pieces', () => {
    const price = (parts: object) =>
      readPixelData('checkout_started', checkout({ lineItems: [item(parts)] })).lines[0]?.price
    expect(price({ finalLinePrice: money(8) })).toBe(4)
    expect(price({ finalLinePrice: money(0) })).toBe(0)
    expect([price({}), price({ finalLinePrice: money('x') })]).toEqual([5, 5])
    expect(price({ quantity: 0, finalLinePrice: money(8) })).toBe(5)
    expect(price({ quantity: 1, finalLinePrice: money(8) })).toBe(8)
    expect(readPixelData('checkout_started', checkout({ lineItems: [item(), { quantity: 1 }] })).lines).toHaveLength(1)
  })

  it('P9: an order has its number, else that of its checkout, and lines; without either it cannot be read', () => {
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
