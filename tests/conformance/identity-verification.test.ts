import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ago, anonymous, type EffectCases, startEffectCases, V1, viewed } from './event-effects.ts'
import { sampleEnvelope } from './event-samples.ts'
import type { TestShop } from './harness.ts'

const INIT = '/api/storefront/v3/headless/init'
const LEGACY = '/api/storefront/event'
const SECRET = 'identity-secret-of-at-least-32-characters'
const OLDER = 'an-older-secret-that-is-still-accepted-too'
const sign = (id: string, secret = SECRET) => createHmac('sha256', secret).update(id).digest('hex')

let cases: EffectCases

beforeAll(async () => {
  cases = await startEffectCases()
})
afterAll(() => cases.harness.close())

const verifying = (enabled = true) =>
  cases.harness.createShop({ identity_verification: { enabled, secret: SECRET, previous_secret: OLDER } })

/** Returns the browsed products after all events are processed. */
async function browsed(shop: TestShop, identity: object, headers: Record<string, string> = {}): Promise<number[]> {
  await cases.settle()
  const { status, body } = await cases.harness.post(INIT, identity, shop, headers)
  expect(status).toBe(200)
  return body.visitor.browsed_products
}

async function view(shop: TestShop, product: number, who: object, headers: Record<string, string> = {}, path = V1) {
  const envelope = { ...anonymous, visitor_id: undefined, ...who }
  const event = { ...viewed(product), ...ago(10_000 - product) }
  const body = sampleEnvelope('product_viewed', Date.now(), { envelope, event } as never)
  expect((await cases.harness.post(path, body, shop, headers)).status).toBe(200)
}

describe('identity verification: "when on, `customer_id` counts only with `x-customer-signature` … or from a server-side key"', () => {
  it('gives a customer’s lists to a signature by either secret, and to nothing else', async () => {
    const shop = await verifying()
    await view(shop, 1, { visitor_id: 'phone', customer_id: '7' }, { 'x-customer-signature': sign('7') })
    const asked = { user_id: 'laptop', customer_id: '7' }
    for (const secret of [SECRET, OLDER])
      expect(await browsed(shop, asked, { 'x-customer-signature': sign('7', secret) })).toEqual([1])
    const gid = { user_id: 'laptop', customer_id: 'gid://shopify/Customer/7' }
    expect(await browsed(shop, gid, { 'x-customer-signature': sign('7') })).toEqual([1])
    expect(await browsed(shop, gid, { 'x-customer-signature': sign(gid.customer_id) })).toEqual([1])
    const bad = [
      '',
      'x',
      sign('8'),
      sign('7', 'x'.repeat(32)),
      sign('7').slice(0, 62),
      `${sign('7')}00`,
      'ff'.repeat(32),
    ]
    for (const signature of bad) expect(await browsed(shop, asked, { 'x-customer-signature': signature })).toEqual([])
    expect(await browsed(shop, asked)).toEqual([])
  })

  it('"without it the contract’s shapes stay and the customer’s lists are empty": the id is still returned', async () => {
    const shop = await verifying()
    await view(shop, 1, { visitor_id: 'phone', customer_id: '7' }, { 'x-customer-signature': sign('7') })
    await cases.settle()
    const { status, body } = await cases.harness.post(INIT, { user_id: 'laptop', customer_id: '7' }, shop)
    expect([status, body.user_id, body.customer_id]).toEqual([200, 'laptop', '7'])
    expect(body.visitor).toEqual({ browsed_products: [], cart_products: [], purchased_products: [] })
  })

  it('trusts a server key and an admin key without a signature', async () => {
    const shop = await verifying()
    const issue = async (kind: string) =>
      (await cases.harness.admin('POST', `/shops/${shop.shop}/keys`, { label: kind, kind })).body.key as string
    const server = { ...shop, key: await issue('server') }
    expect(server.key).toMatch(/^vsk_[0-9A-Za-z]{32}$/)
    await view(server, 1, { visitor_id: 'phone', customer_id: '7' })
    const asked = { user_id: 'laptop', customer_id: '7' }
    expect(await browsed(server, asked)).toEqual([1])
    expect(await browsed(shop, asked, { 'x-admin-key': await issue('admin') })).toEqual([1])
    expect(await browsed(shop, asked, { 'x-admin-key': server.key })).toEqual([])
  })

  it('counts an unsigned event for the visitor only', async () => {
    const shop = await verifying()
    await view(shop, 1, { visitor_id: 'mallory', customer_id: '7' })
    expect(await browsed(shop, { user_id: 'mallory' })).toEqual([1])
    expect(await browsed(shop, { user_id: 'laptop', customer_id: '7' }, { 'x-customer-signature': sign('7') })).toEqual(
      [],
    )
  })

  it('lets a verified visitor read their customer’s profile by the visitor’s id', async () => {
    const shop = await verifying()
    const signed = { 'x-customer-signature': sign('7') }
    await view(shop, 1, { visitor_id: 'phone', customer_id: '7' }, signed)
    await view(shop, 2, { visitor_id: 'laptop', customer_id: '7' }, signed)
    expect(await browsed(shop, { user_id: 'phone' })).toEqual([2, 1])
  })

  it('is off by default: a customer id is then trusted', async () => {
    const shop = await cases.harness.createShop()
    await view(shop, 1, { visitor_id: 'phone', customer_id: '7' })
    expect(await browsed(shop, { user_id: 'laptop', customer_id: '7' })).toEqual([1])
  })

  it('never shows the secrets, and keeps them when a document is sent back as it was read', async () => {
    const shop = await verifying()
    const at = `/shops/${shop.shop}/config`
    const { body } = await cases.harness.admin('GET', at)
    expect(body.identity_verification).toEqual({ enabled: true })
    expect((await cases.harness.admin('PUT', at, body)).status).toBe(200)
    await view(shop, 1, { visitor_id: 'phone', customer_id: '7' }, { 'x-customer-signature': sign('7', OLDER) })
    const asked = { user_id: 'laptop', customer_id: '7' }
    expect(await browsed(shop, asked, { 'x-customer-signature': sign('7') })).toEqual([1])
    await cases.harness.admin('PATCH', at, { identity_verification: { previous_secret: null } })
    expect(await browsed(shop, asked, { 'x-customer-signature': sign('7', OLDER) })).toEqual([])
    const short = { identity_verification: { secret: 'short' } }
    expect((await cases.harness.admin('PATCH', at, short)).status).toBe(400)
  })
})

