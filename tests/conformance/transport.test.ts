/** What comes before every storefront route: the same answers whichever route is asked, down to the bytes of a connection. */
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleEnvelope } from './event-samples.ts'
import { type Answer, type Harness, startHarness, type TestShop } from './harness.ts'

const EVENTS = '/api/storefront/v1/headless/events'
const STOREFRONT_EVENTS = '/api/storefront/v3/headless/events'
const INIT = '/api/storefront/v1/headless/init'
const SESSION_INIT = '/api/storefront/v3/headless/init'
const LEGACY_RECOMMENDATIONS = '/api/storefront/v2/headless/recommendations'
const IMAGE_SEARCH = '/api/storefront/v1/headless/image-search'
const ROUTES = [EVENTS, STOREFRONT_EVENTS, INIT, IMAGE_SEARCH]
const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const MEBIBYTE = 1024 * 1024

describe('transport', () => {
  let harness: Harness
  let shop: TestShop

  beforeAll(async () => {
    harness = await startHarness()
    shop = await harness.createShop()
  })
  afterAll(() => harness.close())

  const headers = (): Record<string, string> => ({ 'x-shop': shop.shop, authorization: `Bearer ${shop.key}` })
  const post = (path: string, body: string | undefined, changes: Record<string, string> = {}) =>
    harness.request(path, {
      method: 'POST',
      headers: { ...headers(), 'content-type': 'application/json', ...changes },
      ...(body === undefined ? {} : { body }),
    })
  const event = (changes: object = {}) => JSON.stringify({ ...sampleEnvelope('page_viewed', Date.now()), ...changes })

  function expectCommonHeaders(answer: Answer): void {
    expect(answer.headers.get('x-request-id')).toMatch(UUID_V7)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('access-control-expose-headers')).toBe('x-request-id, retry-after')
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  }

  it('gives success and every kind of refusal the same headers', async () => {
    expectCommonHeaders(await post(EVENTS, event()))
    expectCommonHeaders(await post(INIT, '{}'))
    for (const route of ROUTES) {
      expectCommonHeaders(await post(route, '{'))
      expectCommonHeaders(await post(route, '{}', { authorization: 'Bearer nobody' }))
      expectCommonHeaders(await post(route, 'x', { 'content-type': 'text/plain' }))
    }
  })

  it('gives every request an id of its own', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(EVENTS, event())))
    expect(new Set(answers.map((answer) => answer.headers.get('x-request-id'))).size).toBe(50)
  })

  it('asks who is calling before it looks at the body', async () => {
    for (const route of ROUTES) {
      const wrong: Record<string, string>[] = [{ authorization: '' }, { authorization: 'Basic x' }, { 'x-shop': '' }]
      for (const changes of wrong) {
        const answer = await post(route, '{', changes)
        expect([route, answer.status, typeof answer.body.error]).toEqual([route, 401, 'string'])
      }
    }
  })

  it('refuses a body that is too large, whether its length is said or not', async () => {
    const large = JSON.stringify({ page_url: 'x'.repeat(MEBIBYTE) })
    for (const route of [EVENTS, STOREFRONT_EVENTS, INIT]) {
      expect((await post(route, large)).status).toBe(413)
      expect(await postInChunks(route, large)).toMatch(/^HTTP\/1\.1 413 /)
    }
  })

  it('takes a body in chunks', async () => {
    expect(await postInChunks(EVENTS, event())).toMatch(/^HTTP\/1\.1 200 /)
    expect(await postInChunks(INIT, '{}')).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('reads only JSON, with or without a charset', async () => {
    expect((await post(EVENTS, event(), { 'content-type': 'Application/JSON; charset=utf-8' })).status).toBe(200)
    for (const type of ['text/plain', 'application/jsonp', 'application/x-www-form-urlencoded']) {
      for (const route of [EVENTS, INIT]) expect((await post(route, '{}', { 'content-type': type })).status).toBe(415)
    }
  })

  it('reads no body at all as an empty one', async () => {
    expect((await post(INIT, undefined)).status).toBe(200)
    const bare = await harness.request(INIT, { method: 'POST', headers: headers() })
    expect(bare.status).toBe(200)
    const answer = await harness.request(EVENTS, { method: 'POST', headers: headers() })
    expect([answer.status, answer.body.error[0].message]).toEqual([400, '"channel" is required'])
  })

  it('refuses what is not UTF-8, and never lets a body reach the prototype', async () => {
    const bytes = Buffer.concat([Buffer.from('{"page_url":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')])
    const answer = await harness.request(INIT, {
      method: 'POST',
      headers: { ...headers(), 'content-type': 'application/json' },
      body: bytes,
    })
    expect(answer.status).toBe(400)
    expect((await post(INIT, '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}')).status).toBe(
      200,
    )
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })

  it('knows a path with a query or a slash at its end, and no other', async () => {
    expect((await post(`${EVENTS}/?a=b`, event())).status).toBe(200)
    expect((await post(`${INIT}?x`, '{}')).status).toBe(200)
    expect((await post(`${EVENTS}x`, event())).status).toBe(404)
    const wrong = await harness.request(EVENTS, { method: 'GET' })
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST'])
  })

  it('answers requests that come one after another on one connection, in order', async () => {
    const text = await exchange(
      plainRequest(EVENTS, event()) + plainRequest(EVENTS, '{') + plainRequest(EVENTS, event()),
      (seen) => seen.split('HTTP/1.1 ').length === 4,
    )
    expect(statusesIn(text)).toEqual(['200', '400', '200'])
  })

  it('goes on with a connection whose requests become unusual', async () => {
    const body = event()
    const whole = plainRequest(EVENTS, body)
    const chunked = `POST ${EVENTS} HTTP/1.1\r\nhost: x\r\n${headerLines(headers())}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`
    const health = 'GET /health HTTP/1.1\r\nhost: x\r\n\r\n'
    const text = await exchange(whole + chunked + whole + health, (seen) => seen.split('HTTP/1.1 ').length === 5)
    expect(statusesIn(text)).toEqual(['200', '200', '200', '200'])
  })

  it('puts together a request that comes in pieces, few or many', async () => {
    for (const pieces of [3, 60]) {
      const bytes = plainRequest(EVENTS, event())
      const size = Math.ceil(bytes.length / pieces)
      const parts = Array.from({ length: pieces }, (_, i) => bytes.slice(i * size, (i + 1) * size)).filter(Boolean)
      const text = await exchange(parts, (seen) => seen.includes('{"ok":true}'))
      expect([pieces, ...statusesIn(text)]).toEqual([pieces, '200'])
    }
  })

  it('answers what it has taken and then hangs up, when it is stopped', async () => {
    const other = await startHarness()
    const to = await other.createShop()
    const first = await other.post(EVENTS, sampleEnvelope('page_viewed', Date.now()), to)
    expect(first.status).toBe(200)
    // An idle connection of the client above is still open: closing does not wait for it.
    await other.close()
    await expect(other.post(EVENTS, {}, to)).rejects.toThrow()
  })

  it('counts and times storefront requests', async () => {
    await post(EVENTS, event())
    const { body } = await harness.request('/metrics')
    expect(body).toMatch(
      /vitrine_http_request_seconds_count\{route="\/api\/storefront\/v1\/headless\/events",method="POST",status="200"\} [1-9]/,
    )
  })

  it('forgets a revoked key at once', async () => {
    const { body: made } = await harness.admin('POST', `/shops/${shop.shop}/keys`, { label: 'short' })
    const authorization = `Bearer ${made.key}`
    expect((await post(EVENTS, event(), { authorization })).status).toBe(200)
    await harness.admin('DELETE', `/shops/${shop.shop}/keys/${made.id}`)
    expect((await post(EVENTS, event(), { authorization })).status).toBe(401)
  })

  it('limits the rate of a key on the event routes too', async () => {
    const limited = await startHarness({ VITRINE_RATE_LIMIT: '2' })
    try {
      const to = await limited.createShop()
      const envelope = () => sampleEnvelope('page_viewed', Date.now())
      const statuses = []
      for (let i = 0; i < 3; i++) statuses.push((await limited.post(EVENTS, envelope(), to)).status)
      expect(statuses).toEqual([200, 200, 429])
      const refused = await limited.post(EVENTS, envelope(), to)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(refused.body).toEqual({ error: 'too many requests' })
    } finally {
      await limited.close()
    }
  })

  it('counts a key as one however its header is written, and an address as one where no key is asked for', async () => {
    const limited = await startHarness({ VITRINE_RATE_LIMIT: '2', VITRINE_ADDRESS_RATE_LIMIT: '20' })
    try {
      const to = await limited.createShop()
      const statuses = async (path: string, authorizations: string[]) => {
        const seen = []
        for (const authorization of authorizations)
          seen.push((await limited.post(path, { queries: [] }, to, { authorization })).status)
        return seen
      }
      const spellings = [`Bearer ${to.key}`, `bearer  ${to.key}`, `BEARER   ${to.key}`, `Bearer ${to.key}`]
      expect((await statuses(INIT, spellings)).map((status) => status === 429)).toEqual([false, false, true, true])
      const invented = ['Bearer a', 'Bearer b', 'Bearer c', '']
      expect((await statuses(LEGACY_RECOMMENDATIONS, invented)).map((status) => status === 429)).toEqual([
        false,
        false,
        true,
        true,
      ])
    } finally {
      await limited.close()
    }
  })

  it('takes the address from a proxy that it was told of, and from nobody else', async () => {
    const settings = { VITRINE_ADDRESS_RATE_LIMIT: '10' }
    const statuses = async (limited: Harness) => {
      const to = await limited.createShop()
      const seen = []
      for (const address of ['203.0.113.1', '203.0.113.1', '203.0.113.2'])
        seen.push((await limited.post(LEGACY_RECOMMENDATIONS, {}, to, { 'x-forwarded-for': address })).status)
      return seen
    }
    const proxied = await startHarness({ ...settings, VITRINE_TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8' })
    const direct = await startHarness(settings)
    try {
      expect(await statuses(proxied)).toEqual([400, 429, 400])
      expect(await statuses(direct)).toEqual([400, 429, 429])
    } finally {
      await Promise.all([proxied.close(), direct.close()])
    }
  })

  it('limits by cost: a search by meaning takes more of what a key may ask than an event', async () => {
    const limited = await startHarness({ VITRINE_RATE_LIMIT: '100' })
    try {
      const to = await limited.createShop()
      const other = await limited.createShop()
      const search = (mode: string, by: TestShop) =>
        limited.post('/api/storefront/v1/headless/search', { query: 'x', mode }, by)
      const untilRefused = async (ask: () => Promise<Answer>) => {
        let passed = 0
        while ((await ask()).status === 200) passed++
        return passed
      }
      const hybrid = await untilRefused(() => search('hybrid', to))
      const text = await untilRefused(() => search('text', other))
      expect(hybrid).toBeGreaterThan(0)
      expect(text).toBeGreaterThan(hybrid)
    } finally {
      await limited.close()
    }
  })

  it('refuses a body nested too deeply, in the shape of the route', async () => {
    const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`
    const inEvent = await post(EVENTS, event().replace('"data":{', `"data":{"deep":${deep},`))
    const item = { message: 'body is nested too deeply', path: [], type: 'object.base' }
    expect([inEvent.status, inEvent.body]).toMatchObject([400, { ok: false, error: [item] }])
    for (const route of ROUTES) expect((await post(route, deep)).status).toBe(400)
    expect((await post(EVENTS, event({ extra: JSON.parse(`${'['.repeat(400)}${']'.repeat(400)}`) }))).status).toBe(200)
  })

  it('gives what is no HTTP the headers of all answers', async () => {
    const text = await exchange('nonsense\r\n\r\n', () => false)
    expect(statusesIn(text)).toEqual(['400'])
    expect(/x-request-id: (\S+)/.exec(text)?.[1]).toMatch(UUID_V7)
    expect(text).toContain('access-control-allow-origin: *\r\n')
  })

  it('refuses a request without Host in the shape of its route, with the headers of all answers', async () => {
    const noHost = (bytes: string) => bytes.replace('host: x\r\n', '')
    const message = 'the Host header is required'
    const shapes: [string, object][] = [
      [noHost(plainRequest(EVENTS, event())), { ok: false, error: [{ message, path: [], type: 'any.required' }] }],
      [noHost(plainRequest(SESSION_INIT, '{}')), { error: 400, message }],
      [noHost(plainRequest(IMAGE_SEARCH, '{}')), { error: message }],
      ['GET /health HTTP/1.1\r\n\r\n', { error: message }],
      ['GET /nowhere HTTP/1.1\r\n\r\n', { error: message }],
    ]
    for (const [bytes, body] of shapes) {
      const text = await exchange(bytes, isWhole)
      expect(statusesIn(text)).toEqual(['400'])
      expect(bodyIn(text)).toMatchObject(body)
      expect(/x-request-id: (\S+)/.exec(text)?.[1]).toMatch(UUID_V7)
      expect(text.includes('access-control-allow-origin: *\r\n')).toBe(bytes.startsWith('POST'))
    }
    expect(statusesIn(await exchange('GET /health HTTP/1.0\r\n\r\n', isWhole))).toEqual(['200'])
  })

  it('refuses two Host headers, whichever comes first', async () => {
    for (const hosts of ['host: x\r\nhost: y\r\n', 'host: x\r\nHOST: x\r\n']) {
      const text = await exchange(plainRequest(EVENTS, event()).replace('host: x\r\n', hosts), isWhole)
      expect(statusesIn(text)).toEqual(['400'])
      expect(bodyIn(text).error[0].message).toBe('there must be one Host header')
      expect(statusesIn(await exchange(`GET /health HTTP/1.1\r\n${hosts}\r\n`, isWhole))).toEqual(['400'])
    }
  })

  it('asks whoever expects it for the body, and not where the caller or the length is refused', async () => {
    const expecting = (body: string, more = '') =>
      plainRequest(EVENTS, body).replace('host: x\r\n', `host: x\r\nexpect: 100-continue\r\n${more}`)
    const whole = await exchange(expecting(event()), isWhole)
    expect(statusesIn(whole)).toEqual(['100', '200'])
    const [head] = expecting('x'.repeat(2 * MEBIBYTE)).split('\r\n\r\n') as [string]
    expect(statusesIn(await exchange(`${head}\r\n\r\n`, isWhole))).toEqual(['413'])
    const stranger = expecting(event()).replace(/authorization: [^\r]*/, 'authorization: Bearer nobody')
    expect(statusesIn(await exchange(`${stranger.split('\r\n\r\n')[0]}\r\n\r\n`, isWhole))).toEqual(['401'])
    const odd = await exchange(expecting(event()).replace('100-continue', 'a miracle'), isWhole)
    expect(statusesIn(odd)).toEqual(['417'])
    expect(odd).toContain('x-request-id: ')
  })

  it('lets a refusal reach whoever is still sending: "Body over the limit: 413."', async () => {
    for (const bytes of [MEBIBYTE, 4 * MEBIBYTE, 20 * MEBIBYTE]) {
      const large = JSON.stringify({ page_url: 'x'.repeat(bytes) })
      for (let i = 0; i < 10; i++) expect((await post(INIT, large)).status).toBe(413)
      expect((await post(INIT, large, { authorization: 'Bearer nobody' })).status).toBe(401)
      expect((await post(INIT, large, { 'content-type': 'text/plain' })).status).toBe(415)
    }
  })

  it('answers on, on a connection whose last body was refused', async () => {
    const large = plainRequest(INIT, JSON.stringify({ page_url: 'x'.repeat(2 * MEBIBYTE) }))
    const text = await exchange(large + plainRequest(EVENTS, event()), (seen) => seen.includes('{"ok":true}'))
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
    const head = `POST ${INIT} HTTP/1.1\r\nhost: x\r\n${headerLines(headers())}content-type: application/json\r\n`
    const text = await exchange(`${head}${rest}GET /health HTTP/1.1\r\nhost: x\r\n\r\n`, () => false)
    expect(statusesIn(text)).toEqual(['400'])
    expect(text).toContain('connection: close\r\n')
  })

  it('answers a large body behind others, in order', async () => {
    const large = plainRequest(INIT, JSON.stringify({ page_url: 'x'.repeat(200 * 1024) }))
    const bytes = plainRequest(EVENTS, event()).repeat(10) + large + plainRequest(INIT, '{}')
    const text = await exchange(bytes, (seen) => seen.split('HTTP/1.1 ').length === 13)
    expect(statusesIn(text)).toEqual([...Array(10).fill('200'), expect.stringMatching(/200|400/), '200'])
  })

  it('serves an address that names the host, as proxies write it, like the path alone', async () => {
    for (const origin of ['http://shop.example', 'HTTPS://shop.example:4000']) {
      expect(statusesIn(await exchange(plainRequest(`${origin}${EVENTS}?a=b`, event()), isWhole))).toEqual(['200'])
      const get = (path: string) => exchange(`GET ${origin}${path} HTTP/1.1\r\nhost: x\r\n\r\n`, isWhole)
      expect(statusesIn(await get('/health'))).toEqual(['200'])
      expect(statusesIn(await get(EVENTS))).toEqual(['405'])
      expect(bodyIn(await get('/nowhere'))).toEqual({ error: 'unknown path /nowhere' })
      for (const root of ['', '/', '?x']) {
        const text = await exchange(`GET ${origin}${root} HTTP/1.1\r\nhost: x\r\n\r\n`, (seen) =>
          seen.includes('\r\n\r\n'),
        )
        expect(text).toMatch(/^HTTP\/1\.1 302 [\s\S]*\r\nlocation: \/dashboard\/\r\n/)
      }
    }
  })

  const isWhole = (seen: string) => seen.includes('\r\n\r\n') && seen.trimEnd().endsWith('}')
  const bodyIn = (text: string) => JSON.parse(text.slice(text.indexOf('\r\n\r\n')))

  const headerLines = (given: Record<string, string>) =>
    Object.entries(given)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')

  const plainRequest = (path: string, body: string) =>
    `POST ${path} HTTP/1.1\r\nhost: x\r\n${headerLines(headers())}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`

  const statusesIn = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map((match) => match[1])

  /** Sends the text as it is, a list piece by piece, and answers what came back by the time it is enough, or the connection ended. */
  function exchange(text: string | string[], isEnough: (seen: string) => boolean): Promise<string> {
    const { port, hostname } = new URL(harness.url)
    return new Promise((resolve) => {
      let seen = ''
      const socket = connect(Number(port), hostname, async () => {
        socket.setNoDelay(true)
        for (const piece of [text].flat()) {
          socket.write(piece)
          if (Array.isArray(text)) await new Promise(setImmediate)
        }
      })
      const done = () => {
        socket.destroy()
        resolve(seen)
      }
      // The server hangs up on who goes on sending too much.
      socket.on('error', done)
      socket.on('close', done)
      socket.on('data', (chunk) => {
        seen += chunk
        if (isEnough(seen)) done()
      })
    })
  }

  function postInChunks(path: string, body: string): Promise<string> {
    const half = Math.floor(body.length / 2)
    const chunks = [body.slice(0, half), body.slice(half)]
      .map((part) => `${Buffer.byteLength(part).toString(16)}\r\n${part}\r\n`)
      .join('')
    const head = `POST ${path} HTTP/1.1\r\nhost: x\r\n${headerLines(headers())}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`
    return exchange(`${head}${chunks}0\r\n\r\n`, (seen) => seen.includes('\r\n\r\n'))
  }
})
