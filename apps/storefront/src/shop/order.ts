import type { CartLine } from './cart.ts'
import { createStoredStore } from './store.ts'

/** The last order of this browser, kept for the order's page: the cart is empty by then. */
export const lastOrder = createStoredStore<{ number: string; lines: CartLine[] }>('vitrine-demo-order', {
  number: '',
  lines: [],
})
