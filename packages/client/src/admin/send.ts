/** One call of the admin API. Never repeated by itself: a write that may have happened is the caller's to judge. */
import { apiError, NetworkError } from '../errors.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface AdminOptions {
  /** Where the service is; empty on its own pages. */
  baseUrl?: string
  /** An admin key, `vak_…`. Absent: the session cookie of a signed-in user. */
  apiKey?: string
  /** What a session proves its writes with; it comes with the session. */
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
  /** The version of what was answered; give it back as `If-Match`. */
  etag: string | null
}

export type Send = <T>(method: Method, path: string, call?: Call) => Promise<Answer<T>>

const ROOT = '/api/admin/v1'

export function adminSend({ baseUrl = '', apiKey, csrf, fetch = globalThis.fetch }: AdminOptions): Send {
  return async <T>(method: Method, path: string, call: Call = {}) => {
    const token = method === 'GET' ? null : csrf?.()
    const isFile = typeof Blob !== 'undefined' && call.body instanceof Blob
    const headers: Record<string, string> = {
      ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}),
      ...(token ? { 'x-csrf': token } : {}),
      ...(call.body === undefined ? {} : { 'content-type': isFile ? 'application/x-ndjson' : 'application/json' }),
      ...call.headers,
    }
    const body = call.body === undefined ? undefined : isFile ? (call.body as Blob) : JSON.stringify(call.body)
    const url = `${baseUrl}${ROOT}${path}${queryText(call.query)}`
    const response = await fetch(url, {
      method,
      headers,
      body,
      credentials: 'same-origin',
      signal: call.signal,
    }).catch((cause) => {
      if (call.signal?.aborted) throw cause
      throw new NetworkError(`no answer from ${url}`, { cause })
    })
    const parsed = parse(await response.text())
    if (!response.ok) throw apiError(response.status, parsed, response.headers)
    return { body: parsed as T, etag: response.headers.get('etag') }
  }
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
