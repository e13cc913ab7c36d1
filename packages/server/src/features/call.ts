import type { IncomingHttpHeaders } from 'node:http'
import type { Shop } from '../ports/record-store/record-store.ts'
import type { CustomerProof } from './identity/customer-verification.ts'
import type { Identity } from './identity/profile-reader.ts'
import type { WorkLedger } from './work-ledger.ts'

/** Claims of a valid session token about its bearer. */
export interface SessionClaims {
  shop: string
  visit: string
  visitor: string
  issuedAtMs: number
}

/** A storefront request after auth, parsing and validation: everything a feature needs to answer it. */
export interface Call<Body> {
  shop: Shop
  body: Body
  /** Who is asking: from the body, or else (the visitor only) from a valid session token. A customer id that is not accepted is null. */
  identity: Identity
  /** Proof for the customer id. */
  proof: CustomerProof
  session: SessionClaims | undefined
  /** UUIDv7; also the `x-request-id` of the answer. */
  requestId: string
  nowMs: number
  /** Region of the answering node. */
  region: string
  headers: IncomingHttpHeaders
  /** Address that the request came from, as far as proxies are trusted. */
  address?: string
  /** Resolves to true if the request has a valid admin key of this shop in `x-admin-key`, so that drafts may be shown. */
  isAdmin(): Promise<boolean>
  /** Accounts for the work of this request. */
  work: WorkLedger
  /** The file of a multipart request, if the route accepts one. */
  upload?: Uint8Array
}
