import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness, type TestShop } from './harness.ts'

let harness: Harness
let shop: TestShop
let other: TestShop

beforeAll(async () => {
  harness = await startHarness()
  shop = await harness.createShop()
  other = await harness.createShop()
})
afterAll(() => harness.close())

let serial = 0
const newDomain = () => `new-${process.pid}-${Date.now().toString(36)}-${++serial}.myshopify.com`

describe('shops', () => {
  it('are listed in pages, in the order of their names', async () => {
    const mine = []
    for (let i = 0; i < 3; i++) mine.push((await harness.createShop()).shop)
    const seen: string[] = []
    let after: string | null = ''
    while (after !== null) {
      const { status, body } = await harness.admin('GET', `/shops?limit=2&after=${after}`)
      expect([status, body.shops.length <= 2]).toEqual([200, true])
      seen.push(...body.shops.map(({ shop }: { shop: string }) => shop))
      after = body.next
    }
    expect(seen).toEqual(seen.toSorted())
    expect(seen).toEqual(expect.arrayContaining(mine))
    expect(new Set(seen).size).toBe(seen.length)
    expect((await harness.admin('GET', '/shops?limit=5000')).status).toBe(400)
  })

  it('have a hundred keys at most; revoking one makes room', async () => {
    const { shop } = await harness.createShop()
    const make = () => harness.admin('POST', `/shops/${shop}/keys`, { label: 'k' })
    let last = await make()
    while (last.status === 201) {
      const next = await make()
      if (next.status !== 201) {
        expect([next.status, next.body.error]).toEqual([409, expect.stringContaining('at most 100 keys')])
        break
      }
      last = next
    }
    expect((await harness.admin('DELETE', `/shops/${shop}/keys/${last.body.id}`)).status).toBeLessThan(300)
    expect((await make()).status).toBe(201)
  })

  it('are created by PUT with 201, changed by PUT with 200, shown, and deleted', async () => {
    const path = `/shops/${newDomain()}`
    const created = await harness.admin('PUT', path, {
      name: 'Linen House',
      currency: 'EUR',
      money_format: '€{{amount}}',
      primary_locale: 'de',
      timezone: 'Europe/Berlin',
    })
    expect(created).toMatchObject({ status: 201, body: { name: 'Linen House', currency: 'EUR', product_count: 0 } })
    const changed = await harness.admin('PUT', path, { name: 'Linen' })
    expect(changed).toMatchObject({ status: 200, body: { name: 'Linen', currency: 'EUR', timezone: 'Europe/Berlin' } })
    expect((await harness.admin('GET', path)).body).toEqual(changed.body)
    expect(await harness.admin('DELETE', path)).toMatchObject({ status: 204 })
    expect(await harness.admin('GET', path)).toMatchObject({ status: 404, body: { error: expect.any(String) } })
    expect(await harness.admin('DELETE', path)).toMatchObject({ status: 404 })
  })

  it('format money with the sign of their currency by default', async () => {
    const formatOf = async (currency: string) =>
      (await harness.admin('PUT', `/shops/${newDomain()}`, { currency })).body.money_format
    expect(await formatOf('EUR')).toBe('€{{amount}}')
    expect(await formatOf('USD')).toBe('${{amount}}')
    expect(await formatOf('CHF')).toBe('CHF {{amount}}')
  })

  it('accept their domain in upper and lower case', async () => {
    const domain = newDomain()
    await harness.admin('PUT', `/shops/${domain.toUpperCase()}`, {})
    expect((await harness.admin('GET', `/shops/${domain}`)).body.shop).toBe(domain)
  })

  it('are refused with items if a setting is bad, and with a sentence if the domain is', async () => {
    const bad = await harness.admin('PUT', `/shops/${newDomain()}`, { currency: 'euro', name: 7 })
    expect(bad.status).toBe(400)
    expect(bad.body.error.map((item: { path: string[] }) => item.path.join('.'))).toEqual(
      expect.arrayContaining([expect.stringMatching(/currency$/), expect.stringMatching(/name$/)]),
    )
    expect(await harness.admin('PUT', '/shops/no_domain', {})).toMatchObject({
      status: 400,
      body: { error: expect.any(String) },
    })
  })

  it('are deleted together with their keys and products', async () => {
    const gone = await harness.createShop()
    await harness.putProducts(gone, [{ id: 1, title: 'A', variants: [{ price: 1 }] }])
    await harness.admin('DELETE', `/shops/${gone.shop}`)
    expect((await harness.post('/api/storefront/v3/headless/init', {}, gone)).status).toBe(401)
    await harness.admin('PUT', `/shops/${gone.shop}`, {})
    expect((await harness.admin('GET', `/shops/${gone.shop}`)).body.product_count).toBe(0)
    expect((await harness.post('/api/storefront/v3/headless/init', {}, gone)).status).toBe(401)
  })
})

