import type { CartLine } from './cart.ts'
import { createStoredStore } from './store.ts'

/** The last order made in this browser, for the order page: the cart is empty by then. */
export const lastOrder = createStoredStore<{ number: string; lines: CartLine[] }>('vitrine-demo-order', {
  number: '',
  lines: [],
})
