/** Errors that a caller can act on. Only `http/errors.ts` turns them into the form that each endpoint's contract requires. */
import type { ValidationItem } from '@vitrine/contract'

/** The request is invalid; `items` tells which fields are. */
export class RequestRefused extends Error {
  override name = 'RequestRefused'
  readonly items: readonly ValidationItem[]

  constructor(items: readonly ValidationItem[]) {
    super(items.map((item) => item.message).join('; '))
    this.items = items
  }
}

export class Refusal extends Error {
  override name = 'Refusal'
  readonly status: number

  constructor(status: 400 | 403 | 404 | 409 | 413 | 415, message: string) {
    super(message)
    this.status = status
  }
}

/** The server cannot take more right now; nothing was stored. */
export class TooBusy extends Error {
  override name = 'TooBusy'
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number, message = 'too busy right now, try again') {
    super(message)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Limit on a caller's requests, in the terms of the RateLimit header fields. */
export interface QuotaPolicy {
  name: string
  quota: number
  windowSeconds: number
  /** Requests by default. */
  unit?: string
}

export class RateLimited extends Error {
  override name = 'RateLimited'
  readonly policy: QuotaPolicy
  readonly retryAfterSeconds: number
  readonly remaining: number

  constructor(policy: QuotaPolicy, retryAfterSeconds: number, remaining = 0, message = 'too many requests') {
    super(message)
    this.policy = policy
    this.retryAfterSeconds = retryAfterSeconds
    this.remaining = remaining
  }
}

/** The key is missing, wrong, expired, revoked or of another shop. The message never says which. */
export class Unauthorized extends Error {
  override name = 'Unauthorized'

  constructor(message = 'invalid API key for this shop') {
    super(message)
  }
}

/** Somebody else changed the same configuration in between. `detail` contains their changes; nothing was overwritten. */
export class ConfigConflict extends Error {
  override name = 'ConfigConflict'
  readonly detail: object

  constructor(message: string, detail: object) {
    super(message)
    this.detail = detail
  }
}
