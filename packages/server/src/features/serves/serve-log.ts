import type { EventQuotaLimits } from '@vitrine/contract'
import type { StoredServe } from '../../ports/derived-store/derived-records.ts'
import type { ShopId } from '../../ports/record-store/record-store.ts'
import type { CustomerProof } from '../identity/customer-verification.ts'

/** Records what one answer showed to whom, for attribution: one serve per search answer, section and recommendation query. */
export interface Serve extends Omit<StoredServe, 'subjects'> {
  shop: ShopId
  visitorId?: string | null
  clientId?: string | null
  customerId?: string | null
  /** The shop's daily quota, and who uses it. A serve without it is always kept. */
  charge?: { limits: EventQuotaLimits; address: string | undefined; proof: CustomerProof }
}

/** Serves are written in batches after the answer: a crash may lose the last serves, but never an event. */
export interface ServeLog {
  /** Queues the serve and returns at once; never throws. Drops and counts the serve if queue or quota is full. */
  record(serve: Serve): void
  /** Resolves when everything recorded so far (of the shop, if given) is stored. Does not wait for a shop locked by another writer. */
  flush(shop?: ShopId): Promise<void>
}
