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

/** A storefront request after authentication, parsing and validation: everything a feature needs to answer it. */
export interface Call<Body> {
  shop: Shop
  body: Body
  /** Taken from the body; the visitor can also come from a valid session token. A customer id that is not accepted is null. */
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
  /** Resolves to true if `x-admin-key` is a valid admin key of this shop, so that drafts may be shown. */
  isAdmin(): Promise<boolean>
  work: WorkLedger
  upload?: Uint8Array
}
