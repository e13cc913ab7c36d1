/** A cart in the browser. Replace it with your platform's cart; the events stay the same. */
import type { Product } from '@vitrine/client'
import { computed, ref } from 'vue'
import { chosenVariant, tracker } from './vitrine.ts'

export interface CartLine {
  productId: number
  variantId: number
  title: string
  price: number
  currency: string
  quantity: number
}

export const lines = ref<CartLine[]>(JSON.parse(localStorage.getItem('cart') ?? '[]'))
export const count = computed(() => lines.value.reduce((sum, { quantity }) => sum + quantity, 0))

export function addToCart(product: Product, variant = chosenVariant(product)): void {
  if (variant === undefined) return
  const { productId, title, displayCurrency: currency } = product
  const price = variant.displayPrice ?? product.displayPrice ?? 0
  const line = { productId, variantId: variant.variantId, title, price, currency, quantity: 1 }
  const former = lines.value.find(({ variantId }) => variantId === line.variantId)
  const others = lines.value.filter(({ variantId }) => variantId !== line.variantId)
  keep([...others, { ...line, quantity: (former?.quantity ?? 0) + 1 }])
  report('product_added_to_cart', line)
}

export function removeFromCart(line: CartLine): void {
  keep(lines.value.filter(({ variantId }) => variantId !== line.variantId))
  report('product_removed_from_cart', line)
}

function keep(next: CartLine[]): void {
  lines.value = next
  localStorage.setItem('cart', JSON.stringify(next))
}

function report(name: 'product_added_to_cart' | 'product_removed_from_cart', line: CartLine): void {
  void tracker.standard(name, { cartLine: cartLineData(line) })
}

export function cartLineData({ productId: id, variantId, title, price, currency, quantity }: CartLine) {
  const merchandise = { id: variantId, price: { amount: price, currencyCode: currency }, product: { id, title } }
  return { merchandise, quantity }
}
