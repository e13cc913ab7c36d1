import type { CartLine } from './cart.ts'
import { createStoredStore } from './store.ts'

/** The last order, for the order page. The cart is empty by then. */
export const lastOrder = createStoredStore<{ number: string; lines: CartLine[] }>('vitrine-demo-order', {
  number: '',
  lines: [],
})
