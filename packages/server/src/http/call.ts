import type { IncomingHttpHeaders } from 'node:http'
import type { Actor, CurrentActor } from '../features/access/actor.ts'

/** An admin request after auth, parsing and validation. */
export interface AdminCall<Body> {
  /** Path parameters, decoded. `shop` is checked against the key before the handler runs. */
  params: Record<string, string>
  query: Record<string, string>
  body: Body
  /**
   * The unread body of an NDJSON route. Whoever has seen enough may stop reading: the answer still reaches the client. Each piece,
   * and the end, comes only as long as the actor may send it.
   */
  stream: AsyncIterable<Uint8Array>
  /** Who asked, read once the body was there. */
  actor: Actor
  /** For whoever waits before changing something. */
  currentActor: CurrentActor
  headers: IncomingHttpHeaders
  /** Address of the caller, or of whoever stands behind a trusted proxy; an IPv6 address is given as its network. */
  address: string
  requestId: string
  nowMs: number
  /** Overrides the route's status of success. */
  setStatus(status: number): void
  setHeader(name: string, value: string): void
  /** The `Set-Cookie` header of the session; null removes it. */
  setSession(token: string | null, maxAgeSeconds: number): void
  /** Adds to what the audit log says beside the route's own words. */
  noteAudit(detail: AuditDetail): void
}

export interface AuditDetail {
  actor?: string
  target?: string
  diff?: readonly unknown[]
}

/** Scheme and host for addresses in an answer. */
export interface Origin {
  url: string
  /** The operator's word. Otherwise it is what the caller asked for, which nobody but the caller may be told. */
  isSet: boolean
}

export interface PublicCall {
  params: Record<string, string>
  query: Record<string, string>
  headers: IncomingHttpHeaders
  origin: Origin
  /** The bytes as sent, for routes with `body: 'raw'`. */
  rawBody: Uint8Array
  requestId: string
  nowMs: number
}
