/** What is done on node A must be visible on node B. The tests do what B's timer does. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EvidenceGate } from '../../packages/server/src/features/ingest/evidence-gate.ts'
import type { ShopEvent } from '../../packages/server/src/ports/event-log/shop-event.ts'
import { testDatabase } from '../../packages/server/src/ports/postgres/testing/shared-server.ts'
import { anonymous, ordered, V1, viewed } from '../conformance/event-effects.ts'
import { sampleEnvelope } from '../conformance/event-samples.ts'
import { type Harness, startHarness, type TestShop } from '../conformance/harness.ts'

const SEARCH = '/api/storefront/v1/headless/search'
const INIT = '/api/storefront/v3/headless/init'
const VITRINE = new URL('../../packages/server/src/cli/vitrine.ts', import.meta.url).pathname

let a: Harness
let b: Harness
let shop: TestShop
let storeUrl: string

beforeAll(async () => {
  storeUrl = await testDatabase()
  const env = { VITRINE_STORE: storeUrl, VITRINE_SECRET: 's'.repeat(32) }
  a = await startHarness(env)
  b = await startHarness({ ...env, VITRINE_ROLE: 'api' })
  shop = await a.createShop()
  await a.putProducts(shop, [product(1, 5), product(2, 5)])
})
afterAll(async () => {
  for (const node of [a, b]) await node?.close()
})

const product = (id: number, stock: number) => ({
  id,
  title: `Hat ${id}`,
  handle: `hat-${id}`,
  variants: [
    {
      id: 10 * id,
      price: '5.00',
      inventory_quantity: stock,
      inventory_policy: 'deny',
      inventory_management: 'shopify',
    },
  ],
})

/** Does what B's timer does. */
async function runBackgroundWork(node: Harness): Promise<void> {
  await node.vitrine?.watch?.runOnce()
  await node.vitrine?.events.settle()
}

/** Repeats the request, because the index follows the feed in the background. */
async function until<T>(ask: () => Promise<T>, isSo: (answer: T) => boolean): Promise<T> {
  for (;;) {
    await runBackgroundWork(b)
    const answer = await ask()
    if (isSo(answer)) return answer
  }
}

async function send(node: Harness, name: string, who: object, event: object = {}, to = shop): Promise<void> {
  const envelope = { ...anonymous, ...who }
  const body = sampleEnvelope(name, Date.now(), { envelope, event } as Parameters<typeof sampleEnvelope>[2])
  const answer = await node.post(V1, body, to)
  expect([answer.status, answer.body]).toEqual([200, expect.anything()])
}

const searchIds = async (node: Harness, query: string, who: object = {}) => {
  const { body } = await node.post(SEARCH, { query, session_id: 's', ...who }, shop)
  return { ids: body.products.map((hit: { product_id: number }) => hit.product_id), body }
}

