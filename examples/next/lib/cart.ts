'use client'

/** A cart in the browser. Replace it with your platform's cart; the events stay the same. */
import type { Product } from '@vitrine/client'
import { useTracker } from '@vitrine/client/react'
import { useMemo, useSyncExternalStore } from 'react'
import { chosenVariant } from './vitrine'

type Sold = Pick<Product, 'productId' | 'title' | 'displayCurrency'>
type CartLine = { product: Sold; variantId: number; price: number; quantity: number }

export function cartLineData({
  product: { productId: id, title, displayCurrency },
  variantId,
  price,
  quantity,
}: CartLine) {
  const merchandise = { id: variantId, price: { amount: price, currencyCode: displayCurrency }, product: { id, title } }
  return { merchandise, quantity }
}

const read = () => localStorage.getItem('cart') ?? '[]'
const parse = (stored: string) => JSON.parse(stored) as CartLine[]
export const storedLines = () => parse(read())

function subscribe(listener: () => void): () => void {
  addEventListener('cart', listener)
  return () => removeEventListener('cart', listener)
}

export function useCart() {
  const tracker = useTracker()
  const stored = useSyncExternalStore(subscribe, read, () => '[]')
  const lines = useMemo(() => parse(stored), [stored])

  function change(name: 'product_added_to_cart' | 'product_removed_from_cart', line: CartLine, next: CartLine[]): void {
    localStorage.setItem('cart', JSON.stringify(next))
    dispatchEvent(new Event('cart'))
    void tracker.standard(name, { cartLine: cartLineData(line) })
  }

  return {
    lines,
    add(product: Product, variant = chosenVariant(product)) {
      if (variant === undefined) return
      const { productId, title, displayCurrency } = product
      const { variantId } = variant
      const former = lines.find((line) => line.variantId === variantId)
      const price = variant.displayPrice ?? product.displayPrice ?? 0
      const line = { product: { productId, title, displayCurrency }, variantId, price, quantity: 1 }
      const all = { ...line, quantity: 1 + (former?.quantity ?? 0) }
      change('product_added_to_cart', line, [...lines.filter((one) => one !== former), all])
    },
    remove(line: CartLine) {
      const others = lines.filter((one) => one !== line)
      change('product_removed_from_cart', line, others)
    },
  }
}
