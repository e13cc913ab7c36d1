import type { FastifyRequest } from 'fastify'
import { addressGroup } from '../features/platform/addresses.ts'
import { bearerKey } from './auth.ts'
import type { Bounds } from './bounds.ts'
import { type Payer, type RateLimit, rateLimit } from './rate-limit.ts'

export class RequestAccount {
  readonly #limit: RateLimit
  readonly #payer: Payer
  readonly #clock: () => number
  #taken = 0

  constructor(limit: RateLimit, payer: Payer, clock: () => number) {
    this.#limit = limit
    this.#payer = payer
    this.#clock = clock
  }

  take(units: number): void {
    this.#limit.take(this.#payer, units, this.#clock())
    this.#taken += units
  }

  /** A negative amount returns units. Never refuses. */
  correct(units: number): void {
    this.#limit.correct(this.#payer, units, this.#clock())
    this.#taken += units
  }

  /** After a 429, an address gets nothing back, but a shared bucket does. After a 503, both do. */
  refundRefusal(status: 429 | 503): void {
    if (status === 503 || this.#payer.member !== undefined) this.#limit.refund(this.#payer, this.#taken, this.#clock())
    this.#taken = 0
  }
}

const UNLIMITED = rateLimit('address', 0)

/** Opens the account that pays for requests without a key. */
export function addressAccount(bounds: Bounds, request: FastifyRequest, clock: () => number): RequestAccount {
  const limit = bounds.isUnlimited(request.ip) ? UNLIMITED : bounds.limitAddress
  return new RequestAccount(limit, { bucket: addressGroup(request.ip) }, clock)
}

/** Visitors of a shop share the account of its public key. A server key has its own. */
export function keyAccount(bounds: Bounds, request: FastifyRequest, clock: () => number): RequestAccount {
  const bucket = `${request.shopId} ${bearerKey(request.headers)}`
  const payer = request.isServerSide ? { bucket } : { bucket, member: addressGroup(request.ip) }
  return new RequestAccount(bounds.limitKey, payer, clock)
}
