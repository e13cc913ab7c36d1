import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { type StatementSpan, statementsOfRequest, type Tracing } from '../ports/tracing/tracing.ts'
import type { Admission } from './admission.ts'
import type { Bounds } from './bounds.ts'
import type { Connections } from './connections.ts'

export interface Answered {
  requestId: string
  route: string
  method: string
  status: number
  ms: number
  shop: string | undefined
}

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

/** The log line has no query string, headers or body, because these may contain secrets. */
export function requestRecorder(metrics: HttpMetrics, log: Logger): (answered: Answered) => void {
  const timerOf = rememberedTimers(metrics.durations)
  return ({ requestId, route, method, status, ms, shop }) => {
    timerOf(route, method, status).observe(ms / 1000)
    if (!log.isLevelEnabled('info')) return
    const line = { request_id: requestId, method, route, status, ms: Math.round(ms * 100) / 100 }
    log.info(shop === undefined ? line : { ...line, shop }, 'request')
  }
}

export function measureRequests(server: FastifyInstance, record: (answered: Answered) => void): void {
  server.addHook('onResponse', (request, reply, done) => {
    record({
      requestId: request.id,
      route: request.routeOptions.url ?? 'unknown',
      method: request.method,
      status: reply.statusCode,
      ms: reply.elapsedTime,
      shop: request.shopId,
    })
    done()
  })
}

export function measureBounds({ registry }: HttpMetrics, connections: Connections, bounds: Bounds): void {
  const queues = Object.values(bounds.work)
  const sumOf = (count: (queue: Admission) => number) => queues.reduce((sum, queue) => sum + count(queue), 0)
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  gauge('vitrine_http_connections', 'Open connections', () => connections.count)
  gauge('vitrine_http_held_bytes', 'Bytes of bodies and answers in memory', () => connections.heldBytes)
  gauge('vitrine_http_waiting_requests', 'Requests that wait their turn', () => sumOf(({ waiting }) => waiting))
  new Counter({
    name: 'vitrine_http_shed_requests_total',
    help: 'Requests turned away with 503 because of load',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(sumOf(({ shed }) => shed))
    },
  })
}

type Timer = ReturnType<HttpMetrics['durations']['labels']>

/** Hashing labels for every request takes longer than counting it. */
function rememberedTimers(
  durations: HttpMetrics['durations'],
): (route: string, method: string, status: number) => Timer {
  const timers = new Map<string, Map<number, Timer>>()
  return (route, method, status) => {
    // Almost every request is a POST, so the key for POST is not concatenated each time.
    const name = method === 'POST' ? route : `${method} ${route}`
    const ofRoute = timers.get(name) ?? new Map<number, Timer>()
    const known = ofRoute.get(status)
    if (known !== undefined) return known
    const timer = durations.labels(route, method, String(status))
    timers.set(name, ofRoute.set(status, timer))
    return timer
  }
}

export function traceRequests(server: FastifyInstance, tracing: Tracing, clock: () => number): void {
  const made = new WeakMap<object, StatementSpan[]>()
  server.addHook('onRequest', (request, _reply, done) => {
    const statements: StatementSpan[] = []
    made.set(request, statements)
    statementsOfRequest.run(statements, done)
  })
  server.addHook('onResponse', (request, reply, done) => {
    const { traceparent } = request.headers
    const [nowMs, passedMs] = [clock(), performance.now()]
    const statements = (made.get(request) ?? []).map((one) => ({
      ...one,
      endedAtMs: nowMs - (passedMs - one.endedAtMs),
    }))
    tracing.record({
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      shop: request.shopId,
      requestId: request.id,
      endedAtMs: nowMs,
      tookMs: reply.elapsedTime,
      traceparent: typeof traceparent === 'string' ? traceparent : undefined,
      statements,
    })
    done()
  })
}
