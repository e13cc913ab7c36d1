import type { FastifyInstance } from 'fastify'
import type { Tracing } from '../ports/tracing/tracing.ts'

/** One span a request, made when it has been answered. */
export function traceRequests(server: FastifyInstance, tracing: Tracing, clock: () => number): void {
  server.addHook('onResponse', (request, reply, done) => {
    const { traceparent } = request.headers
    tracing.record({
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      shop: request.shopId,
      requestId: request.id,
      endedAtMs: clock(),
      tookMs: reply.elapsedTime,
      traceparent: typeof traceparent === 'string' ? traceparent : undefined,
    })
    done()
  })
}
