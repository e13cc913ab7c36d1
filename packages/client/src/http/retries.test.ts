/** Tests the client's promises while the service fails: bounded attempts, bounded waits, and no leftover timers. */
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createClient } from '../client.ts'
import { ApiError, BusyError, InvalidRequestError, NetworkError, TimeoutError, UnauthorizedError } from '../errors.ts'
import { createHosts } from './hosts.ts'
import { createTransport, type Exchange } from './transport.ts'

type Failure = number | 'offline' | 'hang'

/** A `fetch` that fails in this way, always or `times` times, and records the time of each call. */
function failing(failure: Failure, { times = Number.POSITIVE_INFINITY, headers = {} } = {}) {
  const calls: number[] = []
  const fetch = ((_url: string, { signal }: RequestInit) => {
    calls.push(Date.now())
    if (calls.length > times) return Promise.resolve(Response.json({ ok: true }))
    if (failure === 'offline') return Promise.reject(new TypeError('fetch failed'))
    if (failure !== 'hang') return Promise.resolve(new Response('{}', { status: failure, headers }))
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))))
  }) as typeof globalThis.fetch
  return { fetch, calls }
}

const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )

async function finished(work: Promise<unknown>) {
  const outcome = outcomeOf(work)
  await vi.runAllTimersAsync()
  return (await outcome) as { value?: unknown; error?: unknown }
}

const post = (fetch: typeof globalThis.fetch, retries: number, options = {}) =>
  createTransport({ fetch, timeoutMs: 1000, retries }).post('http://x.example/a', {}, {}, options)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a failing service', () => {
  const repeated: Failure[] = [429, 500, 502, 503, 599, 'offline', 'hang']
  const final: Failure[] = [400, 401, 403, 404, 413, 415, 499]

  it('is called once more than the number of retries', () =>
    fc.assert(
      fc.asyncProperty(fc.constantFrom(...repeated), fc.integer({ min: 0, max: 5 }), async (failure, retries) => {
        const { fetch, calls } = failing(failure)
        expect(await finished(post(fetch, retries))).toHaveProperty('error')
        expect(calls).toHaveLength(retries + 1)
      }),
    ))

  it.each(final)('is not called again after status %s', async (status) => {
    const { fetch, calls } = failing(status)
    const { error } = await finished(post(fetch, 3))
    expect(error).toBeInstanceOf(ApiError)
    expect(calls).toHaveLength(1)
  })

  it('is retried after waits that double, vary by up to half, and never exceed five seconds', async () => {
    for (const draw of [0, 0.5, 0.999]) {
      const random = vi.spyOn(Math, 'random').mockReturnValue(draw)
      const { fetch, calls } = failing(500)
      await finished(post(fetch, 7))
      const waits = calls.slice(1).map((at, i) => at - calls[i]!)
      const expected = waits.map((_, i) => Math.min(5000, 200 * 2 ** i * (0.5 + draw)))
      for (const [i, wait] of waits.entries()) expect(Math.abs(wait - expected[i]!)).toBeLessThanOrEqual(1)
      random.mockRestore()
    }
  })

  it.each([
    ['1', 1000],
    ['4', 4000],
    ['60', 5000],
  ])('is retried after the time in Retry-After: %s, but at most five seconds later', async (after, ms) => {
    const { fetch, calls } = failing(503, { headers: { 'retry-after': after } })
    await finished(post(fetch, 1))
    expect(calls[1]! - calls[0]!).toBe(ms)
  })

  it('returns the answer of the first attempt that succeeds', async () => {
    const { fetch, calls } = failing(503, { times: 2 })
    expect(await finished(post(fetch, 5))).toEqual({ value: { ok: true } })
    expect(calls).toHaveLength(3)
  })

  it('is given ten seconds for an answer and two more attempts by default', async () => {
    const { fetch, calls } = failing('hang')
    const client = createClient({ shop: 's', baseUrl: 'http://x.example', fetch })
    const { error } = await finished(client.init())
    expect(error).toBeInstanceOf(TimeoutError)
    expect(calls).toHaveLength(3)
    expect(calls[1]! - calls[0]!).toBeGreaterThanOrEqual(10_000)
    expect(calls[1]! - calls[0]!).toBeLessThan(10_500)
  })
})

