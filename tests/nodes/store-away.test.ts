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

beforeAll(async () => {
  postgres = await startTestServer()
  node = await startHarness({
    VITRINE_STORE: postgres.url,
    VITRINE_SECRET: 's'.repeat(32),
    VITRINE_READ_ONLY_AFTER_SECONDS: '6',
  })
  shop = await node.createShop()
  await node.putProducts(shop, [{ id: 1, title: 'Hat', handle: 'hat', variants: [{ id: 1, price: '5.00' }] }])
})
afterAll(async () => {
  await node?.close()
  await postgres?.stop()
  rmSync(postgres.folder, { recursive: true, force: true })
})

const search = () => node.post('/api/storefront/v1/headless/search', { query: 'hat', visitor_id: 'known' }, shop)
const post = (body: object) => node.post(V1, body, shop)
const event = (visitor: string) =>
  sampleEnvelope('page_viewed', Date.now(), { envelope: { visitor_id: visitor } } as never)

describe('a node whose PostgreSQL is away', () => {
  it('goes on searching, refuses what it cannot keep with 503, and takes it once PostgreSQL is back', async () => {
    expect((await search()).body.products).toHaveLength(1)
    expect((await post(event('before'))).status).toBe(200)
    // The node's copy is out of date from here on, and the current state can no longer be read.
    await node.admin('PATCH', `/shops/${shop.shop}/config`, { shop: { name: 'Renamed' } })
    await postgres.stop()
    const unkept = event('meanwhile')
    const refusing = post(unkept)
    const changing = node.admin('PATCH', `/shops/${shop.shop}/config`, { shop: { name: 'Other' } })
    // A request that waits for the store takes longer than twenty searches in a row.
    const searching = Array.from({ length: 20 }).reduce<Promise<string>>(
      (before) =>
        before.then(async () => {
          const found = await search()
          expect([found.status, found.body.error, found.body.products?.length]).toEqual([200, undefined, 1])
          return 'searched'
        }),
      Promise.resolve(''),
    )
    expect(await Promise.race([searching, refusing.then(() => 'refused')])).toBe('searched')
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
