import type { ErrorShape } from '@vitrine/contract'
import type { Actor } from '../features/access/actor.ts'
import type { Shop } from '../ports/record-store/record-store.ts'
import type { RequestAccount } from './request-account.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    errorShape?: ErrorShape
    /** The handler reads the body itself, as it comes in. */
    streamed?: boolean
  }
  interface FastifyRequest {
    /** Set when the caller is known; named in the request's log line. */
    shopId: string | undefined
    /** The shop a storefront request is for. */
    shop: Shop | undefined
    /** Sent with a key that no browser has. */
    isServerSide: boolean
    /** Who makes an admin request. */
    actor: Actor | undefined
    /** How long it has kept the loop so far. */
    loopMs: number
    /** Who pays for it; undefined before that is known, and for what is free. */
    account: RequestAccount | undefined
    /** Hears how much more it cost than was thought, once that is known. */
    onSettled: ((units: number) => void) | undefined
  }
}
