import type { EventQuotaLimits } from '@vitrine/contract'
import type { StoredServe } from '../../ports/derived-store/derived-records.ts'
import type { ShopId } from '../../ports/record-store/record-store.ts'
import type { CustomerProof } from '../identity/customer-verification.ts'

/** What a search answer, a section or a recommendation query showed to whom, for attribution. */
export interface Serve extends Omit<StoredServe, 'subjects'> {
  shop: ShopId
  visitorId?: string | null
  clientId?: string | null
  customerId?: string | null
  /** The daily quota, and who uses it. A serve without a charge is always kept. */
  charge?: { limits: EventQuotaLimits; address: string | undefined; proof: CustomerProof }
}

/** Serves are written in batches after the answer, so a crash may lose the last ones. It never loses events. */
export interface ServeLog {
  /** Returns at once and never throws. Drops and counts the serve if the queue or the quota is full. */
  record(serve: Serve): void
  /** Resolves when everything recorded so far is stored. Does not wait for shops that another writer has locked. */
  flush(shop?: ShopId): Promise<void>
}
