/** The `data` of standard events as the platform's pixel sends it: camelCase, amounts with their currency, ids as text. */
import type { AdminProduct, AdminVariant } from '../catalog/admin-product.ts'

/** One variant of one product, as far as an event speaks of it. */
export interface Sellable {
  productId: number
  variantId: number
  title: string
  handle: string
  vendor: string
  productType: string
  variantTitle: string
  sku: string
  price: number
  image: string | null
  currency: string
}

export interface CartLine {
  sellable: Sellable
  quantity: number
}

export interface Checkout {
  token: string
  orderId: string
  customerId: string | undefined
  lines: readonly CartLine[]
}

export function toSellable(product: AdminProduct, variant: AdminVariant, currency = 'USD'): Sellable {
  const image = product.images.find((one) => one.id === variant.image_id) ?? product.images[0]
  return {
    productId: product.id,
    variantId: variant.id,
    title: product.title,
    handle: product.handle,
    vendor: product.vendor,
    productType: product.product_type,
    variantTitle: variant.title,
    sku: variant.sku,
    price: Number(variant.price),
    image: image?.src ?? null,
    currency,
  }
}

export function productVariant(sellable: Sellable) {
  return {
    id: String(sellable.variantId),
    title: sellable.variantTitle,
    untranslatedTitle: sellable.variantTitle,
    sku: sellable.sku,
    price: money(sellable.price, sellable.currency),
    image: { src: sellable.image },
    product: {
      id: String(sellable.productId),
      title: sellable.title,
      untranslatedTitle: sellable.title,
      vendor: sellable.vendor,
      type: sellable.productType,
      url: `/products/${sellable.handle}`,
    },
  }
}

export function cartLine({ sellable, quantity }: CartLine) {
  return {
    merchandise: productVariant(sellable),
    quantity,
    cost: { totalAmount: money(sellable.price * quantity, sellable.currency) },
  }
}

export function cart(lines: readonly CartLine[], id: string) {
  return {
    cart: {
      id,
      totalQuantity: lines.reduce((sum, line) => sum + line.quantity, 0),
      cost: { totalAmount: money(totalOf(lines), currencyOf(lines)) },
      lines: lines.map(cartLine),
    },
  }
}

/** `completed` decides whether there is an order yet. */
export function checkout(given: Checkout, stage: 'started' | 'completed') {
  const { lines, token, orderId, customerId } = given
  const currency = currencyOf(lines)
  const subtotal = totalOf(lines)
  const shipping = subtotal >= 60 ? 0 : 5.9
  return {
    checkout: {
      token,
      currencyCode: currency,
      lineItems: lines.map(({ sellable, quantity }) => ({
        id: String(sellable.variantId),
        title: sellable.title,
        quantity,
        variant: productVariant(sellable),
        finalLinePrice: money(sellable.price * quantity, currency),
        discountAllocations: [],
      })),
      subtotalPrice: money(subtotal, currency),
      shippingLine: { price: money(shipping, currency) },
      totalTax: money(0, currency),
      totalPrice: money(subtotal + shipping, currency),
      order:
        stage === 'completed' ? { id: orderId, customer: customerId === undefined ? null : { id: customerId } } : null,
    },
  }
}

function money(amount: number, currencyCode: string) {
  return { amount: Math.round(amount * 100) / 100, currencyCode }
}

function totalOf(lines: readonly CartLine[]): number {
  return lines.reduce((sum, line) => sum + line.sellable.price * line.quantity, 0)
}

function currencyOf(lines: readonly CartLine[]): string {
  return lines[0]?.sellable.currency ?? 'USD'
}
