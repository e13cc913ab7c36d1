/** Limits the work of each caller and the work at one time, and measures how long requests block the event loop. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { availableParallelism } from 'node:os'
import { TooBusy } from '../features/errors.ts'
import type { WorkKind } from '../features/work-ledger.ts'
import { addressGroup, addressMatch } from '../features/platform/addresses.ts'
import { Admission, type AdmissionLimits, type Caller } from './admission.ts'
import type { Connections } from './connections.ts'
import { plainError } from './errors.ts'
import { LONG_MS, LoopTime, shapeOf } from './loop-time.ts'
import { type RateLimit, rateLimit } from './rate-limit.ts'
import { TurnBudget } from './turn-budget.ts'

export interface Bounds {
  work: Record<WorkKind, Admission>
  turns: TurnBudget
  loop: LoopTime
  limitKey: RateLimit
  limitAddress: RateLimit
  /** True for the shop's own servers, which send requests for many shoppers. */
  isUnlimited: (address: string) => boolean
  limitAdmin: RateLimit
}

export interface BoundSettings {
  /** Cost units per storefront key, or per address on routes without a key; 0 is unlimited. */
  rateLimitPerMinute: number
  addressRateLimitPerMinute: number
  unlimitedAddresses: readonly string[]
}

export function createBounds({
  rateLimitPerMinute,
  addressRateLimitPerMinute,
  unlimitedAddresses,
}: BoundSettings): Bounds {
  const clock = { now: () => performance.now(), defer: setImmediate, later }
  const admissions = Object.entries(WORK_LIMITS).map(([kind, limits]) => [kind, new Admission({ ...clock, limits })])
  return {
    work: Object.fromEntries(admissions) as Record<WorkKind, Admission>,
    turns: new TurnBudget({ ...clock, sliceMs: BODIES_SLICE_MS }),
    loop: new LoopTime(),
    limitKey: rateLimit('key', rateLimitPerMinute),
    limitAddress: rateLimit('address', addressRateLimitPerMinute),
    isUnlimited: addressMatch(unlimitedAddresses),
    limitAdmin: rateLimit('admin', ADMIN_RATE_LIMIT),
  }
}

/** The event loop can do as much in a minute, so only a runaway program reaches this limit. */
const ADMIN_RATE_LIMIT = 600_000

/** Time per turn of the event loop for reading bodies and starting small requests. */
const BODIES_SLICE_MS = 8

function later(then: () => void, ms: number): () => void {
  const timer = setTimeout(then, ms)
  return () => clearTimeout(timer)
}

export function callerOf({ ip, shopId }: FastifyRequest): Caller {
  return { address: addressGroup(ip), shop: shopId }
}

/** Answers to these paths may exceed `MAX_ANSWER_BYTES`, because a shop's configuration may. */
const ADMIN_PREFIX = '/api/admin/'
const MAX_ANSWER_BYTES = 16 * 1024 * 1024

const TOO_LARGE = JSON.stringify({ error: 'the response would be too large: request less at a time' })

/** Measures how long each request blocks the event loop, and the bytes of its answer. */
export function installBounds(server: FastifyInstance, connections: Connections, loop: LoopTime, log: Logger): void {
  server.decorateRequest('loopMs', 0)
  server.decorateRequest('account', undefined)
  server.decorateRequest('signedWith', undefined)
  server.addHook('onRequest', (_request, _reply, done) => {
    loop.lap()
    done()
  })
  server.addHook('onSend', (request, reply, payload, done) => {
    request.loopMs += loop.lap()
    if (request.loopMs > LONG_MS) logLong(log, request)
    const { statusCode } = reply
    if (statusCode === 429 || statusCode === 503) request.account?.refundRefusal(statusCode)
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) {
      done(null, payload)
      return
    }
    const bytes = Buffer.byteLength(payload)
    if (bytes > MAX_ANSWER_BYTES && !request.url.startsWith(ADMIN_PREFIX)) {
      reply.code(400)
      done(null, TOO_LARGE)
      return
    }
    try {
      connections.holdAnswer(request.raw.socket, bytes)
      done(null, payload)
    } catch {
      reply.code(503).header('retry-after', '1').type('application/json; charset=utf-8')
      const shape = request.routeOptions.config.errorShape ?? 'string'
      done(null, JSON.stringify(plainError(shape, 503, new TooBusy(1).message).body))
    }
  })
}

function logLong(log: Logger, request: FastifyRequest): void {
  const { id, method, routeOptions, shopId, body, loopMs } = request
  const line = { request_id: id, method, route: routeOptions.url, shop: shopId, loop_ms: Math.round(loopMs) }
  log.warn(
    { ...line, shape: routeOptions.config.streamed ? 'stream' : shapeOf(body) },
    'a request blocked the main thread',
  )
}

const SHOPPERS: AdmissionLimits = {
  slots: 16,
  waiting: 1000,
  patienceMs: 500,
  overloadedPatienceMs: 50,
  sliceMs: 8,
}

/** Merchants wait longer instead of being refused. */
const MERCHANTS: AdmissionLimits = { ...SHOPPERS, slots: 48, patienceMs: 30_000, overloadedPatienceMs: 10_000 }

export const WORK_LIMITS: Readonly<Record<WorkKind, AdmissionLimits>> = {
  light: { ...SHOPPERS, slots: 2000, waiting: 0, sliceMs: Number.POSITIVE_INFINITY },
  search: SHOPPERS,
  'expensive-search': SHOPPERS,
  // Decoding a picture occupies a core and up to 134 MB.
  pictures: {
    ...SHOPPERS,
    slots: Math.min(4, Math.max(2, availableParallelism())),
    waiting: 100,
    patienceMs: 2000,
    overloadedPatienceMs: 200,
  },
  outside: { ...SHOPPERS, waiting: 100 },
  // An import occupies its slot until its upload ends.
  imports: { ...MERCHANTS, slots: 32, waiting: 100 },
  admin: MERCHANTS,
}
