/** Counts and times every request, and writes its log line. */
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

export interface HttpMetrics {
  registry: Registry
  durations: Histogram<'route' | 'method' | 'status'>
}

export function createHttpMetrics(): HttpMetrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'vitrine_' })
  const labelNames = ['route', 'method', 'status'] as const
  return {
    registry,
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
  const observe = rememberedTimers(metrics.durations)
  server.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    observe(route, request.method, reply.statusCode).observe(reply.elapsedTime / 1000)
    if (!log.isLevelEnabled('info')) return
    log.info(
      {
        request_id: request.id,
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 100) / 100,
        ...(request.shopId ? { shop: request.shopId } : {}),
      },
      'request',
    )
  })
}

type Timer = ReturnType<HttpMetrics['durations']['labels']>

/** The timer of a route, method and status, looked up once: hashing labels at every request costs more than counting. */
function rememberedTimers(
  durations: HttpMetrics['durations'],
): (route: string, method: string, status: number) => Timer {
  const timers = new Map<string, Timer>()
  return (route, method, status) => {
    const key = `${method} ${status} ${route}`
    const known = timers.get(key)
    if (known !== undefined) return known
    const timer = durations.labels(route, method, String(status))
    timers.set(key, timer)
    return timer
  }
}
