import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness, type TestShop } from './harness.ts'

const INIT = '/api/storefront/v3/headless/init'
const SEARCH_INIT = '/api/storefront/v1/headless/init'
const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('all routes', () => {
  let harness: Harness
  let shop: TestShop

  beforeAll(async () => {
    harness = await startHarness()
    shop = await harness.createShop()
  })
  afterAll(() => harness.close())

  const raw = (path: string, body: string, type: string | undefined) =>
    harness.request(path, {
      method: 'POST',
      headers: { 'x-shop': shop.shop, authorization: `Bearer ${shop.key}`, ...(type ? { 'content-type': type } : {}) },
      body,
    })

  it('another method on a known path is 405 with Allow: POST', async () => {
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await harness.request(INIT, { method })
      expect([method, answer.status, answer.headers.get('allow')]).toEqual([method, 405, 'POST'])
    }
  })

  it('an unknown path is 404 with an error string', async () => {
    const answer = await raw('/api/storefront/v9/headless/init', 'x', 'text/plain')
    expect(answer.status).toBe(404)
    expect(typeof answer.body.error).toBe('string')
  })

  it('a body that is not JSON is 400 in the error shape of that endpoint', async () => {
    const first = await raw(INIT, '{"user_id":', 'application/json')
    expect(first.status).toBe(400)
    expect(first.body).toEqual({ error: 400, message: 'body must be valid JSON' })
    const second = await raw(SEARCH_INIT, 'hello', 'application/json')
    expect(second.status).toBe(400)
    expect(second.body.ok).toBe(false)
    expect(second.body.error[0]).toMatchObject({ message: 'body must be valid JSON', path: [] })
  })

  it('a body that is JSON but not an object is a validation error', async () => {
    const answer = await raw(SEARCH_INIT, '[]', 'application/json')
    expect(answer.status).toBe(400)
    expect(answer.body.error[0]).toEqual({
      message: '"value" must be of type object',
      path: [],
      type: 'object.base',
      context: { label: 'value', key: 'value' },
    })
  })

  it('a wrong content type is 415', async () => {
    expect((await raw(INIT, '{}', 'text/plain')).status).toBe(415)
    expect((await raw(INIT, 'a=b', 'application/x-www-form-urlencoded')).status).toBe(415)
  })

  it('a body over 1 MiB is 413', async () => {
    const answer = await raw(INIT, JSON.stringify({ page_url: 'x'.repeat(1024 * 1024) }), 'application/json')
    expect(answer.status).toBe(413)
  })

  it('unknown body fields are ignored, never an error', async () => {
    const answer = await harness.post(
      INIT,
      { shop: 'other.myshopify.com', nonsense: { deep: [1] }, __proto__: { x: 1 } },
      shop,
    )
    expect(answer.status).toBe(200)
  })

  it('every response carries x-request-id, a UUIDv7', async () => {
    for (const path of [INIT, '/nope', '/health']) {
      expect((await harness.request(path)).headers.get('x-request-id')).toMatch(UUID_V7)
    }
  })

  it('answers preflight for a storefront route from another origin', async () => {
    const answer = await harness.request(INIT, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://shop.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,x-shop,content-type,x-session-token',
      },
    })
    expect(answer.status).toBe(204)
    expect(answer.headers.get('x-request-id')).toMatch(UUID_V7)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    for (const header of ['authorization', 'x-shop', 'content-type', 'x-session-token']) {
      expect(answer.headers.get('access-control-allow-headers')).toContain(header)
    }
  })

  it('answers no preflight, and allows no origin, outside the storefront routes', async () => {
    const paths = ['/api/admin/v1/shops', '/metrics', '/health', '/ready', '/openapi.json', '/webhooks/shopify']
    for (const path of paths) {
      const asked = { origin: 'https://shop.example', 'access-control-request-method': 'GET' }
      const preflight = await harness.request(path, { method: 'OPTIONS', headers: asked })
      expect([path, preflight.status]).toEqual([path, 405])
      for (const method of ['OPTIONS', 'GET', 'POST']) {
        const { headers } = await harness.request(path, { method, headers: asked })
        const names = [...headers.keys()].filter((name) => name.startsWith('access-control-'))
        expect([method, path, names]).toEqual([method, path, []])
      }
    }
  })

  it('reports whether it is alive and ready, and its state', async () => {
    expect((await harness.request('/health')).body).toEqual({ status: 'ok' })
    expect((await harness.request('/ready')).status).toBe(200)
    expect((await harness.request('/metrics')).body).toContain('vitrine_http_request_seconds_count')
  })

  it('counts the current shops in /ready', async () => {
    const shops = async () => (await harness.request('/ready')).body.shops
    const before = await shops()
    const { shop: added } = await harness.createShop()
    expect(await shops()).toBe(before + 1)
    await harness.admin('DELETE', `/shops/${added}`)
    expect(await shops()).toBe(before)
  })

  it('lets its own pages run only scripts that it serves', async () => {
    for (const path of ['/demo/', '/docs/', '/dashboard/']) {
      const { headers } = await harness.request(path)
      const policy = headers.get('content-security-policy') ?? ''
      expect([path, policy]).toEqual([path, expect.stringMatching(/default-src 'self'.*frame-ancestors 'none'/)])
      expect(policy).toMatch(/script-src 'self'( 'sha256-[^']+')*(;|$)/)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('referrer-policy')).toBe('same-origin')
    }
  })

  it('reveals nothing about files outside its pages, not even whether they exist', async () => {
    const existing = ['package.json', 'apps%2fdashboard%2fpackage.json', 'packages/server/package.json']
    for (const base of ['/demo', '/dashboard'])
      for (const file of [...existing, 'no-such-file.json']) {
        const path = `${base}/..%2f..%2f..%2f${file}`
        const { status, body } = await harness.request(path)
        expect([path, status, body]).toEqual([path, 404, { error: expect.stringMatching(/^unknown path /) }])
      }
  })

  it('describes every route in OpenAPI 3.1, with errors and examples, and shows it at /docs', async () => {
    const { body } = await harness.request('/openapi.json')
    expect(body.openapi).toMatch(/^3\.1/)
    for (const [path, operations] of Object.entries<Record<string, { responses: object }>>(body.paths)) {
      for (const operation of Object.values(operations)) {
        expect([path, Object.keys(operation.responses).some((status) => status.startsWith('2'))]).toEqual([path, true])
      }
    }
    const storefront = Object.entries<{ post: { requestBody: { content: Record<string, object> } } }>(
      body.paths,
    ).filter(([path]) => path.startsWith('/api/storefront/'))
    const withoutExample = storefront.filter(
      ([, one]) => !('example' in (one.post.requestBody.content['application/json'] ?? {})),
    )
    expect(withoutExample.map(([path]) => path)).toEqual([])
    expect((await harness.request('/docs/')).status).toBe(200)
  })

  it('a key over its rate is 429 with Retry-After', async () => {
    const limited = await startHarness({ VITRINE_RATE_LIMIT: '3' })
    try {
      const to = await limited.createShop()
      const statuses = []
      for (let i = 0; i < 4; i++) {
        const { status, headers } = await limited.post(INIT, {}, to)
        statuses.push(status)
        expect([...headers.keys()].filter((name) => name.startsWith('x-ratelimit'))).toEqual([])
      }
      expect(statuses).toEqual([200, 200, 200, 429])
      const refused = await limited.post(INIT, {}, to)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(refused.body).toEqual({ error: 429, message: expect.any(String) })
    } finally {
      await limited.close()
    }
  })
})