describe('keys', () => {
  const keysOf = (one: TestShop) => `/shops/${one.shop}/keys`

  it('are shown once, are listed without their text, and open their shop', async () => {
    const made = await harness.admin('POST', keysOf(shop), { label: 'web', expires_at: '2099-01-01T00:00:00Z' })
    expect(made).toMatchObject({
      status: 201,
      body: { id: expect.any(String), key: expect.stringMatching(/^vsk_[0-9A-Za-z]{32}$/) },
    })
    const listed = await harness.admin('GET', keysOf(shop))
    expect(listed.body.keys).toContainEqual({
      id: made.body.id,
      kind: 'storefront',
      label: 'web',
      created_at: expect.any(String),
      expires_at: '2099-01-01T00:00:00.000Z',
      revoked_at: null,
    })
    expect(JSON.stringify(listed.body)).not.toContain(made.body.key.slice(4))
    const init = await harness.post('/api/storefront/v3/headless/init', {}, { shop: shop.shop, key: made.body.key })
    expect(init.status).toBe(200)
  })

  it('stop working as soon as they are revoked', async () => {
    const { body } = await harness.admin('POST', keysOf(shop), { label: 'short' })
    const as = { shop: shop.shop, key: body.key }
    expect((await harness.post('/api/storefront/v3/headless/init', {}, as)).status).toBe(200)
    expect((await harness.admin('DELETE', `${keysOf(shop)}/${body.id}`)).status).toBe(204)
    expect((await harness.post('/api/storefront/v3/headless/init', {}, as)).status).toBe(401)
    expect((await harness.admin('DELETE', `${keysOf(shop)}/nothing`)).status).toBe(404)
  })

  it('are not issued with an `expires_at` in the past', async () => {
    for (const expires_at of ['2020-01-01T00:00:00Z', new Date(Date.now() - 1).toISOString()]) {
      const { status, body } = await harness.admin('POST', keysOf(shop), { label: 'old', expires_at })
      expect(status).toBe(400)
      expect(body.error).toMatchObject([{ path: ['expires_at'], type: 'date.greater' }])
    }
    const listed = (await harness.admin('GET', keysOf(shop))).body.keys.map((key: { label: string }) => key.label)
    expect(listed).not.toContain('old')
  })

  it('need a label and a valid date', async () => {
    const bad = await harness.admin('POST', keysOf(shop), { expires_at: 'soon' })
    expect(bad.status).toBe(400)
    expect(bad.body.error.map((item: { type: string }) => item.type).sort()).toEqual(['any.required', 'string.isoDate'])
  })

  it('of the admin kind open one shop of the admin API, and nothing on the storefront side', async () => {
    const { body } = await harness.admin('POST', keysOf(shop), { label: 'merchant', kind: 'admin' })
    expect(body.key).toMatch(/^vak_[0-9A-Za-z]{32}$/)
    expect((await harness.admin('GET', `/shops/${shop.shop}`, undefined, body.key)).status).toBe(200)
    expect(
      (await harness.post('/api/storefront/v3/headless/init', {}, { shop: shop.shop, key: body.key })).status,
    ).toBe(401)
    await harness.admin('DELETE', `${keysOf(shop)}/${body.id}`)
    expect((await harness.admin('GET', `/shops/${shop.shop}`, undefined, body.key)).status).toBe(401)
  })
})

