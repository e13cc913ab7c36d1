/** The database user of this node cannot change tables; `vitrine migrate --grant` has created them. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runAsAdministrator, testDatabase } from '../../packages/server/src/ports/postgres/testing/shared-server.ts'
import { V1 } from '../conformance/event-effects.ts'
import { sampleEnvelope } from '../conformance/event-samples.ts'
import { type Harness, startHarness } from '../conformance/harness.ts'

const VITRINE = new URL('../../packages/server/src/cli/vitrine.ts', import.meta.url).pathname
let node: Harness

beforeAll(async () => {
  const url = await testDatabase()
  const user = `runtime_${process.pid}`
  await runAsAdministrator(`CREATE ROLE ${user} LOGIN`)
  await promisify(execFile)(process.execPath, [VITRINE, 'migrate', '--store', url, '--grant', user])
  const store = new URL(url)
  store.username = user
  node = await startHarness({ VITRINE_STORE: store.href, VITRINE_SECRET: 's'.repeat(32) })
})
afterAll(() => node?.close())

it('a user without the right to change tables can serve, derive, erase and delete', async () => {
  const shop = await node.createShop()
  await node.putProducts(shop, [{ id: 1, title: 'Hat', handle: 'hat', variants: [{ id: 1, price: '5.00' }] }])
  const found = await node.post('/api/storefront/v1/headless/search', { query: 'hat' }, shop)
  expect(found.body.products).toHaveLength(1)
  const event = sampleEnvelope('page_viewed', Date.now(), { envelope: { visitor_id: 'v' } } as never)
  expect((await node.post(V1, event, shop)).status).toBe(200)
  await node.vitrine?.events.settle()
  expect(await node.vitrine?.events.store.offset(shop.shop)).toBe(1)
  expect((await node.admin('DELETE', `/shops/${shop.shop}/visitors/v`)).status).toBe(200)
  expect((await node.admin('DELETE', `/shops/${shop.shop}`)).status).toBe(204)
  await expect(node.vitrine?.records.listShopIds()).resolves.toEqual([])
})
