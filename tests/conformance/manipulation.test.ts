/** Tests what it takes to move a product by events that nobody vouches for, and that ordinary traffic behind a few networks still teaches. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sampleEnvelope } from './event-samples.ts'
import { type Harness, startHarness, type TestShop } from './harness.ts'

const SEARCH = '/api/storefront/v1/headless/search'
const PRODUCTS = 30
/** Confirmed orders between a product and the next. */
const STEP = 4

let harness: Harness
let shop: TestShop
beforeAll(async () => {
  const limits = { VITRINE_RATE_LIMIT: '1000000000', VITRINE_ADDRESS_RATE_LIMIT: '1000000000' }
  harness = await startHarness({ ...limits, VITRINE_TRUSTED_PROXIES: '127.0.0.1' })
})
afterAll(() => harness.close())
beforeEach(async () => {
  shop = await harness.createShop()
  const products = Array.from({ length: PRODUCTS }, (_, i) => ({
    id: i + 1,
    title: `Sofa ${i + 1}`,
    handle: `sofa-${i + 1}`,
    variants: [{ id: 100 + i, price: '10.00' }],
  }))
  await harness.putProducts(shop, products)
})

const sold = (id: number, quantity = 1) => ({
  data: {
    checkout: {
      order: { id: randomUUID() },
      currencyCode: 'USD',
      lineItems: [
        { quantity, variant: { id: String(99 + id), product: { id: String(id) } }, finalLinePrice: { amount: 10 } },
      ],
    },
  },
})
const post = (path: string, name: string, changes: { from: string; visitor: string; event: Record<string, unknown> }) =>
  harness.request(path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-shop': shop.shop,
      authorization: `Bearer ${shop.key}`,
      'x-forwarded-for': changes.from,
    },
    body: JSON.stringify(
      sampleEnvelope(name, Date.now(), {
        envelope: {
          visitor_id: changes.visitor,
          client_id: undefined,
          customer_id: undefined,
          session_id: randomUUID(),
        },
        event: { id: randomUUID(), ...changes.event },
      }),
    ),
  })
const LEGACY = '/api/storefront/event'
const buy = (id: number, from: string, visitor: string = randomUUID(), quantity = 1) =>
  post(LEGACY, 'checkout_completed', { from, visitor, event: sold(id, quantity) })

/** Sends the orders that the platform reports: product 1 sells best, each next one less. */
async function sellByTheLadder(): Promise<void> {
  const lines = Array.from({ length: PRODUCTS }, (_, i) =>
    Array.from({ length: (PRODUCTS - i) * STEP }, () =>
      JSON.stringify(sampleEnvelope('checkout_completed', Date.now(), { event: { id: randomUUID(), ...sold(i + 1) } })),
    ),
  ).flat()
  const { body } = await harness.request(`/api/admin/v1/shops/${shop.shop}/events/bulk`, {
    method: 'POST',
    headers: { authorization: `Bearer ${harness.adminKey}`, 'content-type': 'application/x-ndjson' },
    body: lines.join('\n'),
  })
  expect(body.accepted).toBe(lines.length)
}

async function placeOf(id: number, search: object): Promise<number> {
  await harness.settle()
  for (const { popularity } of harness.nodes) await popularity.runOnce()
  const { body } = await harness.post(SEARCH, { ...search, pagination: { limit: PRODUCTS } }, shop)
  return 1 + body.products.findIndex(({ product_id }: { product_id: number }) => product_id === id)
}
const bestSelling = { query: '', sort_by: 'best_selling' }

describe('a product of place 20', () => {
  const TARGET = 20

  it('M1: does not rise by an order of a million pieces (before: to place 1)', async () => {
    await sellByTheLadder()
    expect(await placeOf(TARGET, bestSelling)).toBe(TARGET)
    expect((await buy(TARGET, '203.0.113.9', 'v', 1_000_000)).status).toBe(200)
    expect(await placeOf(TARGET, bestSelling)).toBe(TARGET)
    expect(await placeOf(TARGET, { query: 'sofa' })).toBeGreaterThan(5)
  })

  it('M2: rises by 5 places, and no more, by hundreds of orders of as many visitors of one network in a day', async () => {
    await sellByTheLadder()
    for (let i = 0; i < 300; i++) await buy(TARGET, `203.0.113.${i % 250}`)
    expect(await placeOf(TARGET, bestSelling)).toBe(TARGET - 5)
  })

  it('M3: needs two networks with a dozen and more visitors each to rise by ten places in a day', async () => {
    await sellByTheLadder()
    for (const network of ['203.0.113.9', '198.51.100.9']) for (let i = 0; i < 60; i++) await buy(TARGET, network)
    expect(await placeOf(TARGET, bestSelling)).toBe(TARGET - 10)
  })

  it('M4: does not take a query by clicks on what was never shown, or was shown to others (before: to place 1 by ten)', async () => {
    const before = await placeOf(TARGET, { query: 'sofa' })
    const { body } = await harness.post(SEARCH, { query: 'sofa', visitor_id: 'shopper' }, shop)
    for (let i = 0; i < 12; i++)
      for (const request_id of [randomUUID(), body.request_id]) {
        const track = { request_id, search_term: 'sofa', products: [{ product_id: TARGET }] }
        const event = { custom_data: { track } }
        await post(LEGACY, 'svc:search_result_clicked', { from: `203.0.${i}.9`, visitor: `liar ${i}`, event })
      }
    expect(await placeOf(TARGET, { query: 'sofa' })).toBe(before)
  })
})

describe('an ordinary shop', () => {
  it('M5: learns what sells from shoppers behind three networks, by the storefront key alone', async () => {
    const wanted = [7, 3, 11, 5, 2]
    for (const network of ['203.0.113.9', '198.51.100.9', '192.0.2.9'])
      for (let i = 0; i < 60; i++)
        await buy(wanted[Math.min(4, Math.floor((i % 15) / 5) + Math.floor((i % 5) / 2))]!, network)
    for (const id of wanted) expect(await placeOf(id, bestSelling)).toBeLessThanOrEqual(wanted.length)
  })

  it('M6: learns from a dozen test orders of a dozen visitors in one office', async () => {
    for (let i = 0; i < 12; i++) await buy(i < 8 ? 9 : 4, '203.0.113.9')
    expect([await placeOf(9, bestSelling), await placeOf(4, bestSelling)]).toEqual([1, 2])
  })
})
