/** Replace this by your platform's cart. The events stay the same. */
import type { Product } from '@vitrine/client'
import { type CartLine, cartLine, chosenVariant } from '@vitrine/client/events'
import { computed, ref } from 'vue'
import { tracker } from './vitrine.ts'

export const lines = ref<CartLine[]>(JSON.parse(localStorage.getItem('cart') ?? '[]'))
export const count = computed(() => lines.value.reduce((sum, { quantity }) => sum + quantity, 0))
const others = (one: CartLine) => lines.value.filter(({ merchandise }) => merchandise.id !== one.merchandise.id)

export function addToCart(product: Product, variant = chosenVariant(product)): void {
  if (variant === undefined) return
  const line = cartLine(product, variant)
  const former = lines.value.find(({ merchandise }) => merchandise.id === line.merchandise.id)
  keep([...others(line), { ...line, quantity: line.quantity + (former?.quantity ?? 0) }])
  void tracker.standard('product_added_to_cart', { cartLine: line })
}

export function removeFromCart(line: CartLine): void {
  keep(others(line))
  void tracker.standard('product_removed_from_cart', { cartLine: line })
}

function keep(next: CartLine[]): void {
  lines.value = next
  localStorage.setItem('cart', JSON.stringify(next))
}