describe('the configuration', () => {
  const configOf = (one: TestShop) => `/shops/${one.shop}/config`
  const filter = { id: 1, key: 'vendor', title: 'Vendor', attribute_type: 'vendor' }

  it('is replaced as a whole by PUT and in part by PATCH', async () => {
    const put = await harness.admin('PUT', configOf(shop), { filters: [filter], currency_rates: { EUR: 0.92 } })
    expect(put).toMatchObject({ status: 200, body: { filters: [filter], currency_rates: { EUR: 0.92 } } })
    const patched = await harness.admin('PATCH', configOf(shop), {
      currency_rates: { GBP: 0.8 },
      search: { stop_words: ['the'] },
    })
    expect(patched.body).toMatchObject({
      filters: [filter],
      currency_rates: { EUR: 0.92, GBP: 0.8 },
      search: { stop_words: ['the'] },
    })
    expect((await harness.admin('GET', configOf(shop))).body).toEqual(patched.body)
    const emptied = await harness.admin('PUT', configOf(shop), {})
    expect(emptied.body).toMatchObject({ collections: [], currency_rates: {} })
    // `[]` would mean that there are no filters, so the field must be missing.
    expect(emptied.body).not.toHaveProperty('filters')
  })

  it('accepts what it returned without a change, and never contains the webhook secret', async () => {
    await harness.admin('PATCH', configOf(shop), { webhook_secret: 'hush-hush', filters: [filter] })
    const shown = await harness.admin('GET', configOf(shop))
    expect(JSON.stringify(shown.body)).not.toContain('hush-hush')
    expect((await harness.admin('PUT', configOf(shop), shown.body)).body).toEqual(shown.body)
  })

  it('is unchanged after a bad write, which names every fault by path', async () => {
    const before = await harness.admin('GET', configOf(shop))
    const bad = await harness.admin('PATCH', configOf(shop), {
      filters: [filter, { ...filter, id: 2 }],
      filter_trees: [{ id: 1, title: 'T', target_page: 'search', filters: [99] }],
      sections: [{ id: 1, title: 'S', type: 'guess', page_types: [] }],
      search: {
        rules: [
          { id: 'r', when: { query: 'x' } },
          { id: 's', when: {}, hide: [1], starts_at: 'soon' },
        ],
      },
    })
    expect(bad.status).toBe(400)
    const paths = bad.body.error.map((item: { path: (string | number)[] }) => item.path.join('.'))
    expect(paths.sort()).toEqual([
      'filter_trees.0.filters.0',
      'filters.1.key',
      'search.rules.0',
      'search.rules.1.starts_at',
      'sections.0.page_types',
      'sections.0.type',
    ])
    for (const item of bad.body.error) {
      expect(item).toEqual({
        message: expect.any(String),
        path: expect.any(Array),
        type: expect.any(String),
        context: expect.any(Object),
      })
    }
    expect((await harness.admin('GET', configOf(shop))).body).toEqual(before.body)
  })

  it('is refused with a sentence if it is not JSON', async () => {
    const answer = await harness.request(`/api/admin/v1${configOf(shop)}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${harness.adminKey}`, 'content-type': 'application/json' },
      body: '{"filters": [',
    })
    expect(answer).toMatchObject({ status: 400, body: { error: expect.any(String) } })
  })

  it('of an unknown shop is 404 for a key of the deployment', async () => {
    for (const method of ['GET', 'PUT', 'PATCH']) {
      const answer = await harness.admin(
        method,
        '/shops/nobody.myshopify.com/config',
        method === 'GET' ? undefined : {},
      )
      expect(answer).toMatchObject({ status: 404, body: { error: expect.any(String) } })
    }
  })
})

describe('admin keys', () => {
  it('are required, and a storefront key does not count', async () => {
    const path = `/api/admin/v1/shops/${shop.shop}`
    for (const authorization of [
      undefined,
      'Bearer x',
      `Bearer ${shop.key}`,
      `Bearer vak_${'x'.repeat(32)}`,
      `Basic ${harness.adminKey}`,
    ]) {
      const answer = await harness.request(path, { headers: authorization ? { authorization } : {} })
      expect(answer).toMatchObject({ status: 401, body: { error: expect.any(String) } })
    }
  })

  it('of one shop never open another, whatever the route, and do not reveal which shops exist', async () => {
    const { body: mine } = await harness.admin('POST', `/shops/${shop.shop}/keys`, { label: 'm', kind: 'admin' })
    const { body: theirs } = await harness.admin('POST', `/shops/${other.shop}/keys`, { label: 't' })
    await harness.putProducts(other, [{ id: 5, title: 'Secret', variants: [{ price: 1 }] }])
    const routes = await adminRoutes(harness)
    expect(routes.length).toBeGreaterThan(10)
    for (const { method, path } of routes) {
      for (const domain of [other.shop, 'nobody.myshopify.com']) {
        const url = path
          .replace('{shop}', domain)
          .replace(/keys\/\{id\}/, `keys/${theirs.id}`)
          .replaceAll(/\{\w+\}/g, '5')
        const answer = await harness.admin(
          method,
          url.replace('/api/admin/v1', ''),
          method === 'GET' || method === 'DELETE' ? undefined : {},
          mine.key,
        )
        expect([method, url, answer.status, answer.body]).toEqual([method, url, 401, { error: expect.any(String) }])
      }
    }
    expect((await harness.admin('GET', `/shops/${other.shop}`)).body.product_count).toBe(1)
  })
})

/** Routes come from the OpenAPI document, so that new routes are tested too. */
async function adminRoutes(from: Harness): Promise<{ method: string; path: string }[]> {
  const { body } = await from.request('/openapi.json')
  return Object.entries(body.paths as Record<string, Record<string, { security: object[] }>>)
    .filter(([path]) => path.startsWith('/api/admin/'))
    .flatMap(([path, operations]) =>
      Object.entries(operations)
        .filter(([, { security }]) => security.length > 0)
        .map(([method]) => ({ method: method.toUpperCase(), path })),
    )
}
