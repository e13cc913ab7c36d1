/** An api node and a worker share one PostgreSQL. The tests trigger the timers. */
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../packages/server/src/ports/postgres/testing/shared-server.ts'
import { anonymous, ordered, V1, viewed } from '../conformance/event-effects.ts'
import { sampleEnvelope } from '../conformance/event-samples.ts'
import { type Harness, startHarness, type TestShop } from '../conformance/harness.ts'

const WEBHOOK_SECRET = 'shpss_0123456789abcdef'

let api: Harness
let worker: Harness
let shop: TestShop

beforeAll(async () => {
  const env = { VITRINE_STORE: await testDatabase(), VITRINE_SECRET: 's'.repeat(32) }
  worker = await startHarness({ ...env, VITRINE_ROLE: 'worker' })
  api = await startHarness({ ...env, VITRINE_ROLE: 'api' })
  // The tests trigger the worker's polling.
  await worker.vitrine?.watch?.stop()
  shop = await api.createShop({ webhook_secret: WEBHOOK_SECRET })
  await api.putProducts(shop, [product(1), product(2)])
})
afterAll(async () => {
  for (const node of [api, worker]) await node?.close()
})

const product = (id: number) => ({
  ...{ id, title: `Hat ${id}`, handle: `hat-${id}`, product_type: 'Hats', updated_at: '2026-01-01T00:00:00Z' },
  variants: Array.from({ length: 6 }, (_, n) => ({
    ...{ id: 100 * id + n, title: `Size ${n}`, price: '5.00', inventory_management: 'shopify' },
    ...{ inventory_quantity: 5, inventory_item_id: 1000 * id + n },
  })),
})

/** Does what a node's timer does. */
async function runBackgroundWork(node: Harness): Promise<void> {
  await node.vitrine?.watch?.runOnce()
  await node.vitrine?.events.settle()
}

async function send(name: string, who: object, event: object): Promise<void> {
  const envelope = { ...anonymous, ...who }
  const body = sampleEnvelope(name, Date.now(), { envelope, event } as Parameters<typeof sampleEnvelope>[2])
  expect((await api.post(V1, body, shop)).status).toBe(200)
}

const views = async () => {
  const rows = await api.vitrine?.events.store.rollups(shop.shop, { dimension: 'shop', fromDay: 0, toDay: 1e6 })
  return rows?.find(({ metric }) => metric === 'product_views')?.value
}

describe('an api node and a worker', () => {
  it('divide the work: the api node accepts events and gets models, the worker derives and learns', async () => {
    for (const visitor of ['a', 'b', 'c']) {
      const who = { visitor_id: visitor, session_id: visitor }
      await send('product_viewed', who, viewed(1))
      await send('checkout_completed', who, ordered(`order-${visitor}`, 1, 2))
    }
    await runBackgroundWork(api)
    const learnt = (node: Harness) => node.vitrine?.models.of(shop.shop).bestsellers.ordersIn(7, Date.now())
    expect([await views(), learnt(api)]).toEqual([undefined, 0])
    await runBackgroundWork(worker)
    await worker.vitrine?.residents.settle()
    expect([await views(), learnt(worker)]).toEqual([3, 3])
    for (const node of [worker, api]) await node.vitrine?.events.follower.exchangeModels()
    expect(learnt(api)).toBe(3)
    const reports = await Promise.all(
      [api, worker].map(async (node) => (await node.admin('GET', `/shops/${shop.shop}/analytics/products`)).body),
    )
    expect(reports[0]).toEqual(reports[1])
  })

  it('leave an event in the log while no worker runs, and the next worker derives it once', async () => {
    await send('product_viewed', { visitor_id: 'd', session_id: 'd' }, viewed(2))
    await runBackgroundWork(api)
    expect(await views()).toBe(3)
    await runBackgroundWork(worker)
    await runBackgroundWork(worker)
    expect(await views()).toBe(4)
  })
})

describe('webhooks that arrive at both nodes', () => {
  let sent = 0
  const deliver = (node: Harness, topic: string, payload: object, id = `w-${++sent}`) => {
    const body = JSON.stringify(payload)
    const hmac = createHmac('sha256', WEBHOOK_SECRET).update(body).digest('base64')
    const headers = {
      ...{ 'content-type': 'application/json', 'x-shopify-topic': topic, 'x-shopify-shop-domain': shop.shop },
      ...{ 'x-shopify-webhook-id': id, 'x-shopify-hmac-sha256': hmac },
    }
    return node.request('/webhooks/shopify', { method: 'POST', headers, body })
  }
  const turns = () => [api, worker][sent % 2] as Harness
  const stored = async (id: number) => (await api.admin('GET', `/shops/${shop.shop}/products/${id}`)).body

  it('leave the newest state by the platform’s clock in any order, on any node', async () => {
    const minutes = [5, 1, 9, 3, 7, 2, 8]
    const answers = await Promise.all(
      minutes.map((minute) => {
        const update = { ...product(1), title: `Minute ${minute}`, updated_at: `2026-02-01T00:0${minute}:00Z` }
        return deliver(turns(), 'products/update', update)
      }),
    )
    expect(answers.map(({ status }) => status)).toEqual(minutes.map(() => 200))
    expect((await stored(1)).title).toBe('Minute 9')
  })

  it('lose no change of stock', async () => {
    const levels = Array.from({ length: 6 }, (_, n) => ({
      ...{ inventory_item_id: 2000 + n, location_id: 1, available: 10 + n, updated_at: '2026-02-01T00:00:00Z' },
    }))
    await Promise.all(levels.map((level) => deliver(turns(), 'inventory_levels/update', level)))
    const { variants } = await stored(2)
    expect(variants.map((one: { inventory_quantity: number }) => one.inventory_quantity)).toEqual([
      10, 11, 12, 13, 14, 15,
    ])
  })

  it('keep every collection, although each changes the same configuration', async () => {
    const ids = [1, 2, 3, 4, 5, 6]
    await Promise.all(
      ids.map((id) =>
        deliver(turns(), 'collections/create', {
          ...{ id, handle: `collection-${id}`, title: `Collection ${id}`, updated_at: '2026-02-01T00:00:00Z' },
        }),
      ),
    )
    const config = (await api.vitrine?.records.getShop(shop.shop))?.config
    expect(config?.collections.map(({ handle }) => handle).toSorted()).toEqual(ids.map((id) => `collection-${id}`))
  })

  it('are applied once, even if one is delivered to both at the same time', async () => {
    const order = {
      ...{ id: 77, created_at: new Date().toISOString(), currency: 'USD', customer: { id: 5 } },
      line_items: [{ id: 1, product_id: 1, variant_id: 100, quantity: 1, price: '5.00' }],
    }
    await Promise.all([api, worker].map((node) => deliver(node, 'orders/create', order, 'same')))
    const { length } = (await worker.vitrine?.events.log.readSubjects(shop.shop, ['customer:5'])) ?? []
    expect(length).toBe(1)
  })
})