describe('events that link an unverified visitor to a customer', () => {
  const customer = { user_id: 'new', customer_id: '7' }
  let shop: TestShop

  beforeAll(async () => {
    shop = await cases.harness.createShop()
    await view(shop, 1, { visitor_id: 'victim', customer_id: '7' })
    await view(shop, 2, { visitor_id: 'mallory', customer_id: '7' })
    await view(shop, 3, { visitor_id: 'keyless', client_id: 'device', customer_id: '7' }, {}, LEGACY)
  })

  it('are added to the customer’s profile, but cannot be read by the visitor’s id', async () => {
    expect(await browsed(shop, customer)).toEqual([2, 1])
    expect(await browsed(shop, { user_id: 'mallory' })).toEqual([2])
    expect(await browsed(shop, { user_id: 'victim' })).toEqual([1])
  })

  it('without a key never link: neither to a customer, nor a visitor to a client', async () => {
    expect(await browsed(shop, { user_id: 'keyless' })).toEqual([3])
    expect(await browsed(shop, { client_id: 'device' })).toEqual([])
  })

  it('are exported for a visitor only if that visitor sent them', async () => {
    const of = async (id: string) => (await cases.harness.admin('GET', `/shops/${shop.shop}/visitors/${id}`)).body
    expect(await of('mallory')).toMatchObject({
      subjects: ['visitor:mallory'],
      history: { browsed: [2] },
      events: [{}],
    })
    expect(await of('keyless')).toMatchObject({ subjects: ['visitor:keyless'], events: [{ is_keyless: true }] })
    // Customers may see whatever concerns them.
    const names = (await of('customer:7')).events.map((event: { visitor_id: string }) => event.visitor_id)
    expect(names).toEqual(['victim', 'mallory', 'keyless'])
  })

  it('are erased for a visitor only if that visitor sent them', async () => {
    const erase = async (id: string) =>
      (await cases.harness.admin('DELETE', `/shops/${shop.shop}/visitors/${id}`)).body.erased_events
    expect(await erase('mallory')).toBe(1)
    expect(await browsed(shop, customer)).toEqual([1])
    expect(await erase('customer:7')).toBe(2)
    expect(await browsed(shop, customer)).toEqual([])
  })
})

