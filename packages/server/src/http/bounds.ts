/** Keeps the work of all requests within bounds: who may ask how much, when, and how long each kept the loop. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { availableParallelism } from 'node:os'
import { TooBusy } from '../features/errors.ts'
import type { WorkKind } from '../features/work-ledger.ts'
import { addressGroup, addressMatch } from './address-group.ts'
import { Admission, type AdmissionLimits, type Caller } from './admission.ts'
import type { Connections } from './connections.ts'
import { sentence } from './errors.ts'
import { LONG_MS, LoopTime, shapeOf } from './loop-time.ts'
import { type RateLimit, rateLimit } from './rate-limit.ts'
import { TurnBudget } from './turn-budget.ts'

export interface Bounds {
  work: Record<WorkKind, Admission>
  turns: TurnBudget
  loop: LoopTime
  limitKey: RateLimit
  limitAddress: RateLimit
  /** Servers of the shop's own, which ask for many shoppers. */
  isUnlimited: (address: string) => boolean
  /** Limit of an admin key or a user. */
  limitAdmin: RateLimit
}

export interface BoundSettings {
  /** Units of cost a minute for one storefront key, and for one address on routes without a key; 0 is unlimited. */
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

/** As much as the loop could do in a minute: nobody who works with it comes near, a program that runs wild does. */
const ADMIN_RATE_LIMIT = 600_000

/** Bodies are read and checked, and small requests begun, for so long in a turn of the loop. */
const BODIES_SLICE_MS = 8

function later(then: () => void, ms: number): () => void {
  const timer = setTimeout(then, ms)
  return () => clearTimeout(timer)
}

export function callerOf({ ip, shopId }: FastifyRequest): Caller {
  return { address: addressGroup(ip), shop: shopId }
}

/** Routes that are not for shoppers: their answers may be as large as a shop's configuration. */
const ADMIN_PREFIX = '/api/admin/'
const MAX_ANSWER_BYTES = 16 * 1024 * 1024

const TOO_LARGE = JSON.stringify({ error: 'the answer would be too large: ask for less at a time' })

/** Watches every request: the loop's time it takes, and the bytes of its answer. */
export function installBounds(server: FastifyInstance, connections: Connections, loop: LoopTime, log: Logger): void {
  server.decorateRequest('loopMs', 0)
  server.decorateRequest('account', undefined)
  server.decorateRequest('onSettled', undefined)
  server.addHook('onRequest', (_request, _reply, done) => {
    loop.lap()
    done()
  })
  server.addHook('onSend', (request, reply, payload, done) => {
    request.loopMs += loop.lap()
    if (request.loopMs > LONG_MS) logLong(log, request)
    settleAccount(request, reply.statusCode)
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
      done(null, JSON.stringify(sentence(shape, 503, new TooBusy(1).message).body))
    }
  })
}

/** A price is in tenths of a millisecond. A slower machine, or a busy moment, is nobody's fault: what took this many times as long is. */
const UNITS_A_MS = 10
const SLACK = 3
/** Shorter times are read off the clock alone, and may have been somebody else's. */
const MEASURED_MS = 10

/** Time off the clock decides who is served first, never who is refused: a shop's first search loads its index. */
function settleAccount({ account, loopMs, onSettled }: FastifyRequest, status: number): void {
  if (!account) return
  if (status === 429 || status === 503) {
    account.turnedAway(status)
    return
  }
  const units = Math.round(loopMs * UNITS_A_MS)
  if (loopMs >= MEASURED_MS && units > SLACK * account.taken) onSettled?.(units - account.taken)
}

function logLong(log: Logger, request: FastifyRequest): void {
  const { id, method, routeOptions, shopId, body, loopMs } = request
  const line = { request_id: id, method, route: routeOptions.url, shop: shopId, loop_ms: Math.round(loopMs) }
  log.warn(
    { ...line, shape: routeOptions.config.streamed ? 'stream' : shapeOf(body) },
    'a request blocked the main thread',
  )
}

/** How much of each kind of work goes on at a time. One caller gets half of the slots at most (see admission.ts). */
const SHOPPERS: AdmissionLimits = {
  slots: 16,
  waiting: 1000,
  patienceMs: 500,
  overloadedPatienceMs: 50,
  sliceMs: 8,
}

/** Merchants rather wait. */
const MERCHANTS: AdmissionLimits = { ...SHOPPERS, slots: 48, patienceMs: 30_000, overloadedPatienceMs: 10_000 }

export const WORK_LIMITS: Readonly<Record<WorkKind, AdmissionLimits>> = {
  light: { ...SHOPPERS, slots: 2000, waiting: 0, sliceMs: Number.POSITIVE_INFINITY },
  search: SHOPPERS,
  'expensive-search': SHOPPERS,
  // They are decoded on cores that others use too, and hold up to 134 MB each meanwhile.
  pictures: {
    ...SHOPPERS,
    slots: Math.min(4, Math.max(2, availableParallelism())),
    waiting: 100,
    patienceMs: 2000,
    overloadedPatienceMs: 200,
  },
  outside: { ...SHOPPERS, waiting: 100 },
  // A file takes as long as it takes to come in.
  imports: { ...MERCHANTS, slots: 32, waiting: 100 },
  admin: MERCHANTS,
}
