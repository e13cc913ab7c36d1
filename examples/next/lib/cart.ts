'use client'

/** A cart in the browser. Put your platform's cart here; the events stay the same. */
import type { Product } from '@vitrine/client'
import { useTracker } from '@vitrine/client/react'
import { useSyncExternalStore } from 'react'
import { chosenVariant } from './vitrine'

export interface CartLine {
  productId: number
  variantId: number
  handle: string
  title: string
  price: number
  currency: string
  quantity: number
}

const KEY = 'cart'
const EMPTY: CartLine[] = []
let lines: CartLine[] | undefined
const listeners = new Set<() => void>()

function read(): CartLine[] {
  lines ??= JSON.parse(localStorage.getItem(KEY) ?? '[]') as CartLine[]
  return lines
}

function write(next: CartLine[]): void {
  lines = next
  localStorage.setItem(KEY, JSON.stringify(next))
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useCart() {
  const tracker = useTracker()
  const lines = useSyncExternalStore(subscribe, read, () => EMPTY)

  function report(name: 'product_added_to_cart' | 'product_removed_from_cart', line: CartLine): void {
    const price = { amount: line.price, currencyCode: line.currency }
    const merchandise = { id: line.variantId, price, product: { id: line.productId, title: line.title } }
    void tracker.standard(name, { cartLine: { merchandise, quantity: line.quantity } })
  }

  return {
    lines,
    add(product: Product, variant = chosenVariant(product)) {
      if (variant === undefined) return
      const { productId, handle, title, displayPrice, displayCurrency: currency } = product
      const line = {
        productId,
        variantId: variant.variantId,
        handle,
        title,
        price: displayPrice ?? 0,
        currency,
        quantity: 1,
      }
      const former = read().find(({ variantId }) => variantId === line.variantId)
      const others = read().filter((one) => one !== former)
      write([...others, { ...line, quantity: (former?.quantity ?? 0) + 1 }])
      report('product_added_to_cart', line)
    },
    remove(line: CartLine) {
      write(read().filter(({ variantId }) => variantId !== line.variantId))
      report('product_removed_from_cart', line)
    },
  }
}
