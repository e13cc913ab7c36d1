import { type ShopProduct, type ShopVariant, variantPrice } from './product.ts'
import type { CartLine } from './cart.ts'

export function productVariantData(product: ShopProduct, variant: ShopVariant) {
  return {
    id: String(variant.variantId),
    title: variant.title,
    sku: variant.sku,
    price: { amount: round(variantPrice(product, variant)), currencyCode: product.displayCurrency },
    image: { src: (variant.image ?? product.image)?.url ?? null },
    product: {
      id: String(product.productId),
      title: product.title,
      vendor: product.vendor,
      type: product.productType,
      url: `/products/${product.handle}`,
    },
  }
}

export function cartLineData(line: CartLine) {
  return {
    cost: { totalAmount: { amount: round(line.price * line.quantity), currencyCode: line.currency } },
    quantity: line.quantity,
    merchandise: {
      id: String(line.variantId),
      title: line.variantTitle,
      price: { amount: round(line.price), currencyCode: line.currency },
      product: { id: String(line.productId), title: line.title, vendor: line.vendor, type: line.productType },
    },
  }
}

export function checkoutData(lines: readonly CartLine[], token: string, orderId?: string) {
  const currencyCode = lines[0]?.currency ?? 'USD'
  const total = round(lines.reduce((sum, line) => sum + line.price * line.quantity, 0))
  return {
    checkout: {
      token,
      currencyCode,
      subtotalPrice: { amount: total, currencyCode },
      totalPrice: { amount: total, currencyCode },
      lineItems: lines.map((line) => ({
        id: String(line.variantId),
        title: line.title,
        quantity: line.quantity,
        finalLinePrice: { amount: round(line.price * line.quantity), currencyCode },
        variant: {
          id: String(line.variantId),
          title: line.variantTitle,
          price: { amount: round(line.price), currencyCode },
          product: { id: String(line.productId), title: line.title, vendor: line.vendor, type: line.productType },
        },
      })),
      ...(orderId ? { order: { id: orderId } } : {}),
    },
  }
}

function round(amount: number): number {
  return Math.round(amount * 100) / 100
}
