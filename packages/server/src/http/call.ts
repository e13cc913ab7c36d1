import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { AdminScope } from './auth.ts'

/** An admin request after auth, parsing and validation. */
export interface AdminCall<Body> {
  /** Path parameters, decoded. `shop` is checked against the key before the handler runs. */
  params: Record<string, string>
  query: Record<string, string>
  body: Body
  /** The unread body of an NDJSON route. */
  stream: Readable
  scope: AdminScope
  requestId: string
  nowMs: number
  /** Overrides the route's status of success. */
  setStatus(status: number): void
}

export interface PublicCall {
  params: Record<string, string>
  query: Record<string, string>
  headers: IncomingHttpHeaders
  /** The bytes as sent, for routes with `body: 'raw'`. */
  rawBody: Uint8Array
  requestId: string
  nowMs: number
}
