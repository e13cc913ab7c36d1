import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleEnvelope } from './event-samples.ts'
import { type Harness, startHarness, type TestShop } from './harness.ts'

const SEARCH = '/api/storefront/v1/headless/search'
const EVENTS = '/api/storefront/v1/headless/events'
const PRODUCTS = 12
const SHOPPERS = 180
const FRAUDS = 180

let harness: Harness
beforeAll(async () => {
  const limits = { VITRINE_RATE_LIMIT: '1000000000', VITRINE_ADDRESS_RATE_LIMIT: '1000000000' }
  harness = await startHarness({ ...limits, VITRINE_TRUSTED_PROXIES: '127.0.0.1' })
})
afterAll(() => harness.close())

async function openShop(): Promise<TestShop> {
  const shop = await harness.createShop()
  const products = Array.from({ length: PRODUCTS }, (_, i) => ({
    ...{ id: i + 1, title: `Enamel mug ${'abcdefghijkl'[i]}`, product_type: 'Mugs' },
    variants: [{ id: 100 + i, price: 10, inventory_quantity: 5 }],
  }))
  await harness.putProducts(shop, products)
  return shop
}

interface Visit {
  visitor: string
  from: string
  choose: (ids: readonly number[]) => number | undefined
}

async function visit(shop: TestShop, { visitor, from, choose }: Visit): Promise<void> {
  const headers = {
    ...{ 'content-type': 'application/json', 'x-shop': shop.shop, authorization: `Bearer ${shop.key}` },
    'x-forwarded-for': from,
  }
  const post = (path: string, body: object) =>
    harness.request(path, { method: 'POST', headers, body: JSON.stringify(body) })
  const { body } = await post(SEARCH, { query: 'mug', visitor_id: visitor })
  const ids: number[] = body.products.map((one: { product_id: number }) => one.product_id)
  const chosen = choose(ids)
  const report = (name: string, products: readonly number[]) => {
    const shown = products.map((product_id) => ({ product_id }))
    const track = { request_id: body.request_id, search_term: 'mug', products: shown }
    const envelope = { visitor_id: visitor, client_id: undefined, customer_id: undefined, session_id: visitor }
    return post(
      EVENTS,
      sampleEnvelope(name, Date.now(), { envelope, event: { id: randomUUID(), custom_data: { track } } }),
    )
  }
  expect((await report('svc:search_result_rendered', ids)).status).toBe(200)
  if (chosen !== undefined) await report('svc:search_result_clicked', [chosen])
}

/** Returns the product's rank for a new shopper, and whether search raises products that shoppers choose. */
async function outcome(shop: TestShop, id: number) {
  await harness.settle()
  const { body } = await harness.admin('GET', `/shops/${shop.shop}/search-health?wait=true`)
  const found = await harness.post(SEARCH, { query: 'mug', visitor_id: 'somebody new' }, shop)
  const place = found.body.products.findIndex((one: { product_id: number }) => one.product_id === id) + 1
  const model = body.health.learning.models.find((one: { model: string }) => one.model === 'products')
  return { place, isLive: model.is_live as boolean, reason: model.reason as string }
}

const placeOf = async (shop: TestShop, place: number): Promise<number> =>
  (await harness.post(SEARCH, { query: 'mug' }, shop)).body.products[place - 1].product_id

describe('search with shoppers', () => {
  it('learns a planted preference that later searches confirm', async () => {
    const shop = await openShop()
    const loved = await placeOf(shop, 8)
    for (let i = 0; i < SHOPPERS; i++) {
      const choose = (ids: readonly number[]) => (i % 4 === 3 ? ids[i % 3] : loved)
      await visit(shop, { visitor: `shopper ${i}`, from: `198.${i}.7.9`, choose })
    }
    expect(await outcome(shop, loved)).toEqual({ place: 1, isLive: true, reason: 'proven' })
  })

  it('does not learn from a planted fraud: as many visitors of one network who click one product', async () => {
    const shop = await openShop()
    const pushed = await placeOf(shop, 8)
    for (let i = 0; i < FRAUDS; i++) {
      await visit(shop, { visitor: `fraud ${i}`, from: '203.0.113.9', choose: () => pushed })
      // These shoppers choose the first product, whatever it is.
      await visit(shop, {
        visitor: `shopper ${i}`,
        from: `198.${i}.7.9`,
        choose: (ids) => ids[[0, 0, 0, 1, 2][i % 5]!],
      })
    }
    const { place, isLive } = await outcome(shop, pushed)
    expect([place, isLive]).toEqual([8, false])
  })
})
