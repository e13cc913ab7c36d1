/** Counts and times every request, and writes its log line. */
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'

export interface HttpMetrics {
  registry: Registry
  durations: Histogram<'route' | 'method' | 'status'>
  requests: Counter<'route' | 'method' | 'status'>
}

export function createHttpMetrics(): HttpMetrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'vitrine_' })
  const labelNames = ['route', 'method', 'status'] as const
  return {
    registry,
    requests: new Counter({
      name: 'vitrine_http_requests_total',
      help: 'Requests answered',
      labelNames,
      registers: [registry],
    }),
    durations: new Histogram({
      name: 'vitrine_http_request_seconds',
      help: 'Time to answer a request',
      labelNames,
      buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers: [registry],
    }),
  }
}

/** One line a request: no query string, headers or body, so no key, token, e-mail or phone number can be in it. */
export function measureRequests(server: FastifyInstance, metrics: HttpMetrics, log: Logger): void {
  server.addHook('onResponse', async (request, reply) => {
    const labels = {
      route: request.routeOptions.url ?? 'unknown',
      method: request.method,
      status: String(reply.statusCode),
    }
    metrics.requests.inc(labels)
    metrics.durations.observe(labels, reply.elapsedTime / 1000)
    if (!log.isLevelEnabled('info')) return
    log.info(
      {
        request_id: request.id,
        method: request.method,
        route: labels.route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 100) / 100,
        ...(request.shopId ? { shop: request.shopId } : {}),
      },
      'request',
    )
  })
}