describe('edge role', () => {
  it('answers search-side routes only, and only for shops with edge delivery on', async () => {
    const harness = await startHarness({ VITRINE_ROLE: 'edge', VITRINE_REGION: 'eu-west' })
    try {
      const off = await storedShop(harness, 'off.myshopify.com', {})
      const on = await storedShop(harness, 'on.myshopify.com', { edge: { enabled: true, regions: ['eu-west'] } })
      const elsewhere = await storedShop(harness, 'far.myshopify.com', {
        edge: { enabled: true, regions: ['us-east'] },
      })
      const message = 'an edge node answers search-side routes only'
      for (const path of [INIT, INIT.replace(/init$/, 'sections')]) {
        const { status, body } = await harness.post(path, {}, on)
        expect([status, body]).toEqual([404, { error: 404, message }])
      }
      const other = await harness.post(INIT.replace(/init$/, 'unknown'), {}, on)
      expect([other.status, typeof other.body.error]).toEqual([404, 'string'])
      const refused = await harness.post(SEARCH_INIT, {}, off)
      expect([refused.status, typeof refused.body.error]).toEqual([403, 'string'])
      expect((await harness.post(SEARCH_INIT, {}, elsewhere)).status).toBe(403)
      const answered = await harness.post(SEARCH_INIT, {}, on)
      expect([answered.status, answered.body.metadata.region]).toEqual([200, 'eu-west'])
    } finally {
      await harness.close()
    }
  })
})

/** Creates the shop in the store, because an edge node has no admin API. */
async function storedShop(harness: Harness, shop: string, config: object): Promise<TestShop> {
  const { completeConfig } = await import('@vitrine/contract')
  await harness.vitrine!.records.putShop(shop, completeConfig(config))
  const made = await harness.vitrine!.keys.issue({
    shop,
    kind: 'storefront',
    label: 'edge',
    expiresAt: null,
    nowMs: Date.now(),
  })
  await harness.readYourWrites()
  return { shop, key: made.key }
}
