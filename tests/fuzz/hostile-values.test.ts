/** Sends some of the hostile values that `npm run fuzz -- hostile hostile-postgres` sends. */
import { randomUUID } from 'node:crypto'
import { DEMO_SHOP, DEMO_STOREFRONT_KEY } from '@vitrine/contract/demo-shop'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../packages/server/src/ports/postgres/testing/shared-server.ts'
import { sampleEnvelope } from '../conformance/event-samples.ts'
import { type Harness, startHarness, type TestShop } from '../conformance/harness.ts'
import { startGuideServer } from '../docs/guide-server.ts'
import { expectHealthy, fuzzHostileValues } from './hostile-values.ts'
import { runFuzz } from './run-fuzz.ts'

const LIMITS = { VITRINE_RATE_LIMIT: '1000000000', VITRINE_ADDRESS_RATE_LIMIT: '1000000000' }
const STORES: [name: string, settings: () => Promise<Record<string, string>>][] = [
  ['SQLite', async () => LIMITS],
  ['PostgreSQL', async () => ({ ...LIMITS, VITRINE_STORE: await testDatabase(), VITRINE_SECRET: 's'.repeat(32) })],
]

describe.each(STORES)('on %s', (_, settings) => {
  let harness: Harness
  let shop: TestShop
  beforeAll(async () => {
    harness = await startHarness(await settings())
    shop = await harness.createShop()
  })
  afterAll(() => harness.close())

  const legacy = (name: string, envelope: Record<string, unknown>, event: Record<string, unknown> = {}) => {
    const body = sampleEnvelope(name, Date.now(), { envelope, event: { id: randomUUID(), ...event } })
    return harness.request('/api/storefront/event', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-shop': shop.shop },
      body: JSON.stringify(body),
    })
  }
  const sold = (amount: unknown, parts: object = {}) => ({
    data: {
      checkout: {
        order: { id: randomUUID() },
        lineItems: [{ quantity: 1, variant: { id: '1', product: { id: '1' } }, finalLinePrice: { amount } }],
        ...parts,
      },
    },
  })

  it('H1: an order of any amount, without a key, is counted or its field refused, and blocks nothing', async () => {
    for (const amount of [1e12, 1e14, 1e16, 1e308, '1e16', 'Infinity']) {
      const { status, body } = await legacy('checkout_completed', {}, sold(amount))
      const path = ['event', 'data', 'checkout', 'lineItems', 0, 'finalLinePrice', 'amount']
      expect([status, body.error]).toMatchObject([400, [{ path, type: 'number.max' }]])
    }
    for (const amount of [0, 1e-320, 1e11, 'NaN'])
      expect((await legacy('checkout_completed', {}, sold(amount))).status).toBe(200)
    for (let i = 0; i < 12; i++) await legacy('checkout_completed', {}, sold(1e11))
    await expectHealthy(harness, shop)
  })

  it('H2: ids with NUL and lone surrogates are accepted or refused, twice without a key, and in a search that finds nothing', async () => {
    for (const id of ['\ud800k', '\0k', 'k\udfff'])
      for (let i = 0; i < 2; i++) {
        expect((await legacy('page_viewed', { session_id: id, visitor_id: id })).status).toBe(200)
        const search = { query: 'zzzz', visitor_id: id, client_id: id }
        expect((await harness.post('/api/storefront/v1/headless/search', search, shop)).status).toBe(200)
      }
    await expectHealthy(harness, shop)
  })

  it('H3: drafts, handles, labels and URLs with NUL are stored without it, or refused', async () => {
    const at = `/shops/${shop.shop}`
    const hat = { id: 5, title: 'A\0\ud800', handle: 'a\0b\ud800', variants: [{ id: 50, price: '1' }], tags: ['\0'] }
    expect((await harness.putProducts(shop, [hat])).body.accepted).toBe(1)
    expect((await harness.admin('GET', `${at}/products/5`)).body).toMatchObject({ title: 'A��', handle: 'a�b�' })
    const patch = { shop: { name: 'x\0\ud800' } }
    expect((await harness.admin('PUT', `${at}/drafts/d`, { name: 'd\0', patch })).status).toBeLessThan(500)
    expect((await harness.admin('PATCH', `${at}/config`, patch)).status).toBe(200)
    expect((await harness.admin('GET', `${at}/config`)).body.shop.name).toBe('x��')
    expect((await harness.admin('POST', `${at}/keys`, { label: 'a\0' })).status).toBe(201)
    expect((await harness.admin('GET', `${at}/visitors/a%00b`)).status).toBe(400)
    expect((await harness.admin('GET', `${at}/analytics/queries?key=%00`)).status).toBe(400)
    await expectHealthy(harness, shop)
  })

  it('H4: a currency is one of ISO 4217 or refused; an order without one was paid in the shop’s own', async () => {
    const wrong = await legacy('checkout_completed', {}, sold(1, { currencyCode: 'ZZZ' }))
    expect([wrong.status, wrong.body.error[0].type]).toEqual([400, 'any.only'])
    const config = `/shops/${shop.shop}/config`
    expect((await harness.admin('PATCH', config, { shop: { currency: 'ZZZ' } })).status).toBe(400)
    expect((await harness.admin('PATCH', config, { currency_rates: { ZZZ: 1 } })).status).toBe(400)
    expect((await legacy('checkout_completed', {}, sold(1))).status).toBe(200)
    await harness.settle()
    const { orders } = (await harness.admin('GET', `/shops/${shop.shop}/analytics/orders`)).body
    expect(new Set(orders.map(({ currency }: { currency: string }) => currency))).toEqual(new Set(['USD']))
  })

  it('H5: every number and text of every request, event and webhook is accepted or refused, and the shop keeps working', async () => {
    const target = await fuzzHostileValues(harness)
    const { answers, failures } = await runFuzz(target, 700)
    expect(failures).toEqual([])
    expect(answers['200']).toBeGreaterThan(50)
    expect(answers['400']).toBeGreaterThan(50)
    await target.close()
  })
})

it('a fresh PostgreSQL with the demo enabled starts and serves it', async () => {
  const server = await startGuideServer({ VITRINE_STORE: await testDatabase(), VITRINE_SECRET: 's'.repeat(32) })
  const found = await fetch(`${server.url}/api/storefront/v1/headless/search`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-shop': DEMO_SHOP,
      authorization: `Bearer ${DEMO_STOREFRONT_KEY}`,
    },
    body: JSON.stringify({ query: 'shirt' }),
  })
  const { products } = (await found.json()) as { products: unknown[] }
  expect([found.status, products.length > 0]).toEqual([200, true])
  await server.close()
})
