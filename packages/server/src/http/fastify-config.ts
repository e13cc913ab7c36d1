import type { ErrorShape } from '@vitrine/contract'
import type { Actor } from '../features/access/actor.ts'
import type { Shop } from '../ports/record-store/record-store.ts'
import type { RequestAccount } from './request-account.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    errorShape?: ErrorShape
    streamed?: boolean
  }
  interface FastifyRequest {
    /** Set when the caller is known; written to the request's log line. */
    shopId: string | undefined
    shop: Shop | undefined
    /** True if the request was sent with a server key, which no browser has. */
    isServerSide: boolean
    actor: Actor | undefined
    loopMs: number
    /** The account that is charged; undefined before it is known, and for free requests. */
    account: RequestAccount | undefined
  }
}
