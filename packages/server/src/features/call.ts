import type { IncomingHttpHeaders } from 'node:http'
import type { Shop } from '../ports/record-store/record-store.ts'
import type { CustomerProof } from './identity/customer-verification.ts'
import type { Identity } from './identity/profile-reader.ts'
import type { WorkLedger } from './work-ledger.ts'

export interface SessionClaims {
  shop: string
  visit: string
  visitor: string
  issuedAtMs: number
}

/** A storefront request that is authenticated, parsed and validated. */
export interface Call<Body> {
  shop: Shop
  body: Body
  /** The visitor may come from a session token instead of the body. A rejected customer id is null. */
  identity: Identity
  proof: CustomerProof
  session: SessionClaims | undefined
  /** UUIDv7; also the `x-request-id` of the answer. */
  requestId: string
  nowMs: number
  region: string
  headers: IncomingHttpHeaders
  /** Address that the request came from, as far as proxies are trusted. */
  address?: string
  /** True if `x-admin-key` is a valid admin key of this shop, which may see drafts. */
  isAdmin(): Promise<boolean>
  work: WorkLedger
  upload?: Uint8Array
}