describe('what is done on one node', () => {
  it('counts on the other: a network that used up its visitors here gives no more evidence there', async () => {
    const gates = [a, b].map((node) => node.vitrine!.events.ingest.evidence)
    const event = { trust: 'keyed', receivedAtMs: Date.now(), action: 'order', lines: [] } as unknown as ShopEvent
    const admitted = async (gate: EvidenceGate, of: string) => {
      const visitors = Array.from({ length: 1000 }, (_, i) => ({ ...event, visitorId: `${of}${i}` }))
      const verdicts = await Promise.all(visitors.map((one) => gate.judge(shop.shop, one, '203.0.113.9')))
      return verdicts.filter(({ teaches }) => teaches !== false).length
    }
    expect(await admitted(gates[0]!, 'a')).toBeLessThanOrEqual(23)
    expect(await admitted(gates[1]!, 'b')).toBe(0)
  })

  it('is found on the other: new products, and changes when they are sold out or deleted', async () => {
    const first = await until(
      () => searchIds(b, 'hat'),
      ({ ids }) => ids.length === 2,
    )
    expect(first.ids.toSorted()).toEqual([1, 2])
    await a.admin('DELETE', `/shops/${shop.shop}/products/2`)
    await until(
      () => searchIds(b, 'hat'),
      ({ ids }) => ids.length === 1,
    )
    await a.putProducts(shop, [product(1, 0)])
    const sold = await until(
      () => b.admin('GET', `/shops/${shop.shop}/products/1`),
      ({ body }) => JSON.stringify(body).includes('"inventory_quantity":0'),
    )
    expect(sold.status).toBe(200)
    await a.putProducts(shop, [product(1, 5), product(2, 5)])
  })

  it('closes access on the other: a revoked key', async () => {
    const { body: made } = await a.admin('POST', `/shops/${shop.shop}/keys`, { label: 'short-lived' })
    const to = { shop: shop.shop, key: made.key }
    expect((await b.post(INIT, { visitor_id: 'v' }, to)).status).toBe(200)
    await a.admin('DELETE', `/shops/${shop.shop}/keys/${made.id}`)
    await runBackgroundWork(b)
    expect((await b.post(INIT, { visitor_id: 'v' }, to)).status).toBe(401)
  })

  it('is the configuration of the other, once it is published', async () => {
    await b.admin('GET', `/shops/${shop.shop}/config`)
    await a.admin('PATCH', `/shops/${shop.shop}/config`, { shop: { name: 'Renamed' } })
    await runBackgroundWork(b)
    expect((await b.vitrine?.records.getShop(shop.shop))?.config.shop.name).toBe('Renamed')
    expect(JSON.stringify((await b.admin('GET', `/shops/${shop.shop}/config`)).body)).toContain('Renamed')
  })

  it('is counted once, whichever node received it, and both report the same', async () => {
    for (const [n, node] of [a, b, a, b].entries())
      await send(node, 'product_viewed', { visitor_id: `counted${n}` }, viewed(1))
    await runBackgroundWork(a)
    await runBackgroundWork(b)
    const reports = await Promise.all(
      [a, b].map(async (node) => (await node.admin('GET', `/shops/${shop.shop}/analytics/products`)).body),
    )
    expect(reports[0]).toEqual(reports[1])
    const rows = await a.vitrine?.events.store.rollups(shop.shop, { dimension: 'shop', fromDay: 0, toDay: 1e6 })
    expect(rows?.find(({ metric }) => metric === 'product_views')?.value).toBe(4)
  })

  it("counts against the shop's quota on the other", async () => {
    const small = await a.createShop({ event_quota: { events_per_day: 2 } })
    const post = async (node: Harness) =>
      (await node.post(V1, sampleEnvelope('page_viewed', Date.now(), { envelope: anonymous } as never), small)).status
    await runBackgroundWork(b)
    expect([await post(a), await post(a)]).toEqual([200, 200])
    await runBackgroundWork(b)
    expect(await post(b)).toBe(429)
  })

  it('is one event, even if it is sent to both', async () => {
    const body = sampleEnvelope('page_viewed', Date.now(), { envelope: { visitor_id: 'twice' } } as never)
    for (const node of [a, b, a]) expect((await node.post(V1, body, shop)).status).toBe(200)
    const events = await a.vitrine?.events.log.readSubjects(shop.shop, ['visitor:twice'])
    expect(events).toHaveLength(1)
  })

  it('is attributed: a click and an order on B after an answer by A', async () => {
    const who = { visitor_id: 'shopper', session_id: 'visit' }
    const { body } = await searchIds(a, 'hat', who)
    // Writes A's serves now. Otherwise, A writes them when a batch is full or after a moment.
    await a.vitrine?.events.serves.flush()
    const click = { custom_data: { track: { request_id: body.request_id, products: [{ product_id: 1 }] } } }
    await send(b, 'svc:search_result_clicked', who, click)
    await send(b, 'checkout_completed', who, ordered('o-1', 1))
    await runBackgroundWork(a)
    const found = await b.vitrine?.events.store.conversion(shop.shop, 'order', 'o-1')
    expect(found?.attributions.map(({ touch }) => touch.source.surface)).toContain('search')
  })

  it('is derived the same by `vitrine rebuild`: an answer that no node has given earns nothing', async () => {
    const edged = await a.createShop({ edge: { enabled: true, regions: ['far'] } })
    await a.putProducts(edged, [product(1, 5)])
    await a.post(SEARCH, { query: 'hat', visitor_id: 'v', session_id: 's' }, edged)
    await a.vitrine?.events.serves.flush()
    const click = { custom_data: { track: { request_id: 'of nobody', products: [{ product_id: 1 }] } } }
    await send(a, 'svc:search_result_clicked', { visitor_id: 'v' }, click, edged)
    await send(a, 'checkout_completed', { visitor_id: 'v' }, ordered('o-1', 1), edged)
    await runBackgroundWork(a)
    const find = () => a.vitrine!.events.store.conversion(edged.shop, 'order', 'o-1')
    expect(await find()).toMatchObject({ attributions: [] })
    const env = { ...process.env, VITRINE_STORE: storeUrl, VITRINE_SECRET: 's'.repeat(32) }
    await promisify(execFile)(process.execPath, [VITRINE, 'rebuild', '--shop', edged.shop], { env })
    expect(await find()).toMatchObject({ attributions: [] })
  })

  it('leaves nothing of an erased person on the other', async () => {
    await send(b, 'product_viewed', { visitor_id: 'erased' }, viewed(2))
    await runBackgroundWork(a)
    await runBackgroundWork(b)
    const history = () => b.post(INIT, { visitor_id: 'erased' }, shop)
    expect(JSON.stringify((await history()).body)).toContain('2')
    const erased = await a.admin('DELETE', `/shops/${shop.shop}/visitors/erased`)
    expect([erased.status, erased.body]).toEqual([200, expect.anything()])
    await runBackgroundWork(b)
    expect(await b.vitrine?.events.store.history(shop.shop, ['visitor:erased'], 9)).toMatchObject({ browsed: [] })
    expect(await b.vitrine?.events.log.readSubjects(shop.shop, ['visitor:erased'])).toEqual([])
  })

  it('is deleted on the other: a shop', async () => {
    const other = await a.createShop()
    await a.putProducts(other, [product(7, 1)])
    expect((await b.post(INIT, { visitor_id: 'v' }, other)).status).toBe(200)
    await a.admin('DELETE', `/shops/${other.shop}`)
    await runBackgroundWork(b)
    expect((await b.post(INIT, { visitor_id: 'v' }, other)).status).toBeGreaterThanOrEqual(400)
  })
})

