import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { completeConfig } from '@vitrine/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { compose } from '../../compose/compose.ts'
import { readConfig } from '../../config.ts'
import { sampleProduct } from '../../ports/record-store/sample-product.ts'
import { testDatabase } from '../../ports/postgres/testing/shared-server.ts'
import { shopEvent } from '../../ports/event-log/testing/shop-events.ts'
import { toNewEvent } from '../../ports/event-log/to-new-event.ts'
import { folderEnd } from './folder-end.ts'
import { moveStore } from './move-store.ts'
import { postgresEnd } from './postgres-end.ts'

const root = mkdtempSync(join(tmpdir(), 'vitrine-move-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const shop = 'a.example.com'
const settings = { PORT: '0', VITRINE_DEMO: 'off', VITRINE_EMBEDDER: 'none', LOG_LEVEL: 'silent' }

async function open(folder: string, store?: string) {
  const shared = store === undefined ? {} : { VITRINE_STORE: store, VITRINE_SECRET: 's'.repeat(32) }
  const vitrine = await compose(readConfig({ ...settings, ...shared, VITRINE_DATA: join(root, folder) }))
  await vitrine.start()
  return vitrine
}

type Node = Awaited<ReturnType<typeof open>>

async function fill(node: Node): Promise<void> {
  await node.records.putShop(shop, completeConfig({ shop: { name: 'Moved' } }))
  await node.records.putShop(shop, completeConfig({ shop: { name: 'Moved twice' } }))
  await node.records.putProducts(shop, [sampleProduct(1), sampleProduct(2), sampleProduct(3)])
  await node.records.deleteProducts(shop, [2])
  const events = Array.from({ length: 30 }, (_, i) =>
    shopEvent({
      id: `e${i}`,
      visitorId: `v${i % 3}`,
      action: 'product_view',
      path: `/${'long'.repeat(i * 20)}`,
      lines: [{ productId: 1 + (i % 3), quantity: 1 }],
    }),
  )
  for (const event of events) await node.events.log.append(shop, [toNewEvent({ event, sent: { context: {} } })])
  await node.events.log.erase(shop, ['visitor:v2'])
  const serve = { surface: 'search' as const, requestId: 'r', atMs: 5, subjects: ['visitor:v0'], products: [] }
  await node.events.store.putServes([{ shop, serve }])
  node.events.follower.wake(shop)
  await node.events.settle()
}

async function read(node: Node) {
  return {
    shop: await node.records.getShop(shop),
    versions: await node.records.listVersions(shop, 1e6, 10),
    products: await node.records.getProducts(shop, [1, 2, 3]),
    lastChange: await node.records.lastChange(shop),
    events: await node.events.log.read(shop, 0, 100),
    lastOffset: await node.events.log.lastOffset(shop),
    derived: await node.events.store.offset(shop),
    rollups: await node.events.store.rollups(shop, { dimension: 'shop', fromDay: 0, toDay: 1e6, perDay: true }),
    history: await node.events.store.history(shop, ['visitor:v0'], 10),
    serves: [...(await node.events.store.findServes(shop, ['r']))],
  }
}

describe('vitrine move', () => {
  it('copies everything to PostgreSQL and back, and both copies can be written to', async () => {
    const url = await testDatabase()
    const first = await open('first')
    await fill(first)
    const before = await read(first)
    await first.close()

    const there = await move(folderEnd(join(root, 'first')), await postgresEnd(url))
    expect(there.filter(({ state }) => state === 'copied').map(({ table }) => table)).toContain('events chunks')
    const again = await move(folderEnd(join(root, 'first')), await postgresEnd(url))
    expect(again.every(({ state }) => state === 'was there')).toBe(true)

    const node = await open('cache', url)
    expect(await read(node)).toEqual(before)
    expect(
      await node.events.log.append(shop, [
        { id: 'e0', receivedAtMs: Date.now(), subjects: [], body: '{}', sent: '{}' },
      ]),
    ).toEqual([false])
    await node.records.putProducts(shop, [sampleProduct(4)])
    expect(await node.records.lastChange(shop)).toBeGreaterThan(before.lastChange)
    const later = await read(node)
    await node.close()

    await move(await postgresEnd(url), folderEnd(join(root, 'back')))
    const back = await open('back')
    expect(await read(back)).toEqual(later)
    await back.records.putProducts(shop, [sampleProduct(5)])
    expect(await back.records.lastChange(shop)).toBeGreaterThan(later.lastChange)
    await back.close()
  })

  it('refuses a target with other shops', async () => {
    const url = await testDatabase()
    const node = await open('other', url)
    await node.records.putShop('other.example.com', completeConfig({}))
    await node.close()
    const ends = [folderEnd(join(root, 'empty')), await postgresEnd(url)] as const
    await expect(moveStore(ends[0], ends[1], () => {})).rejects.toThrow(/has shops that .* does not have/)
    for (const end of ends) await end.close()
  })
})

async function move(from: Parameters<typeof moveStore>[0], to: Parameters<typeof moveStore>[1]) {
  try {
    return await moveStore(from, to, () => {})
  } finally {
    await from.close()
    await to.close()
  }
}
