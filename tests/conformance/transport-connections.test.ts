/** Tests requests as bytes, such as our client would never send. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleEnvelope } from './event-samples.ts'
import { type Harness, startHarness, type TestShop } from './harness.ts'
import { bodyIn, isWhole, type RawHttp, rawHttp, statusesIn } from './raw-http.ts'

const EVENTS = '/api/storefront/v1/headless/events'
const STOREFRONT_EVENTS = '/api/storefront/v3/headless/events'
const INIT = '/api/storefront/v1/headless/init'
const SESSION_INIT = '/api/storefront/v3/headless/init'
const IMAGE_SEARCH = '/api/storefront/v1/headless/image-search'
const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const MEBIBYTE = 1024 * 1024

describe('a connection', () => {
  let harness: Harness
  let shop: TestShop
  let raw: RawHttp

  beforeAll(async () => {
    harness = await startHarness()
    shop = await harness.createShop()
    raw = rawHttp(harness.url, shop)
  })
  afterAll(() => harness.close())

  const post = (path: string, body: string) =>
    harness.request(path, {
      method: 'POST',
      headers: { 'x-shop': shop.shop, authorization: `Bearer ${shop.key}`, 'content-type': 'application/json' },
      body,
    })
  const event = () => JSON.stringify(sampleEnvelope('page_viewed', Date.now()))

  it('refuses a body that is too large, with and without a content-length', async () => {
    const large = JSON.stringify({ page_url: 'x'.repeat(MEBIBYTE) })
    for (const route of [EVENTS, STOREFRONT_EVENTS, INIT]) {
      expect((await post(route, large)).status).toBe(413)
      expect(await raw.postInChunks(route, large)).toMatch(/^HTTP\/1\.1 413 /)
    }
  })

  it('accepts a body in chunks', async () => {
    expect(await raw.postInChunks(EVENTS, event())).toMatch(/^HTTP\/1\.1 200 /)
    expect(await raw.postInChunks(INIT, '{}')).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('answers requests that come one after another on one connection, in order', async () => {
    const text = await raw.exchange(
      raw.plainRequest(EVENTS, event()) + raw.plainRequest(EVENTS, '{') + raw.plainRequest(EVENTS, event()),
      (seen) => seen.split('HTTP/1.1 ').length === 4,
    )
    expect(statusesIn(text)).toEqual(['200', '400', '200'])
  })

  it('continues to serve a connection whose requests become unusual', async () => {
    const body = event()
    const whole = raw.plainRequest(EVENTS, body)
    const chunked = `${raw.requestHead(EVENTS)}transfer-encoding: chunked\r\n\r\n${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`
    const health = 'GET /health HTTP/1.1\r\nhost: x\r\n\r\n'
    const text = await raw.exchange(whole + chunked + whole + health, (seen) => seen.split('HTTP/1.1 ').length === 5)
    expect(statusesIn(text)).toEqual(['200', '200', '200', '200'])
  })

  it('reassembles a request that arrives in few or many pieces', async () => {
    for (const pieces of [3, 60]) {
      const bytes = raw.plainRequest(EVENTS, event())
      const size = Math.ceil(bytes.length / pieces)
      const parts = Array.from({ length: pieces }, (_, i) => bytes.slice(i * size, (i + 1) * size)).filter(Boolean)
      const text = await raw.exchange(parts, (seen) => seen.includes('{"ok":true}'))
      expect([pieces, ...statusesIn(text)]).toEqual([pieces, '200'])
    }
  })

  it('answers the requests it has received, and then closes, when the server stops', async () => {
    const other = await startHarness()
    const to = await other.createShop()
    const first = await other.post(EVENTS, sampleEnvelope('page_viewed', Date.now()), to)
    expect(first.status).toBe(200)
    // Closing does not wait for idle connections.
    await other.close()
    await expect(other.post(EVENTS, {}, to)).rejects.toThrow()
  })

  it('answers bytes that are not HTTP with the headers of all answers', async () => {
    const text = await raw.exchange('nonsense\r\n\r\n', () => false)
    expect(statusesIn(text)).toEqual(['400'])
    expect(/x-request-id: (\S+)/.exec(text)?.[1]).toMatch(UUID_V7)
    expect(text).toContain('access-control-allow-origin: *\r\n')
  })

  it('refuses a request without Host in the shape of its route, with the headers of all answers', async () => {
    const noHost = (bytes: string) => bytes.replace('host: x\r\n', '')
    const message = 'the Host header is required'
    const shapes: [string, object][] = [
      [noHost(raw.plainRequest(EVENTS, event())), { ok: false, error: [{ message, path: [], type: 'any.required' }] }],
      [noHost(raw.plainRequest(SESSION_INIT, '{}')), { error: 400, message }],
      [noHost(raw.plainRequest(IMAGE_SEARCH, '{}')), { error: message }],
      ['GET /health HTTP/1.1\r\n\r\n', { error: message }],
      ['GET /nowhere HTTP/1.1\r\n\r\n', { error: message }],
    ]
    for (const [bytes, body] of shapes) {
      const text = await raw.exchange(bytes, isWhole)
      expect(statusesIn(text)).toEqual(['400'])
      expect(bodyIn(text)).toMatchObject(body)
      expect(/x-request-id: (\S+)/.exec(text)?.[1]).toMatch(UUID_V7)
      expect(text.includes('access-control-allow-origin: *\r\n')).toBe(bytes.startsWith('POST'))
    }
    expect(statusesIn(await raw.exchange('GET /health HTTP/1.0\r\n\r\n', isWhole))).toEqual(['200'])
  })

  it('refuses two Host headers, whichever comes first', async () => {
    for (const hosts of ['host: x\r\nhost: y\r\n', 'host: x\r\nHOST: x\r\n']) {
      const text = await raw.exchange(raw.plainRequest(EVENTS, event()).replace('host: x\r\n', hosts), isWhole)
      expect(statusesIn(text)).toEqual(['400'])
      expect(bodyIn(text).error[0].message).toBe('there must be one Host header')
      expect(statusesIn(await raw.exchange(`GET /health HTTP/1.1\r\n${hosts}\r\n`, isWhole))).toEqual(['400'])
    }
  })

  it('requests the body if the caller expects that, unless the caller or the length is refused', async () => {
    const expecting = (body: string, more = '') =>
      raw.plainRequest(EVENTS, body).replace('host: x\r\n', `host: x\r\nexpect: 100-continue\r\n${more}`)
    const whole = await raw.exchange(expecting(event()), isWhole)
    expect(statusesIn(whole)).toEqual(['100', '200'])
    const [head] = expecting('x'.repeat(2 * MEBIBYTE)).split('\r\n\r\n') as [string]
    expect(statusesIn(await raw.exchange(`${head}\r\n\r\n`, isWhole))).toEqual(['413'])
    const stranger = expecting(event()).replace(/authorization: [^\r]*/, 'authorization: Bearer nobody')
    expect(statusesIn(await raw.exchange(`${stranger.split('\r\n\r\n')[0]}\r\n\r\n`, isWhole))).toEqual(['401'])
    const odd = await raw.exchange(expecting(event()).replace('100-continue', 'a miracle'), isWhole)
    expect(statusesIn(odd)).toEqual(['417'])
    expect(odd).toContain('x-request-id: ')
  })

  it('is still served after a refused body', async () => {
    const large = raw.plainRequest(INIT, JSON.stringify({ page_url: 'x'.repeat(2 * MEBIBYTE) }))
    const text = await raw.exchange(large + raw.plainRequest(EVENTS, event()), (seen) => seen.includes('{"ok":true}'))
    expect(statusesIn(text)).toEqual(['413', '200'])
  })

  it.each<[string, string]>([
    ['a length and chunks', 'content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['chunks that are named twice', 'transfer-encoding: chunked, chunked\r\n\r\n0\r\n\r\n'],
    ['an unknown coding', 'transfer-encoding: xchunked\r\n\r\n0\r\n\r\n'],
    ['two lengths', 'content-length: 2\r\ncontent-length: 3\r\n\r\n{}'],
    ['a list of lengths', 'content-length: 2, 3\r\n\r\n{}'],
    ['a signed length', 'content-length: +2\r\n\r\n{}'],
    ['a length of letters', 'content-length: 0x2\r\n\r\n{}'],
    ['a blank before the colon', 'content-length : 2\r\n\r\n{}'],
    ['a folded header', 'content-length:\r\n 2\r\n\r\n{}'],
    ['a line feed alone', 'x-a: 1\ncontent-length: 2\r\n\r\n{}'],
    ['a carriage return alone', 'x-a: 1\rcontent-length: 2\r\n\r\n{}'],
    ['a NUL', 'x-a: \0\r\ncontent-length: 2\r\n\r\n{}'],
    ['a chunk whose length is no number', 'transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n'],
    ['a header without a name', ': 1\r\ncontent-length: 2\r\n\r\n{}'],
  ])('reads no second request out of %s', async (_, rest) => {
    const head = raw.requestHead(INIT)
    const text = await raw.exchange(`${head}${rest}GET /health HTTP/1.1\r\nhost: x\r\n\r\n`, () => false)
    expect(statusesIn(text)).toEqual(['400'])
    expect(text).toContain('connection: close\r\n')
  })

  it('answers a large body after pipelined requests, in order', async () => {
    const large = raw.plainRequest(INIT, JSON.stringify({ page_url: 'x'.repeat(200 * 1024) }))
    const bytes = raw.plainRequest(EVENTS, event()).repeat(10) + large + raw.plainRequest(INIT, '{}')
    const text = await raw.exchange(bytes, (seen) => seen.split('HTTP/1.1 ').length === 13)
    expect(statusesIn(text)).toEqual([...Array(10).fill('200'), expect.stringMatching(/200|400/), '200'])
  })

  it('serves an absolute URL, as proxies send it, like the path alone', async () => {
    for (const origin of ['http://shop.example', 'HTTPS://shop.example:4000']) {
      expect(statusesIn(await raw.exchange(raw.plainRequest(`${origin}${EVENTS}?a=b`, event()), isWhole))).toEqual([
        '200',
      ])
      const get = (path: string) => raw.exchange(`GET ${origin}${path} HTTP/1.1\r\nhost: x\r\n\r\n`, isWhole)
      expect(statusesIn(await get('/health'))).toEqual(['200'])
      expect(statusesIn(await get(EVENTS))).toEqual(['405'])
      expect(bodyIn(await get('/nowhere'))).toEqual({ error: 'unknown path /nowhere' })
      for (const root of ['', '/', '?x']) {
        const text = await raw.exchange(`GET ${origin}${root} HTTP/1.1\r\nhost: x\r\n\r\n`, (seen) =>
          seen.includes('\r\n\r\n'),
        )
        expect(text).toMatch(/^HTTP\/1\.1 302 [\s\S]*\r\nlocation: \/dashboard\/\r\n/)
      }
    }
  })
})
