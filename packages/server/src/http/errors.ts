/** Only this module turns a thrown error into a status and a body in the form of its endpoint. */
import { type ErrorShape, errorBody, validationItem } from '@vitrine/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ConfigConflict, RateLimited, Refusal, RequestRefused, TooBusy, Unauthorized } from '../features/errors.ts'
import { isStoreBusy, isStoreUnavailable } from '../ports/postgres/store-unusable.ts'
import { isStorageFull } from '../ports/sqlite/database.ts'

export class BodyUnreadable extends Error {
  override name = 'BodyUnreadable'
  readonly status: 400 | 413

  constructor(message: string, status: 400 | 413 = 400) {
    super(message)
    this.status = status
  }
}

export class BodyTooLarge extends BodyUnreadable {
  constructor(message = 'body is too large') {
    super(message, 413)
  }
}

export class HostUnusable extends Error {
  override name = 'HostUnusable'
  readonly type: string

  constructor(message: string, type = 'any.invalid') {
    super(message)
    this.type = type
  }
}

export class PageKeyNeeded extends Error {
  override name = 'PageKeyNeeded'
}

/** HTTP defines no expectation other than `100-continue`. */
export class ExpectationUnknown extends Error {
  override name = 'ExpectationUnknown'
}

export interface ErrorAnswer {
  status: number
  body: object
  headers?: Record<string, string>
}

const ASK_FOR_PASSWORD = { 'www-authenticate': 'Basic realm="vitrine", charset="UTF-8"' }

export function answerError(error: unknown, shape: ErrorShape): ErrorAnswer {
  if (error instanceof RequestRefused) return { status: 400, body: errorBody(shape, 400, error.items) }
  if (error instanceof Refusal) return refusal(shape, error.status, error.message)
  if (error instanceof ConfigConflict) return { status: 412, body: { error: error.message, ...error.detail } }
  if (error instanceof Unauthorized) return { status: 401, body: { error: error.message } }
  if (error instanceof PageKeyNeeded) return { status: 401, body: { error: error.message }, headers: ASK_FOR_PASSWORD }
  const retryableError = (status: number, message: string, headers: Record<string, string>) => ({
    ...plainError(shape, status, message),
    headers,
  })
  const busy = (message: string, seconds: number) => retryableError(503, message, { 'retry-after': String(seconds) })
  if (error instanceof TooBusy) return busy(error.message, error.retryAfterSeconds)
  if (error instanceof RateLimited) return retryableError(429, error.message, limitHeaders(error))
  const unstored = storeFault(error)
  if (unstored) return busy(...unstored)
  if (error instanceof BodyUnreadable) return unreadableBody(shape, error.status, error.message)
  if (error instanceof HostUnusable) return unreadable(shape, 400, error.message, error.type)
  if (error instanceof ExpectationUnknown) return plainError(shape, 417, 'Expect must be 100-continue')
  return frameworkError(error as { code?: string; statusCode?: number }, shape)
}

/** Returns undefined unless a retry may succeed. */
function storeFault(error: unknown): [message: string, retryAfterSeconds: number] | undefined {
  if (isStorageFull(error)) return ['the disk is full and this cannot be stored right now, try again later', 30]
  if (isStoreUnavailable(error)) return ['the store does not answer right now, try again', 5]
  if (isStoreBusy(error)) return ['the store is busy with another change to the same data, try again', 5]
  return undefined
}

/** Init and sections have a form of error of their own in the contract. */
export function plainError(shape: ErrorShape, status: number, message: string): ErrorAnswer {
  return { status, body: shape === 'number-message' ? { error: status, message } : { error: message } }
}

/** Follows draft-ietf-httpapi-ratelimit-headers-11: structured lists with one policy. */
function limitHeaders({ policy, retryAfterSeconds, remaining }: RateLimited): Record<string, string> {
  const unit = policy.unit === undefined ? '' : `;qu="${policy.unit}"`
  return {
    'retry-after': String(retryAfterSeconds),
    'ratelimit-policy': `"${policy.name}";q=${policy.quota};w=${policy.windowSeconds}${unit}`,
    ratelimit: `"${policy.name}";r=${remaining};t=${retryAfterSeconds}`,
  }
}

function frameworkError(error: { code?: string; statusCode?: number }, shape: ErrorShape): ErrorAnswer {
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return unreadableBody(shape, 415, 'content type must be application/json')
  if (error.statusCode === 413) return unreadableBody(shape, 413, 'body is too large')
  if (error.statusCode === 400) return unreadableBody(shape, 400, 'body could not be read')
  return plainError(shape, 500, 'internal error')
}

function refusal(shape: ErrorShape, status: number, message: string): ErrorAnswer {
  const shaped = status === 400 || status === 413 || status === 415
  return shaped ? { status, body: plainBody(shape, status, message) } : plainError(shape, status, message)
}

function plainBody(shape: ErrorShape, status: number, message: string): object {
  if (shape === 'ok-items') return { ok: false, error: message }
  if (shape === 'number-message') return { error: status, message }
  if (shape === 'errors-items') return errorBody(shape, status, [{ ...validationItem([], 'any.invalid', ''), message }])
  return { error: message }
}

function unreadableBody(shape: ErrorShape, status: number, message: string): ErrorAnswer {
  return unreadable(shape, status, message, 'object.base')
}

function unreadable(shape: ErrorShape, status: number, message: string, type: string): ErrorAnswer {
  const item = { ...validationItem([], type, ''), message }
  return { status, body: shape === 'admin' ? { error: message } : errorBody(shape, status, [item]) }
}

/** Internal errors are logged with their cause, which callers never see. */
export function isOurFault(error: unknown, status: number): boolean {
  return status >= 500 && !(error instanceof TooBusy)
}

export function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  shape: ErrorShape,
): FastifyReply {
  const answer = answerError(error, shape)
  if (isOurFault(error, answer.status)) request.log.error({ err: error, request_id: request.id }, 'request failed')
  return reply
    .code(answer.status)
    .headers(answer.headers ?? {})
    .send(answer.body)
}
