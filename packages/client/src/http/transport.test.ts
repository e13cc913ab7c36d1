import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createClient } from '../client.ts'
import {
  BusyError,
  InvalidRequestError,
  NetworkError,
  TimeoutError,
  UnauthorizedError,
  UnsupportedVersionError,
} from '../errors.ts'

interface Reply {
  status?: number
  body?: object
  headers?: Record<string, string>
  hang?: boolean
}

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** Starts a real server that gives these replies in turn and repeats the last one. */
async function serverSaying(...replies: Reply[]) {
  const seen: { path: string; headers: Record<string, unknown>; body: string }[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      seen.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() })
      const reply = replies[Math.min(seen.length, replies.length) - 1] ?? {}
      if (reply.hang) return
      response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers })
      response.end(JSON.stringify(reply.body ?? {}))
    })
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

const at = (url: string, more: object = {}) =>
  createClient({ shop: 's.myshopify.com', apiKey: 'vsk_x', baseUrl: url, ...more })

describe('calls', () => {
  it('contain shop, key and token, and convert names to snake_case and back', async () => {
    const { url, seen } = await serverSaying({ body: { request_id: 'r', pagination: { has_next_page: true } } })
    const client = at(url)
    client.setSessionToken('tok')
    const answer = await client.search({
      query: 'a',
      appliedFilters: [{ key: 'color', value: ['Red'] }],
      sortBy: 'price_asc',
    })
    expect(answer).toEqual({ requestId: 'r', pagination: { hasNextPage: true } })
    expect(seen[0]).toMatchObject({
      path: '/api/storefront/v1/headless/search',
      headers: { authorization: 'Bearer vsk_x', 'x-shop': 's.myshopify.com', 'x-session-token': 'tok' },
    })
    expect(JSON.parse(seen[0]!.body)).toEqual({
      query: 'a',
      applied_filters: [{ key: 'color', value: ['Red'] }],
      sort_by: 'price_asc',
    })
  })

  it("contain the customer's signature until it is removed", async () => {
    const { url, seen } = await serverSaying({ body: {} }, { body: {} }, { body: {} })
    const client = at(url, { customerSignature: 'first' })
    await client.init({ customerId: '7' })
    client.setCustomerSignature('second')
    await client.sendEvent({})
    client.setCustomerSignature(null)
    await client.init({})
    expect(seen.map(({ headers }) => headers['x-customer-signature'])).toEqual(['first', 'second', undefined])
  })

  it('are repeated after 429 and 5xx, once the time in Retry-After has passed', async () => {
    const { url, seen } = await serverSaying(
      { status: 500 },
      { status: 429, headers: { 'retry-after': '0' } },
      { body: { ok: true } },
    )
    await expect(at(url).search({ query: '' })).resolves.toEqual({ ok: true })
    expect(seen).toHaveLength(3)
  })

  it('fail in the end with a typed error that carries status, items and request id', async () => {
    const items = [
      {
        message: '"tree" must be a number',
        path: ['tree'],
        type: 'number.base',
        context: { label: 'tree', key: 'tree' },
      },
    ]
    const { url, seen } = await serverSaying({
      status: 400,
      body: { ok: false, error: items },
      headers: { 'x-request-id': 'abc' },
    })
    const error = await at(url)
      .search({ query: '' })
      .catch((one) => one)
    expect(error).toBeInstanceOf(InvalidRequestError)
    expect(error).toMatchObject({ status: 400, items, requestId: 'abc', message: '"tree" must be a number' })
    expect(seen).toHaveLength(1)
  })

  it('fail with different errors after 401 and 503', async () => {
    const wrong = await serverSaying({ status: 401, body: { error: 'invalid API key' } })
    await expect(at(wrong.url).init()).rejects.toBeInstanceOf(UnauthorizedError)
    const busy = await serverSaying({ status: 503, headers: { 'retry-after': '7' } })
    await expect(at(busy.url, { retries: 0 }).init()).rejects.toMatchObject({ name: 'BusyError', retryAfterMs: 7000 })
    expect(BusyError).toBeDefined()
  })

  it('time out, and stop at once when the caller aborts', async () => {
    const { url } = await serverSaying({ hang: true })
    await expect(at(url, { retries: 0 }).init({}, { timeoutMs: 30 })).rejects.toBeInstanceOf(TimeoutError)
    const controller = new AbortController()
    const call = at(url).init({}, { signal: controller.signal })
    controller.abort(new Error('left the page'))
    await expect(call).rejects.toThrow('left the page')
  })

  it('report a host that does not answer', async () => {
    await expect(at('http://127.0.0.1:9', { retries: 0 }).init()).rejects.toBeInstanceOf(NetworkError)
  })

  it('use the default search host when the edge fails, also for the next search', async () => {
    const edge = await serverSaying({ status: 403, body: { error: 'edge delivery is not turned on' } })
    const search = await serverSaying({ body: { ok: 1 } })
    const client = at(search.url, { edgeUrl: edge.url, retries: 0 })
    await client.search({ query: '' })
    await client.search({ query: '' })
    expect([edge.seen.length, search.seen.length]).toEqual([1, 2])
  })
})

describe('a client without a required option', () => {
  it('throws an error that names the option and gives an example', () => {
    expect(() => createClient({ shop: 's' } as never)).toThrow('createClient needs baseUrl, the address of your server')
    expect(() => createClient({ shop: 's', baseUrl: 'vitrine.example.com' })).toThrow('not "vitrine.example.com"')
    expect(() => createClient({ baseUrl: 'http://127.0.0.1' } as never)).toThrow('createClient needs shop')
    expect(() => createClient(undefined as never)).toThrow('createClient needs baseUrl')
  })
})

describe('version v2', () => {
  it('rejects operations of v3 without a request', async () => {
    const { url, seen } = await serverSaying({})
    const client = at(url, { version: 'v2' })
    for (const call of [
      () => client.init(),
      () => client.search({ query: '' }),
      () => client.sections({}),
      () => client.top({ strategy: 'BESTSELLERS' }),
    ]) {
      await expect(call()).rejects.toBeInstanceOf(UnsupportedVersionError)
    }
    expect(seen).toHaveLength(0)
  })

  it('contains no bearer token, and sends events to /api/storefront/event', async () => {
    const { url, seen } = await serverSaying({ body: { status: 'ok', data: {} } })
    const client = at(url, { version: 'v2' })
    await client.legacyRecommendations({ queries: [{ id: 'q', productIds: [1] }] })
    await client.sendEvent({ event: {} })
    expect(seen.map((one) => one.path)).toEqual([
      '/api/storefront/v2/headless/recommendations',
      '/api/storefront/event',
    ])
    expect(seen.every((one) => one.headers.authorization === undefined)).toBe(true)
  })
})
