import type { ShopId } from '../../ports/record-store/record-store.ts'
import type { Identity } from './profile-reader.ts'

export interface ShopperFacts {
  /** Number of days with a visit. */
  visits: number
  orders: number
  /** In the shop's currency, minus refunds. */
  spent: number
  /** Lower case. */
  boughtTypes: readonly string[]
}

export const NO_FACTS: ShopperFacts = { visits: 0, orders: 0, spent: 0, boughtTypes: [] }

/** Reads facts of the device and, after a verified login, of the customer's other devices; zeros if unknown. */
export type ShopperFactsReader = (shop: { id: ShopId; currency: string }, identity: Identity) => Promise<ShopperFacts>
