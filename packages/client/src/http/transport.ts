/** One POST with timeout, abort and retries. All operations are safe to repeat: they read, or send events with ids. */
import { ApiError, apiError, NetworkError, TimeoutError } from '../errors.ts'

export interface CallOptions {
  signal?: AbortSignal
  timeoutMs?: number
  /** Maximum number of repetitions of a failed call. */
  retries?: number
  /** Lets the request outlive the page. */
  keepalive?: boolean
}

export interface Exchange {
  path: string
  status: number
  ms: number
  request: unknown
  response: unknown
  requestId: string | null
}

export interface TransportOptions {
  fetch: typeof fetch
  timeoutMs: number
  retries: number
  /** Called after each exchange, for logs and debug panels. */
  onExchange?: (exchange: Exchange) => void
}

export interface Transport {
  post(url: string, body: unknown, headers: Record<string, string>, options?: CallOptions): Promise<unknown>
}

const FIRST_WAIT_MS = 200
const LONGEST_WAIT_MS = 5_000

export function createTransport(defaults: TransportOptions): Transport {
  return {
    async post(url, body, headers, options = {}) {
      const retries = options.retries ?? defaults.retries
      for (let attempt = 0; ; attempt++) {
        try {
          return await once(defaults, url, body, headers, options)
        } catch (error) {
          if (attempt >= retries || !isWorthRepeating(error)) throw error
          await wait(waitMs(error, attempt), options.signal)
        }
      }
    },
  }
}

async function once(
  defaults: TransportOptions,
  url: string,
  body: unknown,
  headers: Record<string, string>,
  options: CallOptions,
): Promise<unknown> {
  const begun = Date.now()
  const form = typeof FormData !== 'undefined' && body instanceof FormData
  const { signal, done } = withTimeout(options.timeoutMs ?? defaults.timeoutMs, options.signal)
  let response: Response
  let text: string
  try {
    response = await defaults.fetch(url, {
      method: 'POST',
      headers: form ? headers : { 'content-type': 'application/json', ...headers },
      body: form ? (body as FormData) : JSON.stringify(body),
      signal,
      ...(options.keepalive ? { keepalive: true } : {}),
    })
    text = await response.text()
  } catch (error) {
    // React Native's signals have neither `reason` nor `throwIfAborted`.
    if (options.signal?.aborted) throw options.signal.reason ?? error
    if (signal.aborted) throw new TimeoutError(`no answer from ${url} in time`, { cause: error })
    throw new NetworkError(`no answer from ${url}`, { cause: error })
  } finally {
    done()
  }
  const parsed = parse(text)
  defaults.onExchange?.({
    path: new URL(url).pathname,
    status: response.status,
    ms: Date.now() - begun,
    request: body,
    response: parsed,
    requestId: response.headers.get('x-request-id'),
  })
  if (!response.ok) throw apiError(response.status, parsed, response.headers)
  return parsed
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function isWorthRepeating(error: unknown): boolean {
  if (error instanceof ApiError) return error.status === 429 || error.status >= 500
  return error instanceof NetworkError
}

/** Returns the time that the service asked for, otherwise one that doubles, with jitter to spread clients. */
function waitMs(error: unknown, attempt: number): number {
  const asked = error instanceof ApiError ? error.retryAfterMs : null
  const backoff = FIRST_WAIT_MS * 2 ** attempt * (0.5 + Math.random())
  return Math.min(asked ?? backoff, LONGEST_WAIT_MS)
}

function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

function withTimeout(ms: number, outer: AbortSignal | undefined): { signal: AbortSignal; done: () => void } {
  const controller = new AbortController()
  const abort = () => controller.abort()
  const timer = setTimeout(abort, ms)
  if (outer?.aborted) abort()
  outer?.addEventListener('abort', abort, { once: true })
  return {
    signal: controller.signal,
    done: () => {
      clearTimeout(timer)
      outer?.removeEventListener('abort', abort)
    },
  }
}
