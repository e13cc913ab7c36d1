import type { ErrorShape } from '@vitrine/contract'
import type { Actor } from '../features/access/actor.ts'
import type { Shop } from '../ports/record-store/record-store.ts'
import type { RequestAccount } from './request-account.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    errorShape?: ErrorShape
    /** The handler reads the body itself, as it arrives. */
    streamed?: boolean
  }
  interface FastifyRequest {
    /** Set when the caller is known; named in the request's log line. */
    shopId: string | undefined
    /** The shop of a storefront request. */
    shop: Shop | undefined
    /** Sent with a key that no browser has. */
    isServerSide: boolean
    /** The caller of an admin request. */
    actor: Actor | undefined
    /** How long it has blocked the event loop so far. */
    loopMs: number
    /** The account that is charged; undefined before it is known, and for free requests. */
    account: RequestAccount | undefined
  }
}
