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

/** A storefront request after auth, parsing and validation: all that a feature needs to answer it. */
export interface Call<Body> {
  shop: Shop
  body: Body
  /** Who is asking: from the body, else (the visitor) from a valid session token. A customer id that does not count is null. */
  identity: Identity
  /** Evidence for the customer id. */
  proof: CustomerProof
  session: SessionClaims | undefined
  /** UUIDv7; also the `x-request-id` of the answer. */
  requestId: string
  nowMs: number
  /** The answering node's region. */
  region: string
  headers: IncomingHttpHeaders
  /** Whence the request came, as far as proxies may say. */
  address?: string
  /** Resolves to true if a valid admin key of this shop came along in `x-admin-key`: drafts may then be shown. */
  isAdmin(): Promise<boolean>
  /** Its share of the server. */
  work: WorkLedger
  /** The file of a multipart request, where the route takes one. */
  upload?: Uint8Array
}
