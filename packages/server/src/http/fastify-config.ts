import type { ErrorShape } from '@vitrine/contract'

declare module 'fastify' {
  interface FastifyContextConfig {
    errorShape?: ErrorShape
  }
  interface FastifyRequest {
    /** Set by auth; named in the request's log line. */
    shopId?: string
  }
}
