import type { ShopId } from '../../ports/record-store/record-store.ts'

/** Whoever sent a request; every id is optional. A customer id that does not count (see customer-verification.ts) is not there. */
export interface Identity {
  visitorId?: string | null
  clientId?: string | null
  customerId?: string | null
}

/** Product ids, newest first, each once, capped. */
export interface ProfileHistory {
  browsedProducts: number[]
  cartProducts: number[]
  purchasedProducts: number[]
}

/** Reads a shopper's history over all ids that are linked to those given. */
export interface ProfileReader {
  /** Empty lists for somebody unknown. Follows the log by a moment: what was acknowledged just now may not be in it yet. */
  history(shop: ShopId, identity: Identity): Promise<ProfileHistory>
}
