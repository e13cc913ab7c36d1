import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness, type TestShop } from './harness.ts'

interface StorefrontRoute {
  path: string
  bearer: boolean
}

describe('authentication', () => {
  let harness: Harness
  let shop: TestShop
  let other: TestShop
  let routes: StorefrontRoute[]

  beforeAll(async () => {
    harness = await startHarness()
    shop = await harness.createShop()
    other = await harness.createShop()
    routes = await storefrontRoutes(harness)
  })
  afterAll(() => harness.close())

  const call = (path: string, headers: Record<string, string>) =>
    harness.request(path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: '{}' })

  it('finds storefront routes to test', () => {
    expect(routes.length).toBeGreaterThan(1)
  })

  it('refuses a request without a key, on every route that needs one', async () => {
    for (const route of routes.filter((one) => one.bearer)) {
      const answer = await call(route.path, { 'x-shop': shop.shop })
      expect([route.path, answer.status, typeof answer.body.error]).toEqual([route.path, 401, 'string'])
    }
  })

  it('refuses a request without x-shop', async () => {
    for (const route of routes) {
      const answer = await call(route.path, { authorization: `Bearer ${shop.key}` })
      expect([route.path, answer.status, typeof answer.body.error]).toEqual([route.path, 401, 'string'])
    }
  })

  it('does not read the shop from the query or the body, except for beacons to event routes, which name it in the query', async () => {
    for (const route of routes.filter(({ path }) => !path.includes('/event'))) {
      const answer = await harness.request(`${route.path}?shop=${shop.shop}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${shop.key}` },
        body: JSON.stringify({ shop: shop.shop }),
      })
      expect([route.path, answer.status]).toEqual([route.path, 401])
    }
  })

  it("answers 401 to an unknown key, another shop's key, an admin key, and a missing bearer scheme", async () => {
    const bad = [
      `Bearer vsk_${'x'.repeat(32)}`,
      `Bearer ${other.key}`,
      `Bearer ${harness.adminKey}`,
      shop.key,
      'Bearer',
      'Basic abc',
    ]
    for (const route of routes.filter((one) => one.bearer)) {
      for (const authorization of bad) {
        const answer = await call(route.path, { 'x-shop': shop.shop, authorization })
        expect([route.path, authorization, answer.status, typeof answer.body.error]).toEqual([
          route.path,
          authorization,
          401,
          'string',
        ])
      }
    }
  })

  it('answers an unknown shop with the same words as a bad key', async () => {
    for (const route of routes.filter((one) => one.bearer)) {
      const unknown = await call(route.path, { 'x-shop': 'nobody.myshopify.com', authorization: `Bearer ${shop.key}` })
      const bad = await call(route.path, { 'x-shop': shop.shop, authorization: `Bearer vsk_${'x'.repeat(32)}` })
      expect([unknown.status, unknown.body]).toEqual([bad.status, bad.body])
    }
  })

  it('refuses a revoked and an expired key', async () => {
    const path = routes[0]!.path
    const made = await harness.admin('POST', `/shops/${shop.shop}/keys`, { label: 'short' })
    const headers = { 'x-shop': shop.shop, authorization: `Bearer ${made.body.key}` }
    expect((await call(path, headers)).status).not.toBe(401)
    await harness.admin('DELETE', `/shops/${shop.shop}/keys/${made.body.id}`)
    expect((await call(path, headers)).status).toBe(401)
    const past = new Date(Date.now() + 1500).toISOString()
    const expiring = await harness.admin('POST', `/shops/${shop.shop}/keys`, { label: 'old', expires_at: past })
    expect(expiring.status).toBe(201)
    await expect
      .poll(
        async () => (await call(path, { 'x-shop': shop.shop, authorization: `Bearer ${expiring.body.key}` })).status,
      )
      .toBe(401)
  })

  it('accepts x-shop in upper and lower case', async () => {
    const answer = await call('/api/storefront/v3/headless/init', {
      'x-shop': shop.shop.toUpperCase(),
      authorization: `Bearer ${shop.key}`,
    })
    expect(answer.status).toBe(200)
  })
})

/** Routes come from the OpenAPI document, so that new routes are tested too. */
async function storefrontRoutes(harness: Harness): Promise<StorefrontRoute[]> {
  const { body } = await harness.request('/openapi.json')
  return Object.entries(body.paths as Record<string, { post?: { security: Record<string, unknown>[] } }>)
    .filter(([path, operations]) => path.startsWith('/api/storefront/') && operations.post !== undefined)
    .map(([path, operations]) => ({ path, bearer: operations.post!.security.some((one) => 'storefrontKey' in one) }))
}