describe('a customer id without a key', () => {
  const V2 = '/api/storefront/v2/headless/recommendations'
  const V3 = '/api/storefront/v3/headless/recommendations'
  const BUSINESS = {
    business_accounts: [{ id: 1, customer_ids: ['7'], catalog_ids: ['trade'], discount_percent: 50 }],
    identity_verification: { enabled: false, secret: SECRET },
  }
  const body = (who: object) => ({
    ...who,
    queries: [{ id: 'q', recommendation_type: 'similar_products', product_ids: [1], view: 'product_details' }],
  })

  it.each([false, true])(
    'opens no account’s catalogs and prices unless it is signed; verification on: %s',
    async (enabled) => {
      const shop = await cases.harness.createShop({
        ...BUSINESS,
        identity_verification: { ...BUSINESS.identity_verification, enabled },
      })
      const hat = (id: number) => ({
        id,
        title: `Hat ${id}`,
        handle: `hat-${id}`,
        product_type: 'Hat',
        variants: [{ id: 10 * id, price: '10.00' }],
      })
      await cases.harness.putProducts(shop, [hat(1), hat(2), { ...hat(3), catalog_ids: ['trade'] }])
      const seen = async (path: string, who: object, headers: Record<string, string> = {}) => {
        const answer = await cases.harness.post(path, body(who), shop, headers)
        expect(answer.status).toBe(200)
        const products = answer.body.data.q.products ?? answer.body.data.q.recommendations
        return products.map((hit: { id: number; variants: { price: unknown }[] }) => [
          hit.id,
          Number(hit.variants[0]?.price),
        ])
      }
      const anybody = await seen(V2, {})
      expect(await seen(V2, { customer_id: '7' })).toEqual(anybody)
      const customer = await seen(V2, { customer_id: '7' }, { 'x-customer-signature': sign('7') })
      expect(customer).not.toEqual(anybody)
      expect(await seen(V3, { customer_id: '7' })).toEqual(enabled ? anybody : customer)
    },
  )
})

describe('the export', () => {
  it('contains the consents that were given', async () => {
    const shop = await cases.harness.createShop()
    const first = { analytics_processing_allowed: true, marketing_allowed: true }
    const then = { analytics_processing_allowed: true, marketing_allowed: false, sale_of_data_allowed: false }
    await view(shop, 1, { visitor_id: 'v', customer_privacy: first })
    await view(shop, 2, { visitor_id: 'v', customer_privacy: then })
    await view(shop, 3, { visitor_id: 'v', customer_privacy: undefined })
    await cases.settle()
    const { body } = await cases.harness.admin('GET', `/shops/${shop.shop}/visitors/v`)
    expect(body.consents).toEqual({ at: body.events[1].timestamp, ...then })
    const said = body.events.map((event: { customer_privacy?: object }) => event.customer_privacy)
    expect(said).toEqual([first, then, undefined])
    await view(shop, 4, { visitor_id: 'silent', customer_privacy: undefined })
    await cases.settle()
    expect((await cases.harness.admin('GET', `/shops/${shop.shop}/visitors/silent`)).body.consents).toBeNull()
  })
})

describe('"init, sections and config also carry `session_token`, always ours"', () => {
  it('also if the merchant set the platform’s token', async () => {
    const shop = await cases.harness.createShop({ storefront_token: 'platform-token' })
    const paths = ['/v3/headless/init', '/v1/headless/init', '/v1/headless/config', '/v3/headless/sections']
    for (const path of paths) {
      const asked = path === '/v1/headless/init' || path === '/v1/headless/config' ? 'visitor_id' : 'user_id'
      const { body } = await cases.harness.post(`/api/storefront${path}`, { [asked]: 'v-token' }, shop)
      expect(body.token).toBe('platform-token')
      const claims = JSON.parse(Buffer.from(body.session_token.split('.')[1], 'base64url').toString())
      expect(claims).toMatchObject({ shop: expect.stringContaining(shop.shop), sub: 'v-token' })
      const headers = { 'x-session-token': body.session_token }
      expect((await cases.harness.post(INIT, {}, shop, headers)).body.user_id).toBe('v-token')
    }
  })
})
