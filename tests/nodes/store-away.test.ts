/** This node has a PostgreSQL of its own, which the tests stop and fill. */
import { rmSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../packages/server/src/ports/postgres/testing/test-server.ts'
import { V1 } from '../conformance/event-effects.ts'
import { sampleEnvelope } from '../conformance/event-samples.ts'
import { type Harness, startHarness, type TestShop } from '../conformance/harness.ts'

let postgres: TestServer
let node: Harness
/** The second node must serve shoppers throughout. */
let patient: Harness
let shop: TestShop

const hat = { id: 1, title: 'Hat', handle: 'hat', variants: [{ id: 1, price: '5.00' }] }

beforeAll(async () => {
  postgres = await startTestServer()
  const start = (seconds: string) =>
    startHarness({
      VITRINE_STORE: postgres.url,
      VITRINE_SECRET: 's'.repeat(32),
      VITRINE_READ_ONLY_AFTER_SECONDS: seconds,
    })
  node = await start('6')
  patient = await start('0')
  shop = await node.createShop()
  await node.putProducts(shop, [hat, { id: 2, title: 'Scarf', handle: 'scarf', variants: [{ id: 2, price: '7.00' }] }])
})
afterAll(async () => {
  await node?.close()
  await patient?.close()
  await postgres?.stop()
  rmSync(postgres.folder, { recursive: true, force: true })
})

const search = () => node.post('/api/storefront/v1/headless/search', { query: 'hat', visitor_id: 'known' }, shop)
/** Requests of a storefront, and the number of products to expect. */
const READS: Record<string, [path: string, body: object, products?: number]> = {
  search: ['v1/headless/search', { query: 'hat', visitor_id: 'known' }, 1],
  'type-ahead': ['v1/headless/instant-search', { query: 'ha' }, 1],
  'what is searched for': ['v1/headless/instant-search', { query: '' }],
  facets: ['v1/headless/filter-aggregations', { query: 'hat' }],
  recommendations: ['v3/headless/recommendations/automatic', { product_ids: [2], visitor_id: 'known' }, 1],
  'top products': ['v3/headless/recommendations/top', { strategy: 'BESTSELLERS' }, 2],
  'a visit': ['v3/headless/init', { user_id: 'known' }],
}
const readAll = async () => {
  for (const [name, [path, body, products]] of Object.entries(READS)) {
    const found = await node.post(`/api/storefront/${path}`, body, shop)
    const count = products && found.body.products.length
    expect([name, found.status, found.body.error, count]).toEqual([name, 200, undefined, products])
  }
}
const post = (body: object) => node.post(V1, body, shop)
const event = (visitor: string) =>
  sampleEnvelope('page_viewed', Date.now(), { envelope: { visitor_id: visitor } } as never)

describe('a node whose PostgreSQL is away', () => {
  it('still serves shoppers, refuses what it cannot store with 503, and accepts it once PostgreSQL is back', async () => {
    await readAll()
    expect((await post(event('before'))).status).toBe(200)
    // From here on, the node's copy is outdated, and the store cannot be read.
    await node.admin('PATCH', `/shops/${shop.shop}/config`, { shop: { name: 'Renamed' } })
    await node.putProducts(shop, [{ ...hat, title: 'Hat of wool' }])
    await postgres.stop()
    const unkept = event('meanwhile')
    const refusing = post(unkept)
    const changing = node.admin('PATCH', `/shops/${shop.shop}/config`, { shop: { name: 'Other' } })
    // A single request that waited for the store would take longer than all of these.
    const reading = (async () => {
      for (let i = 0; i < 3; i++) await readAll()
      return 'read'
    })()
    expect(await Promise.race([reading, refusing.then(() => 'refused')])).toBe('read')
    const [refused, admin] = await Promise.all([refusing, changing])
    expect((await search()).headers.get('x-state-age')).toMatch(/^\d+$/)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)])
    expect([admin.status, admin.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)])
    const ready = await node.request('/ready')
    expect([ready.status, ready.body.status]).toEqual([503, 'read_only'])
    expect(ready.body.problems.join()).toContain('the store has not answered')
    await postgres.start()
    expect((await post(unkept)).status).toBe(200)
    expect((await post(unkept)).status).toBe(200)
    const kept = await node.vitrine?.events.log.readSubjects(shop.shop, ['visitor:meanwhile'])
    expect(kept).toHaveLength(1)
    await node.vitrine?.watch?.runOnce()
    await node.vitrine?.events.settle()
    expect((await node.request('/ready')).body).toMatchObject({ status: 'ready', problems: [] })
  })
})

describe('a node whose PostgreSQL has no space for events', () => {
  it('reports that at once, and is not ready until events can be stored again', async () => {
    expect((await post(event('roomy'))).status).toBe(200)
    await administrator(`
      CREATE FUNCTION vitrine.refuse() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$;
      CREATE TRIGGER no_room BEFORE INSERT ON vitrine.log_runs EXECUTE FUNCTION vitrine.refuse()`)
    const unkept = event('crowded')
    expect((await post(unkept)).status).toBe(503)
    expect((await patient.post(V1, unkept, shop)).status).toBe(503)
    expect((await search()).status).toBe(200)
    const ready = await node.request('/ready')
    expect([ready.status, ready.body.status]).toEqual([503, 'read_only'])
    expect(ready.body.problems.join()).toContain('PostgreSQL')
    const stillReady = await patient.request('/ready')
    expect([stillReady.status, stillReady.body.status]).toEqual([200, 'degraded'])
    expect(stillReady.body.problems).toEqual(ready.body.problems)
    await administrator('DROP TRIGGER no_room ON vitrine.log_runs')
    expect((await post(unkept)).status).toBe(200)
    expect((await node.request('/ready')).body).toMatchObject({ status: 'ready', problems: [] })
  })
})

async function administrator(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query(text)
  await client.end()
}
