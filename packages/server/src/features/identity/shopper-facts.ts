import type { ShopId } from '../../ports/record-store/record-store.ts'
import type { Identity } from './profile-reader.ts'

/** What a shopper did so far, as rules by behaviour ask. */
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

/** Of the shopper's own device and, where a login was verified, their other ones. Somebody unknown did nothing. */
export type ShopperFactsReader = (shop: { id: ShopId; currency: string }, identity: Identity) => Promise<ShopperFacts>
