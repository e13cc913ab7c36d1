/** A node whose PostgreSQL goes away and comes back. It is a server of its own, because the other tests need theirs. */
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../packages/server/src/ports/postgres/testing/test-server.ts'
import { V1 } from '../conformance/event-effects.ts'
import { sampleEnvelope } from '../conformance/event-samples.ts'
import { type Harness, startHarness, type TestShop } from '../conformance/harness.ts'

let postgres: TestServer
let node: Harness
let shop: TestShop

const hat = { id: 1, title: 'Hat', handle: 'hat', variants: [{ id: 1, price: '5.00' }] }

beforeAll(async () => {
  postgres = await startTestServer()
  node = await startHarness({
    VITRINE_STORE: postgres.url,
    VITRINE_SECRET: 's'.repeat(32),
    VITRINE_READ_ONLY_AFTER_SECONDS: '6',
  })
  shop = await node.createShop()
  await node.putProducts(shop, [hat, { id: 2, title: 'Scarf', handle: 'scarf', variants: [{ id: 2, price: '7.00' }] }])
})
afterAll(async () => {
  await node?.close()
  await postgres?.stop()
  rmSync(postgres.folder, { recursive: true, force: true })
})

const search = () => node.post('/api/storefront/v1/headless/search', { query: 'hat', visitor_id: 'known' }, shop)
/** What a storefront asks for, and how many products each answer has. */
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
  it('goes on serving shoppers, refuses what it cannot keep with 503, and takes it once PostgreSQL is back', async () => {
    await readAll()
    expect((await post(event('before'))).status).toBe(200)
    // The node's copy is out of date from here on, and the current state can no longer be read.
    await node.admin('PATCH', `/shops/${shop.shop}/config`, { shop: { name: 'Renamed' } })
    await node.putProducts(shop, [{ ...hat, title: 'Hat of wool' }])
    await postgres.stop()
    const unkept = event('meanwhile')
    const refusing = post(unkept)
    const changing = node.admin('PATCH', `/shops/${shop.shop}/config`, { shop: { name: 'Other' } })
    // A request that waits for the store takes longer than all of these in a row.
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
