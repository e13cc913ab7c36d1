/** Event data in the format of the platform's pixel. */
import type { AdminProduct, AdminVariant } from '../catalog/admin-product.ts'

export interface Sellable {
  product: Pick<AdminProduct, 'id' | 'title' | 'handle' | 'vendor' | 'product_type'>
  variant: Pick<AdminVariant, 'id' | 'title' | 'sku'>
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

export function toSellable(product: AdminProduct, variant: AdminVariant): Sellable {
  const image = product.images.find((one) => one.id === variant.image_id) ?? product.images[0]
  return { product, variant, price: Number(variant.price), image: image?.src ?? null, currency: 'USD' }
}

export function productVariant({ product, variant, price, image, currency }: Sellable) {
  return {
    id: String(variant.id),
    title: variant.title,
    untranslatedTitle: variant.title,
    sku: variant.sku,
    price: money(price, currency),
    image: { src: image },
    product: {
      id: String(product.id),
      title: product.title,
      untranslatedTitle: product.title,
      vendor: product.vendor,
      type: product.product_type,
      url: `/products/${product.handle}`,
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
        id: String(sellable.variant.id),
        title: sellable.product.title,
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
