import { camelName } from './case-mapping.ts'

export interface FaultItem {
  message: string
  path: (string | number)[]
  type: string
  context: { label: string; key?: string | number }
}

export class VitrineError extends Error {
  override name = 'VitrineError'
}

export class ApiError extends VitrineError {
  override name = 'ApiError'
  readonly status: number
  /** Empty if the answer lists no faults. */
  readonly items: readonly FaultItem[]
  readonly requestId: string | null
  readonly body: unknown
  /** From the Retry-After header, if present. */
  readonly retryAfterMs: number | null

  constructor(status: number, body: unknown, headers: Headers) {
    super(messageOf(status, body))
    this.status = status
    this.body = body
    this.items = itemsOf(body)
    this.requestId = headers.get('x-request-id')
    const after = Number(headers.get('retry-after'))
    this.retryAfterMs = after > 0 ? after * 1000 : null
  }
}

/** 400, 413, 415: the request is wrong, and repeating it does not help. */
export class InvalidRequestError extends ApiError {
  override name = 'InvalidRequestError'
}

/** 401: key and shop do not match. */
export class UnauthorizedError extends ApiError {
  override name = 'UnauthorizedError'
}

/** 429, 503: the service is busy after the client's retries. Wait for `retryAfterMs`. */
export class BusyError extends ApiError {
  override name = 'BusyError'
}

export class NetworkError extends VitrineError {
  override name = 'NetworkError'
}

export class TimeoutError extends NetworkError {
  override name = 'TimeoutError'
}

export class UnsupportedVersionError extends VitrineError {
  override name = 'UnsupportedVersionError'
  constructor(operation: string) {
    super(`${operation} needs version v3; this client was created with version v2`)
  }
}

/** Renames fields in an error from wire names to the caller's camelCase. */
export function inCallersCase(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.items.length === 0) return error
  const items = error.items.map(({ message, path, type, context }) => ({
    message: message.replace(/^"[^"]*"/, camelName),
    path: path.map(camel),
    type,
    context: {
      ...context,
      label: camelName(context.label),
      ...(context.key === undefined ? {} : { key: camel(context.key) }),
    },
  }))
  return Object.assign(error, { items, message: items.map(({ message }) => message).join('; ') })
}

function camel(part: string | number): string | number {
  return typeof part === 'string' ? camelName(part) : part
}

export function apiError(status: number, body: unknown, headers: Headers): ApiError {
  if (status === 401) return new UnauthorizedError(status, body, headers)
  if (status === 429 || status === 503) return new BusyError(status, body, headers)
  if (status >= 400 && status < 500) return new InvalidRequestError(status, body, headers)
  return new ApiError(status, body, headers)
}

interface ErrorBody {
  error?: unknown
  errors?: unknown
  message?: unknown
}

function itemsOf(body: unknown): FaultItem[] {
  const { error, errors } = (body ?? {}) as ErrorBody
  return (Array.isArray(errors) ? errors : Array.isArray(error) ? error : []) as FaultItem[]
}

function messageOf(status: number, body: unknown): string {
  const { error, message } = (body ?? {}) as ErrorBody
  const items = itemsOf(body)
  if (items.length > 0) return items.map((item) => item.message).join('; ')
  for (const text of [message, error]) if (typeof text === 'string') return text
  return `request failed with status ${status}`
}
