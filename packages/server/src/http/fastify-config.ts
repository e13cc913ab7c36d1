import type { ErrorShape } from '@vitrine/contract'

declare module 'fastify' {
  interface FastifyContextConfig {
    errorShape?: ErrorShape
    /** A route that only says 405. */
    refusal?: boolean
  }
  interface FastifyRequest {
    /** Set by auth; named in the request's log line. */
    shopId?: string
  }
}