describe('a caller that aborts', () => {
  it('stops waiting at once, and no request follows', async () => {
    const { fetch, calls } = failing(500)
    const controller = new AbortController()
    const outcome = outcomeOf(post(fetch, 5, { signal: controller.signal }))
    await vi.advanceTimersByTimeAsync(10)
    controller.abort(new Error('left'))
    expect(await outcome).toEqual({ error: new Error('left') })
    await vi.runAllTimersAsync()
    expect(calls).toHaveLength(1)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('leaves no listener on the signal and no timer after the call ends', async () => {
    for (const failure of [200, 400, 500, 'offline'] as const) {
      const { signal } = new AbortController()
      const kept = new Set<unknown>()
      vi.spyOn(signal, 'addEventListener').mockImplementation((_name, listener) => void kept.add(listener))
      vi.spyOn(signal, 'removeEventListener').mockImplementation((_name, listener) => void kept.delete(listener))
      await finished(post(failing(failure).fetch, 2, { signal }))
      expect([kept.size, vi.getTimerCount()]).toEqual([0, 0])
    }
  })

  it('gets its own reason if it aborted before the call', async () => {
    const signal = AbortSignal.abort(new Error('gone'))
    const { fetch } = failing('offline')
    expect(await finished(post(fetch, 3, { signal }))).toEqual({ error: new Error('gone') })
  })
})

describe('an error', () => {
  it.each([
    [400, InvalidRequestError],
    [401, UnauthorizedError],
    [404, InvalidRequestError],
    [429, BusyError],
    [499, InvalidRequestError],
    [500, ApiError],
    [503, BusyError],
  ])('for status %s has its own class', async (status, type) => {
    const { error } = await finished(post(failing(status).fetch, 0))
    expect((error as object).constructor).toBe(type)
  })

  it.each([
    [{ errors: [{ message: 'a' }, { message: 'b' }] }, 'a; b'],
    [{ error: [{ message: 'c' }] }, 'c'],
    [{ message: 'said', error: 12 }, 'said'],
    [{ error: 'text' }, 'text'],
    [{ error: [] }, 'request failed with status 400'],
    [null, 'request failed with status 400'],
  ])('for the body %o has the message "%s"', (body, message) => {
    expect(new ApiError(400, body, new Headers()).message).toBe(message)
  })

  it('has a time for the next attempt only if the service sent one', () => {
    const after = (value: string) => new ApiError(503, {}, new Headers({ 'retry-after': value })).retryAfterMs
    expect([after('3'), after('0'), after('soon')]).toEqual([3000, null, null])
  })
})

describe('a finished exchange', () => {
  it('is reported with path, status, duration and both bodies; a failed connection is not reported', async () => {
    const reported: Exchange[] = []
    const onExchange = (exchange: Exchange) => void reported.push(exchange)
    const fetch = (async () => {
      vi.advanceTimersByTime(70)
      return Response.json({ b: 2 }, { headers: { 'x-request-id': 'r1' } })
    }) as typeof globalThis.fetch
    await createTransport({ fetch, timeoutMs: 1000, retries: 0, onExchange }).post('http://x/p?q', { a: 1 }, {})
    expect(reported).toEqual([
      { path: '/p', status: 200, ms: 70, request: { a: 1 }, response: { b: 2 }, requestId: 'r1' },
    ])
    const away = { fetch: failing('offline').fetch, timeoutMs: 1000, retries: 0, onExchange }
    await finished(createTransport(away).post('http://x/p', {}, {}))
    expect(reported).toHaveLength(1)
  })
})

describe('the edge host', () => {
  const hosts = () => createHosts({ baseUrl: 'http://b//', searchUrl: 'http://s/', edgeUrl: 'http://e/' })
  const error = (status: number) => new ApiError(status, {}, new Headers())

  it('is used for search only, and every URL is used without its trailing slash', async () => {
    const echo = async (origin: string) => origin
    expect([await hosts().base(echo), await hosts().search(echo)]).toEqual(['http://b', 'http://e'])
    expect(await createHosts({ baseUrl: 'http://b/' }).search(echo)).toBe('http://b')
    expect(await createHosts({ baseUrl: 'http://b', searchUrl: 'http://s' }).search(echo)).toBe('http://s')
  })

  it.each([error(403), error(404), error(500), error(503), new NetworkError('away')])(
    'is not used for one minute after %s',
    async (failure) => {
      const { search } = hosts()
      const asked: string[] = []
      const call = async (origin: string) => {
        asked.push(origin)
        if (origin === 'http://e') throw failure
        return origin
      }
      expect(await search(call)).toBe('http://s')
      vi.advanceTimersByTime(59_999)
      await search(call)
      expect(asked).toEqual(['http://e', 'http://s', 'http://s'])
      vi.advanceTimersByTime(1)
      await search(call)
      expect(asked.slice(3)).toEqual(['http://e', 'http://s'])
    },
  )

  it.each([error(400), error(401), error(429), new Error('a fault of the caller')])(
    'is still used after %s, which the caller caused',
    async (failure) => {
      const { search } = hosts()
      await expect(search(() => Promise.reject(failure))).rejects.toBe(failure)
      expect(await search(async (origin) => origin)).toBe('http://e')
    },
  )
})
