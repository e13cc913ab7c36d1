/** Real shops use their platform's cart. The demo keeps its cart in the browser and sends the cart's events itself. */
import { tracker } from './api.ts'
import { cartLineData, productVariantData } from './pixel-data.ts'
import { type ShopProduct, type ShopVariant, variantPrice } from './product.ts'
import { createStore, createStoredStore } from './store.ts'
import { target } from './target.ts'

export interface CartLine {
  productId: number
  variantId: number
  title: string
  variantTitle: string
  handle: string
  vendor: string
  productType: string
  imageUrl: string | null
  price: number
  currency: string
  quantity: number
}

const KEPT_AS = target.isDemo ? 'vitrine-demo-cart' : `vitrine-demo-cart ${target.shop}`

export const cart = createStoredStore<{ lines: CartLine[] }>(KEPT_AS, { lines: [] })

export const cartDrawer = createStore(false)

export function addToCart(product: ShopProduct, variant: ShopVariant, quantity = 1): void {
  const lines = cart.get().lines
  const present = lines.find((line) => line.variantId === variant.variantId)
  const line: CartLine = present
    ? { ...present, quantity: present.quantity + quantity }
    : newLine(product, variant, quantity)
  cart.set({ lines: [...lines.filter((one) => one !== present), line] })
  cartDrawer.set(true)
  const added = { ...cartLineData({ ...line, quantity }), merchandise: productVariantData(product, variant) }
  void tracker.standard('product_added_to_cart', { cartLine: added })
}

export function setQuantity(variantId: number, quantity: number): void {
  const lines = cart.get().lines
  const line = lines.find((one) => one.variantId === variantId)
  if (line === undefined) return
  if (quantity < line.quantity) {
    const removed = { ...line, quantity: line.quantity - Math.max(0, quantity) }
    void tracker.standard('product_removed_from_cart', { cartLine: cartLineData(removed) })
  } else {
    void tracker.standard('product_added_to_cart', {
      cartLine: cartLineData({ ...line, quantity: quantity - line.quantity }),
    })
  }
  cart.set({ lines: lines.map((one) => (one === line ? { ...one, quantity } : one)).filter((one) => one.quantity > 0) })
}

export function clearCart(): void {
  cart.set({ lines: [] })
}

export function cartTotal(lines: readonly CartLine[]): number {
  return lines.reduce((sum, line) => sum + line.price * line.quantity, 0)
}

export function cartCount(lines: readonly CartLine[]): number {
  return lines.reduce((sum, line) => sum + line.quantity, 0)
}

function newLine(product: ShopProduct, variant: ShopVariant, quantity: number): CartLine {
  return {
    productId: product.productId,
    variantId: variant.variantId,
    title: product.title,
    variantTitle: variant.title,
    handle: product.handle,
    vendor: product.vendor,
    productType: product.productType,
    imageUrl: (variant.image ?? product.image)?.url ?? null,
    price: variantPrice(product, variant),
    currency: product.displayCurrency,
    quantity,
  }
}
