import type { CartLine } from './cart.ts'
import { createStoredStore } from './store.ts'

/** The last order of this browser, so that its page can show it and say what was bought: the cart is empty by then. */
export const lastOrder = createStoredStore<{ number: string; lines: CartLine[] }>('vitrine-demo-order', {
  number: '',
  lines: [],
})
