import type { ShopId } from '../../ports/record-store/record-store.ts'

/** Every id is optional. A customer id that is not accepted (see customer-verification.ts) is absent. */
export interface Identity {
  visitorId?: string | null
  clientId?: string | null
  customerId?: string | null
}

/** Product ids, newest first, without repeats, limited in number. */
export interface ProfileHistory {
  browsedProducts: number[]
  cartProducts: number[]
  purchasedProducts: number[]
}

export interface ProfileReader {
  /** Returns empty lists for an unknown shopper. May lack events that were acknowledged a moment ago. */
  history(shop: ShopId, identity: Identity): Promise<ProfileHistory>
}
