import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureDemoShop } from '@vitrine/demo'
import { afterEach, describe, expect, it } from 'vitest'
import { sqliteEventLog } from '../../packages/server/src/ports/event-log/sqlite.ts'
import { sqliteRecordStore } from '../../packages/server/src/ports/record-store/sqlite.ts'
import { userAgentReader } from '../../packages/server/src/features/ingest/user-agents.ts'
import { KeyRing } from '../../packages/server/src/features/shops/key-ring.ts'
import { saveShop } from '../../packages/server/src/features/shops/manage-shops.ts'
import { DEMO_ADMIN_KEY, DEMO_SHOP, DEMO_STOREFRONT_KEY } from '@vitrine/contract/demo-shop'
import { type DemoShopDeps, demoHost } from '../../packages/server/src/compose/demo.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')
const SMALL = { historyDays: 60, historyVisits: 40 }
const closers: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function openDeps() {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-demo-'))
  const store = sqliteRecordStore({ path: join(folder, 'records.db'), now: () => new Date(NOW) })
  const log = sqliteEventLog(join(folder, 'events.db'))
  closers.push(
    () => rm(folder, { recursive: true, force: true }),
    () => store.close(),
    () => log.close(),
  )
  let ids = 0
  const newId = (): string => `id-${++ids}`
  const history = { log, newId, readUserAgent: userAgentReader(), onAppended: () => {} }
  const keys = new KeyRing({ store, newId })
  const deps: DemoShopDeps = { shops: { store }, keys, history }
  return { deps, store, log, keys }
}

describe('the demo shop on an empty data folder', () => {
  it('is created completely: keys, configuration, products and history', async () => {
    const { deps, store, log, keys } = await openDeps()
    expect(await ensureDemoShop(demoHost(deps), NOW, SMALL)).toBe(true)
    expect(await keys.findKey(DEMO_STOREFRONT_KEY, NOW)).toMatchObject({ shop: DEMO_SHOP, kind: 'storefront' })
    expect(await keys.findKey(DEMO_ADMIN_KEY, NOW)).toMatchObject({ shop: DEMO_SHOP, kind: 'admin' })
    expect(await store.countProducts(DEMO_SHOP)).toBeGreaterThanOrEqual(600)
    expect((await store.getShop(DEMO_SHOP))?.config.sections.length).toBeGreaterThan(10)
    expect(await log.lastOffset(DEMO_SHOP)).toBeGreaterThan(100)
  })

  it('keeps the times of its history', async () => {
    const { deps, log } = await openDeps()
    await ensureDemoShop(demoHost(deps), NOW, SMALL)
    const events = (await log.read(DEMO_SHOP, 0, 10_000)).map((event) => JSON.parse(event.body))
    const times = events.map((event) => event.atMs)
    expect(Math.min(...times)).toBeLessThan(NOW - 40 * 86_400_000)
    expect(Math.max(...times)).toBeLessThanOrEqual(NOW)
    expect(events.filter((event) => !event.readable)).toEqual([])
  })

  it('is not changed once it is complete', async () => {
    const { deps, log } = await openDeps()
    await ensureDemoShop(demoHost(deps), NOW, SMALL)
    const before = await log.lastOffset(DEMO_SHOP)
    expect(await ensureDemoShop(demoHost(deps), NOW + 1000, SMALL)).toBe(false)
    expect(await log.lastOffset(DEMO_SHOP)).toBe(before)
  })

  it('is completed, without duplicates, if its creation was interrupted', async () => {
    const { deps, store, log } = await openDeps()
    await expect(ensureDemoShop(demoHost({ ...deps, keys: failing() }), NOW, SMALL)).rejects.toThrow('the process died')
    const [products, events] = [await store.countProducts(DEMO_SHOP), await log.lastOffset(DEMO_SHOP)]
    expect(await ensureDemoShop(demoHost(deps), NOW, SMALL)).toBe(true)
    expect(await store.countProducts(DEMO_SHOP)).toBe(products)
    expect((await log.read(DEMO_SHOP, 0, 10_000)).length).toBe(events)
  })

  it('is not created beside other shops', async () => {
    const { deps, store } = await openDeps()
    await saveShop(deps.shops, 'own-shop.myshopify.com', {})
    expect(await ensureDemoShop(demoHost(deps), NOW, SMALL)).toBe(false)
    expect(await store.getShop(DEMO_SHOP)).toBeUndefined()
  })
})

/** Fails like a process that dies before the first key is written. */
function failing(): KeyRing {
  return { issue: () => Promise.reject(new Error('the process died')) } as unknown as KeyRing
}
