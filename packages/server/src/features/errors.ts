/** Errors that a caller can act on. Only `http/errors.ts` turns them into the form that each endpoint's contract requires. */
import type { ValidationItem } from '@vitrine/contract'

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

export class TooBusy extends Error {
  override name = 'TooBusy'
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number, message = 'too busy right now, try again') {
    super(message)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The limit on a caller's requests, as in the RateLimit header fields. */
export interface QuotaPolicy {
  name: string
  quota: number
  windowSeconds: number
  /** The unit is requests by default. */
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

/** The message never says whether the key is missing, wrong, expired, revoked or of another shop. */
export class Unauthorized extends Error {
  override name = 'Unauthorized'

  constructor(message = 'invalid API key for this shop') {
    super(message)
  }
}

/** Another change to the same configuration came first. `detail` contains it; nothing was overwritten. */
export class ConfigConflict extends Error {
  override name = 'ConfigConflict'
  readonly detail: object

  constructor(message: string, detail: object) {
    super(message)
    this.detail = detail
  }
}
