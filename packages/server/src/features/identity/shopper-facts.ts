import type { ShopId } from '../../ports/record-store/record-store.ts'
import type { Identity } from './profile-reader.ts'

/** Behaviour of a shopper so far, as rules ask for it. */
export interface ShopperFacts {
  /** Days on which they came. */
  visits: number
  orders: number
  /** Shop currency, less refunds. */
  spent: number
  /** Product types they bought, in lower case. */
  boughtTypes: readonly string[]
}

export const NO_FACTS: ShopperFacts = { visits: 0, orders: 0, spent: 0, boughtTypes: [] }

/** Covers the shopper's own device and, after a verified login, their other ones. An unknown shopper did nothing. */
export type ShopperFactsReader = (shop: { id: ShopId; currency: string }, identity: Identity) => Promise<ShopperFacts>
