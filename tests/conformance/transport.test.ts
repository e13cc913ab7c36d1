import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleEnvelope } from './event-samples.ts'
import { type Answer, type Harness, startHarness, type TestShop } from './harness.ts'

const EVENTS = '/api/storefront/v1/headless/events'
const STOREFRONT_EVENTS = '/api/storefront/v3/headless/events'
const INIT = '/api/storefront/v1/headless/init'
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
    expect(answer.headers.get('access-control-expose-headers')).toBe(
      'x-request-id, retry-after, ratelimit, ratelimit-policy',
    )
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

  it('gives every request its own id', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(EVENTS, event())))
    expect(new Set(answers.map((answer) => answer.headers.get('x-request-id'))).size).toBe(50)
  })

  it('authenticates the caller before it reads the body', async () => {
    for (const route of ROUTES) {
      const wrong: Record<string, string>[] = [{ authorization: '' }, { authorization: 'Basic x' }, { 'x-shop': '' }]
      for (const changes of wrong) {
        const answer = await post(route, '{', changes)
        expect([route, answer.status, typeof answer.body.error]).toEqual([route, 401, 'string'])
      }
    }
  })

  it('reads only JSON, with or without a charset; events also as text/plain', async () => {
    expect((await post(EVENTS, event(), { 'content-type': 'Application/JSON; charset=utf-8' })).status).toBe(200)
    expect((await post(INIT, '{}', { 'content-type': 'text/plain' })).status).toBe(415)
    for (const type of ['application/jsonp', 'application/x-www-form-urlencoded']) {
      for (const route of [EVENTS, INIT]) expect((await post(route, '{}', { 'content-type': type })).status).toBe(415)
    }
  })

  it('treats a missing body as an empty one', async () => {
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

  it('accepts a path with a query or a trailing slash, and no other variation', async () => {
    expect((await post(`${EVENTS}/?a=b`, event())).status).toBe(200)
    expect((await post(`${INIT}?x`, '{}')).status).toBe(200)
    expect((await post(`${EVENTS}x`, event())).status).toBe(404)
    const wrong = await harness.request(EVENTS, { method: 'GET' })
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST'])
  })

  it('counts and times storefront requests', async () => {
    await post(EVENTS, event())
    const { body } = await harness.request('/metrics')
    expect(body).toMatch(
      /vitrine_http_request_seconds_count\{route="\/api\/storefront\/v1\/headless\/events",method="POST",status="200"\} [1-9]/,
    )
  })

  it('rejects a revoked key at once', async () => {
    const { body: made } = await harness.admin('POST', `/shops/${shop.shop}/keys`, { label: 'short' })
    const authorization = `Bearer ${made.key}`
    expect((await post(EVENTS, event(), { authorization })).status).toBe(200)
    await harness.admin('DELETE', `/shops/${shop.shop}/keys/${made.id}`)
    expect((await post(EVENTS, event(), { authorization })).status).toBe(401)
  })

  it('refuses a body that is nested too deeply, in the format of the route', async () => {
    const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`
    const inEvent = await post(EVENTS, event().replace('"data":{', `"data":{"deep":${deep},`))
    const item = { message: 'body is nested too deeply', path: [], type: 'object.base' }
    expect([inEvent.status, inEvent.body]).toMatchObject([400, { ok: false, error: [item] }])
    for (const route of ROUTES) expect((await post(route, deep)).status).toBe(400)
    expect((await post(EVENTS, event({ extra: JSON.parse(`${'['.repeat(400)}${']'.repeat(400)}`) }))).status).toBe(200)
  })

  it('delivers a refusal to a client that is still sending: "Body over the limit: 413."', async () => {
    for (const bytes of [MEBIBYTE, 4 * MEBIBYTE, 20 * MEBIBYTE]) {
      const large = JSON.stringify({ page_url: 'x'.repeat(bytes) })
      for (let i = 0; i < 10; i++) expect((await post(INIT, large)).status).toBe(413)
      expect((await post(INIT, large, { authorization: 'Bearer nobody' })).status).toBe(401)
      expect((await post(INIT, large, { 'content-type': 'text/plain' })).status).toBe(415)
    }
  })
})