it('is visible by node: every connection to the store names its node', async () => {
  await send(a, 'page_viewed', { visitor_id: 'named' })
  await runBackgroundWork(a)
  const client = new pg.Client({ connectionString: storeUrl, application_name: 'test' })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `SELECT DISTINCT application_name AS name FROM pg_stat_activity
     WHERE application_name LIKE 'vitrine%' AND datname = current_database()`,
  )
  await client.end()
  const names = rows.map(({ name }) => name)
  expect(names).toContainEqual(expect.stringMatching(/^vitrine all .* derives$/))
  expect(names.filter((name) => !/^vitrine (all|api) /.test(name))).toEqual([])
})

describe('the metrics of a node', () => {
  it('show its connections and when it last heard of others', async () => {
    await runBackgroundWork(b)
    const { body } = await b.request('/metrics')
    expect(body).toMatch(/vitrine_store_connections\{state="open"\} \d/)
    expect(body).toMatch(/vitrine_store_heard_seconds 0(\.\d+)?/)
  })

  it('show its lag, locks, the shops in memory, and where their indexes came from', async () => {
    const { body } = await b.request('/metrics')
    expect(body).toMatch(/vitrine_follow_lag_seconds \d/)
    expect(body).toMatch(/vitrine_follow_waiting_shops \d/)
    expect(body).toMatch(/vitrine_events_stalled_shops 0\n/)
    expect(body).toMatch(/vitrine_store_retries_total \d/)
    expect(body).toMatch(/vitrine_store_connections\{state="waiting"\} 0\n/)
    expect(body).toMatch(/vitrine_store_locks\{state="held"\} 0\n/)
    expect(body).toMatch(/vitrine_store_locks\{state="waiting"\} 0\n/)
    expect(body).toMatch(/vitrine_shops_in_memory [1-9]/)
    const loads = [...body.matchAll(/vitrine_index_loads_total\{source="(\w+)"\} (\d+)/g)]
    expect(loads.map(([, source]) => source)).toEqual(['file', 'published', 'built'])
    expect(loads.reduce((sum, [, , count]) => sum + Number(count), 0)).toBeGreaterThan(0)
  })
})
