import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../packages/server/src/ports/postgres/testing/shared-server.ts'
import { V1 } from '../conformance/event-effects.ts'
import { sampleEnvelope } from '../conformance/event-samples.ts'
import { type Harness, startHarness, type TestShop } from '../conformance/harness.ts'

let node: Harness
let locker: pg.Client

beforeAll(async () => {
  const url = await testDatabase()
  node = await startHarness({ VITRINE_STORE: url, VITRINE_SECRET: 's'.repeat(32) })
  locker = new pg.Client({ connectionString: url, options: '-c search_path=vitrine' })
  await locker.connect()
})
afterAll(async () => {
  await locker?.end()
  await node?.close()
})

const send = (shop: TestShop) => node.post(V1, sampleEnvelope('page_viewed', Date.now()), shop)

describe('a shop whose log is locked', () => {
  it('waits alone: events of others are acknowledged meanwhile, and its own once the lock is released', async () => {
    const [held, other] = [await node.createShop(), await node.createShop()]
    for (const shop of [held, other]) expect((await send(shop)).status).toBe(200)
    await locker.query('BEGIN')
    await locker.query('SELECT FROM log_shops WHERE name = $1 FOR UPDATE', [held.shop])
    let isHeld = true
    const waiting = [send(held), send(held)].map((sent) => sent.then(({ status }) => [status, isHeld]))
    for (let i = 0; i < 5; i++) expect((await send(other)).status).toBe(200)
    isHeld = false
    await locker.query('COMMIT')
    expect(await Promise.all(waiting)).toEqual([
      [200, false],
      [200, false],
    ])
    expect(await node.vitrine?.events.log.lastOffset(held.shop)).toBe(3)
  })

  it('waits alone for its products: those of others are written meanwhile, and its own in order of arrival', async () => {
    const [held, other] = [await node.createShop(), await node.createShop()]
    const put = (shop: TestShop, title: string) =>
      node.putProducts(shop, [{ id: 1, title, handle: 'hat', variants: [{ id: 2, price: '1.00' }] }])
    await locker.query('BEGIN')
    await locker.query('SELECT FROM feeds WHERE shop = $1 FOR UPDATE', [held.shop])
    let isHeld = true
    const putHeld = (title: string) => put(held, title).then(({ body }) => [body.rejected.length, isHeld])
    const waiting = [putHeld('Old hat')]
    // The requests could arrive in either order, so the second is sent once the first waits for the row.
    const blocked = 'SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))'
    await expect.poll(async () => (await locker.query(blocked)).rowCount).toBeGreaterThan(0)
    waiting.push(putHeld('New hat'))
    for (let i = 0; i < 3; i++) await put(other, `Hat ${i}`)
    isHeld = false
    await locker.query('COMMIT')
    expect(await Promise.all(waiting)).toEqual([
      [0, false],
      [0, false],
    ])
    const titleOf = async ({ shop }: TestShop) => (await node.vitrine?.records.getProducts(shop, [1]))?.[0]?.title
    expect([await titleOf(held), await titleOf(other)]).toEqual(['New hat', 'Hat 2'])
  })

  it('waits alone for its serves: those of others are written and derived meanwhile', async () => {
    const [held, other] = [await node.createShop(), await node.createShop()]
    const search = (shop: TestShop) => node.post('/api/storefront/v1/headless/search', { query: 'hat' }, shop)
    for (const shop of [held, other]) await send(shop)
    await node.vitrine?.events.settle()
    await locker.query('BEGIN')
    await locker.query('SELECT FROM derived_shops WHERE name = $1 FOR UPDATE', [held.shop])
    for (const shop of [held, other]) await search(shop)
    for (const shop of [held, other]) await send(shop)
    const { events } = node.vitrine!
    const answer = (await search(other)).body.request_id as string
    await events.settle()
    expect(await events.store.offset(other.shop)).toBe(2)
    expect((await events.store.findServes(other.shop, [answer])).size).toBe(1)
    expect([await events.store.offset(held.shop), events.serves.dropped]).toEqual([1, 0])
    await locker.query('COMMIT')
    await events.settle()
    expect([await events.store.offset(held.shop), events.follower.stalledShops]).toEqual([2, 0])
  })
})
