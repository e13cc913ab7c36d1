import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness, type TestShop } from './harness.ts'
import { rawHttp, statusesIn } from './raw-http.ts'

const DOCUMENTS = ['/.well-known/ai-catalog.json', '/mcp/server-card', '/mcp/public/server-card', '/llms.txt']
const PUBLIC_URL = 'https://search.example.com'
const METRICS_KEY = 'a key of monitors'.replaceAll(' ', '-')
const DOCS_KEY = 'a key of developers'.replaceAll(' ', '-')

let unset: Harness
let set: Harness
let shop: TestShop
beforeAll(async () => {
  const believing = { VITRINE_TRUSTED_PROXIES: '127.0.0.1' }
  unset = await startHarness({ ...believing, VITRINE_METRICS: 'off', VITRINE_DOCS: 'off' })
  shop = await unset.createShop()
  const keys = { VITRINE_METRICS: METRICS_KEY, VITRINE_DOCS: DOCS_KEY }
  set = await startHarness({ ...believing, ...keys, VITRINE_PUBLIC_URL: `${PUBLIC_URL}/` })
})
afterAll(async () => {
  await unset.close()
  await set.close()
})

const forwarded = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }

describe('a document that names a host', () => {
  it('names the public host, whatever host was requested, and may be cached', async () => {
    await set.admin('PUT', `/shops/${shop.shop}`, { name: 'A shop' })
    for (const path of [...DOCUMENTS, `/.well-known/ucp?shop=${shop.shop}`]) {
      const plain = await set.request(path)
      const asked = await set.request(path, { headers: forwarded })
      expect([path, asked.body]).toEqual([path, plain.body])
      expect(JSON.stringify(asked.body)).toMatch(/search\.example\.com/)
      expect(JSON.stringify(asked.body)).not.toMatch(/evil|127\.0\.0\.1/)
      // The protocol requires public profiles that may be cached for at least a minute.
      expect(plain.headers.get('cache-control')).toBe('public, max-age=3600')
    }
  })

  it('must not be cached if no public host is set', async () => {
    for (const path of [...DOCUMENTS, `/.well-known/ucp?shop=${shop.shop}`])
      for (const headers of [{}, forwarded])
        expect([path, (await unset.request(path, { headers })).headers.get('cache-control')]).toEqual([
          path,
          'no-store',
        ])
  })

  it.each(['[', 'a/b', 'user@host', 'a\\b', '1.2.3.999', 'x:99999', '[::1', 'a b', 'a?b', 'a#b'])(
    'is not asked of a host that is none: %j',
    async (host) => {
      const raw = rawHttp(unset.url, shop)
      for (const path of [...DOCUMENTS, '/health', '/nowhere'])
        for (const headers of [`host: ${host}`, `host: x\r\nx-forwarded-host: ${host}`]) {
          const text = await raw.exchange(`GET ${path} HTTP/1.1\r\n${headers}\r\n\r\n`, (seen) =>
            seen.includes('\r\n\r\n'),
          )
          expect([path, headers, ...statusesIn(text)]).toEqual([path, headers, '400'])
        }
    },
  )

  it('is served for every usual form of the Host header', async () => {
    const raw = rawHttp(unset.url, shop)
    for (const host of ['x', 'shop.example:4000', '127.0.0.1', '[::1]:4000', 'xn--bcher-kva.example', 'my_host']) {
      const text = await raw.exchange(`GET /health HTTP/1.1\r\nhost: ${host}\r\n\r\n`, (seen) =>
        seen.includes('\r\n\r\n'),
      )
      expect([host, ...statusesIn(text)]).toEqual([host, '200'])
    }
  })
})

describe('the reference', () => {
  const asked = { headers: { authorization: `Bearer ${DOCS_KEY}` } }

  it('is the same page for every URL, so that nobody can inject a script', async () => {
    const plain = await set.request('/docs/', asked)
    const script = '</script><script>alert(1)</script>'
    for (const query of [
      `?${script}`,
      `?url=${encodeURIComponent('https://evil.example/openapi.json')}`,
      '?__proto__=1',
    ]) {
      const page = await set.request(`/docs/${query}`, { headers: { ...asked.headers, ...forwarded, referer: script } })
      expect([query, page.status, page.body === plain.body]).toEqual([query, 200, true])
      expect(page.headers.get('content-security-policy')).toBe(plain.headers.get('content-security-policy'))
    }
    expect(plain.headers.get('content-security-policy')).not.toMatch(/script-src[^;]*unsafe/)
  })

  it('is not stored by shared caches, and not sent again to clients that have it', async () => {
    for (const path of ['/docs/', '/docs/js/scalar.js', '/openapi.json'])
      expect([path, (await set.request(path, asked)).headers.get('cache-control')]).toEqual([
        path,
        expect.stringContaining('private'),
      ])
    const etag = (await set.request('/docs/js/scalar.js', asked)).headers.get('etag')!
    const again = { headers: { ...asked.headers, 'if-none-match': etag } }
    expect((await set.request('/docs/js/scalar.js', again)).status).toBe(304)
    expect((await set.request('/docs/js/scalar.js', { headers: { 'if-none-match': etag } })).status).toBe(401)
    expect((await set.request('/docs/', { method: 'HEAD' })).status).toBe(401)
  })
})

describe('metrics and the reference', () => {
  it('can be disabled', async () => {
    for (const path of ['/metrics', '/docs/', '/docs/js/scalar.js', '/openapi.json'])
      expect([path, (await unset.request(path)).status]).toEqual([path, 404])
    expect((await unset.request('/llms.txt')).body).not.toMatch(/docs|openapi/)
  })

  it.each([
    ['/metrics', METRICS_KEY],
    ['/docs/', DOCS_KEY],
    ['/docs/js/scalar.js', DOCS_KEY],
    ['/openapi.json', DOCS_KEY],
  ])('can be given a key: %s', async (path, key) => {
    const ask = async (authorization?: string) => {
      const { status, headers } = await set.request(path, authorization ? { headers: { authorization } } : {})
      return status === 401 ? headers.get('www-authenticate')!.split(' ')[0] : status
    }
    const basic = (password: string) => `Basic ${Buffer.from(`anybody:${password}`).toString('base64')}`
    const wrong = key === METRICS_KEY ? DOCS_KEY : METRICS_KEY
    for (const refused of [undefined, `Bearer ${wrong}`, basic(wrong), 'Basic !', `Bearer ${set.adminKey}`])
      expect([refused, await ask(refused)]).toEqual([refused, 'Basic'])
    expect([await ask(`Bearer ${key}`), await ask(basic(key))]).toEqual([200, 200])
  })
})
