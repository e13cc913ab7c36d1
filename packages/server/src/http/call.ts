import type { IncomingHttpHeaders } from 'node:http'
import type { Actor, CurrentActor } from '../features/access/actor.ts'

export interface AdminCall<Body> {
  /** Decoded. `shop` is checked against the key before the handler runs. */
  params: Record<string, string>
  query: Record<string, string>
  body: Body
  /** The unread body of an NDJSON route. It ends with an error if the actor loses permission. */
  stream: AsyncIterable<Uint8Array>
  actor: Actor
  /** Identifies the caller again, for handlers that wait before they change something. */
  currentActor: CurrentActor
  headers: IncomingHttpHeaders
  /** The address that a trusted proxy reports. An IPv6 address is replaced by its network. */
  address: string
  requestId: string
  nowMs: number
  setStatus(status: number): void
  setHeader(name: string, value: string): void
  /** null removes the session's cookie. */
  setSession(token: string | null, maxAgeSeconds: number): void
  noteAudit(detail: AuditDetail): void
}

export interface AuditDetail {
  actor?: string
  target?: string
  diff?: readonly unknown[]
}

export interface Origin {
  url: string
  /** False if the URL comes from the request. It may then be sent only to its caller. */
  isSet: boolean
}

export interface PublicCall {
  params: Record<string, string>
  query: Record<string, string>
  headers: IncomingHttpHeaders
  origin: Origin
  /** The bytes as sent, for routes with `body: 'raw'`. */
  rawBody: Uint8Array
  /** The secret with which these bytes are signed, if the route checks it. */
  signedWith: string | undefined
  requestId: string
  nowMs: number
}
