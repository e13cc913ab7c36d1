// @vitest-environment happy-dom
import fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { tracker } from './api.ts'
import { addToCart, cart, cartCount, cartDrawer, cartTotal, clearCart, setQuantity } from './cart.ts'
import { checkoutData } from './pixel-data.ts'
import type { ShopProduct, ShopVariant } from './product.ts'

const variant = (variantId: number, price: string | null) =>
  ({ variantId, title: `V${variantId}`, price, sku: 'sku' }) as ShopVariant
const product = {
  productId: 1,
  title: 'Shirt',
  handle: 'shirt',
  vendor: 'V',
  productType: 'T',
  price: 4,
  image: { url: 'p' },
  displayCurrency: 'EUR',
  currencyRate: 0.5,
} as ShopProduct

let reported: { name: string; quantity: number; amount: number }[] = []

beforeEach(() => {
  clearCart()
  reported = []
  vi.spyOn(tracker, 'standard').mockImplementation(async (name, data) => {
    const { cartLine } = data as unknown as {
      cartLine: { quantity: number; cost: { totalAmount: { amount: number } } }
    }
    reported.push({ name, quantity: cartLine.quantity, amount: cartLine.cost.totalAmount.amount })
  })
})

describe('the cart', () => {
  it("holds each variant once, at its price in the shopper's currency, and opens its drawer", () => {
    addToCart(product, variant(1, '10.01'))
    addToCart(product, variant(2, null), 3)
    addToCart(product, variant(1, '10.01'), 2)
    const { lines } = cart.get()
    expect(lines.map(({ variantId, quantity, price }) => [variantId, quantity, price])).toEqual([
      [2, 3, 2],
      [1, 3, 5.005],
    ])
    expect([cartCount(lines), cartTotal(lines), cartDrawer.get()]).toEqual([6, 3 * 2 + 3 * 5.005, true])
    expect(lines[0]).toMatchObject({ title: 'Shirt', variantTitle: 'V2', imageUrl: 'p', currency: 'EUR' })
    expect(reported.map(({ quantity }) => quantity)).toEqual([1, 3, 2])
  })

  it('reports every change: the events add up to the content of the cart', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            id: fc.integer({ min: 1, max: 3 }),
            quantity: fc.integer({ min: -1, max: 5 }),
            isAdded: fc.boolean(),
          }),
        ),
        (steps) => {
          clearCart()
          reported = []
          for (const { id, quantity, isAdded } of steps) {
            if (isAdded) addToCart(product, variant(id, '4'), Math.max(1, quantity))
            else setQuantity(id, quantity)
          }
          const sign = (name: string) => (name === 'product_added_to_cart' ? 1 : -1)
          const pieces = reported.reduce((sum, one) => sum + sign(one.name) * one.quantity, 0)
          const amount = reported.reduce((sum, one) => sum + sign(one.name) * one.amount, 0)
          expect([pieces, amount]).toEqual([cartCount(cart.get().lines), cartTotal(cart.get().lines)])
          for (const line of cart.get().lines) expect(line.quantity).toBeGreaterThan(0)
        },
      ),
    ))

  it('ignores changes to a variant that it does not contain', () => {
    setQuantity(9, 2)
    expect([cart.get().lines, reported]).toEqual([[], []])
  })
})

describe('a checkout', () => {
  it('has lines and a total with two decimals, and an order once it is completed', () => {
    addToCart(product, variant(1, '0.57'), 3)
    addToCart(product, variant(2, '2'))
    const { checkout } = checkoutData(cart.get().lines, 't')
    expect(checkout).toMatchObject({
      token: 't',
      currencyCode: 'EUR',
      totalPrice: { amount: 1.86, currencyCode: 'EUR' },
      lineItems: [
        { id: '1', quantity: 3, finalLinePrice: { amount: 0.86 }, variant: { price: { amount: 0.28 } } },
        { id: '2', quantity: 1, finalLinePrice: { amount: 1 } },
      ],
    })
    expect(checkout).not.toHaveProperty('order')
    expect(checkoutData([], 't', '7').checkout).toMatchObject({ currencyCode: 'USD', order: { id: '7' } })
  })
})
