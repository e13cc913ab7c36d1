import type { ShopId } from '../../ports/record-store/record-store.ts'

/** A rejected customer id is absent (see customer-verification.ts). */
export interface Identity {
  visitorId?: string | null
  clientId?: string | null
  customerId?: string | null
}

/** Product ids, newest first, without duplicates. */
export interface ProfileHistory {
  browsedProducts: number[]
  cartProducts: number[]
  purchasedProducts: number[]
}

export interface ProfileReader {
  /** Returns empty lists for an unknown shopper. The latest events may be missing. */
  history(shop: ShopId, identity: Identity): Promise<ProfileHistory>
}
