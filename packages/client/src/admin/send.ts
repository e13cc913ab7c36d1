/** One call of the admin API. Calls are not repeated automatically, because a write may have taken effect. */
import { apiError, NetworkError } from '../errors.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface AdminOptions {
  /** Empty on pages of the service itself. */
  baseUrl?: string
  /** An admin key, `vak_…`. Without a key, calls use the session cookie of the signed-in user. */
  apiKey?: string
  /** Returns the session's CSRF token, which writes must contain. */
  csrf?: () => string | null
  fetch?: typeof fetch
}

export interface Call {
  query?: Record<string, string | number | undefined>
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
}

export interface Answer<T> {
  body: T
  /** Version of the document, to send as `If-Match` with a later write. */
  etag: string | null
}

export type Send = <T>(method: Method, path: string, call?: Call) => Promise<Answer<T>>

const ROOT = '/api/admin/v1'

export function adminSend({ baseUrl = '', apiKey, csrf, fetch = globalThis.fetch }: AdminOptions): Send {
  return async <T>(method: Method, path: string, call: Call = {}) => {
    const token = method === 'GET' ? null : csrf?.()
    const { type, body } = bodyOf(call.body)
    const headers: Record<string, string> = {
      ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}),
      ...(token ? { 'x-csrf': token } : {}),
      ...type,
      ...call.headers,
    }
    const url = `${baseUrl}${ROOT}${path}${queryText(call.query)}`
    const request = { method, headers, body, credentials: 'same-origin', signal: call.signal } as const
    const response = await fetch(url, request).catch((cause) => {
      if (call.signal?.aborted) throw cause
      throw new NetworkError(`no answer from ${url}`, { cause })
    })
    const parsed = parse(await response.text())
    if (!response.ok) throw apiError(response.status, parsed, response.headers)
    return { body: parsed as T, etag: response.headers.get('etag') }
  }
}

/** A file is sent unchanged, for the server to read as a stream; everything else is JSON. */
function bodyOf(given: unknown): { type?: Record<string, string>; body?: string | Blob } {
  if (given === undefined) return {}
  if (typeof Blob !== 'undefined' && given instanceof Blob)
    return { type: { 'content-type': 'application/x-ndjson' }, body: given }
  return { type: { 'content-type': 'application/json' }, body: JSON.stringify(given) }
}

function queryText(query: Call['query'] = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}

function parse(text: string): unknown {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
