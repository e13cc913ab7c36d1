'use client'

/** Replace this by your platform's cart. The events stay the same. */
import { type CartLine, cartLine, chosenVariant } from '@vitrine/client/events'
import { useTracker } from '@vitrine/client/react'
import { useMemo, useSyncExternalStore } from 'react'
import type { CardProduct } from './vitrine'

const read = () => localStorage.getItem('cart') ?? '[]'
const parse = (stored: string): CartLine[] => JSON.parse(stored)
export const storedLines = () => parse(read())

function subscribe(listener: () => void): () => void {
  addEventListener('cart', listener)
  return () => removeEventListener('cart', listener)
}

export function useCart() {
  const tracker = useTracker()
  const stored = useSyncExternalStore(subscribe, read, () => '[]')
  const lines = useMemo(() => parse(stored), [stored])
  const others = ({ merchandise }: CartLine) => lines.filter((line) => line.merchandise.id !== merchandise.id)

  function change(name: 'product_added_to_cart' | 'product_removed_from_cart', line: CartLine, next: CartLine[]): void {
    localStorage.setItem('cart', JSON.stringify(next))
    dispatchEvent(new Event('cart'))
    void tracker.standard(name, { cartLine: line })
  }

  return {
    lines,
    add(product: CardProduct, variant = chosenVariant(product)) {
      if (variant === undefined) return
      const line = cartLine(product, variant)
      const former = lines.find(({ merchandise }) => merchandise.id === line.merchandise.id)
      const all = { ...line, quantity: line.quantity + (former?.quantity ?? 0) }
      change('product_added_to_cart', line, [...others(line), all])
    },
    remove: (line: CartLine) => change('product_removed_from_cart', line, others(line)),
  }
}
