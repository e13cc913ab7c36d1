import { createClient, type Picture, type Product } from '@vitrine/client'
import { chosenVariant } from '@vitrine/client/events'

const baseUrl = process.env.NEXT_PUBLIC_VITRINE_URL ?? 'http://127.0.0.1:4000'

export const vitrine = createClient({
  shop: process.env.NEXT_PUBLIC_VITRINE_SHOP ?? 'demo-shop.myshopify.com',
  apiKey: process.env.NEXT_PUBLIC_VITRINE_KEY ?? 'vsk_demo0000000000000000000000000000',
  baseUrl,
  timeoutMs: 5000,
})

/** Vitrine serves the demo shop's pictures, so their URLs are relative to Vitrine. */
export function pictureUrl({ url }: Picture): string | undefined {
  return url === null ? undefined : new URL(url, baseUrl).href
}

export function money(amount: number | null, currency: string): string {
  return amount === null ? '' : new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount)
}

/** What a product card needs, so that pages do not carry whole products with every variant. */
export function cardOf(product: Product) {
  const { productId, title, handle, image, isInStock, matchedVariantId } = product
  const { displayPrice, displayCompareAtPrice, displayCurrency } = product
  const variants = [chosenVariant(product)].filter((one) => one !== undefined)
  const card = { productId, title, handle, image, isInStock, matchedVariantId, variants }
  return { ...card, displayPrice, displayCompareAtPrice, displayCurrency }
}
export type CardProduct = ReturnType<typeof cardOf>
