import type { ShopConfigInput } from '@vitrine/contract'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sampleProduct } from '../../ports/record-store/sample-product.ts'
import { NOW_MS, openIndexedShop } from '../query/testing/indexed-shop.ts'
import { AutomaticShops } from './automatic-shops.ts'

async function open(config: ShopConfigInput = {}) {
  const products = Array.from({ length: 12 }, (_, i) => sampleProduct(i + 1, { vendor: i % 2 ? 'Acme' : 'Bolt' }))
  const world = await openIndexedShop(config, products)
  onTestFinished(() => world.close())
  let nowMs = NOW_MS
  let surveys = 0
  const index = {
    survey: (shop: typeof world.shop) => {
      surveys++
      return world.index.survey(shop)
    },
    waitFor: world.index.waitFor.bind(world.index),
  }
  let stored = world.shop
  const shops = { recall: () => stored, find: async (id: string) => (id === stored.id ? stored : undefined) }
  const faults: unknown[] = []
  const automatic = new AutomaticShops({
    shops: shops as never,
    index,
    store: world.records,
    clock: () => nowMs,
    onError: (error) => faults.push(error),
  })
  return {
    automatic,
    id: world.shop.id,
    shop: world.shop,
    faults,
    surveys: () => surveys,
    pass: (ms: number) => {
      nowMs += ms
    },
    put: (id: number, vendor: string) =>
      world.records.putProducts(world.shop.id, [sampleProduct(id, { vendor, bodyHtml: 'changed' })]),
    replace: async (changed: ShopConfigInput) => {
      stored = (await world.records.putShop(world.shop.id, { ...stored.config, ...changed } as never))!
      return stored
    },
  }
}

describe('a shop without filters of its own', () => {
  it('A1: has filters of its catalog, derived once for all requests', async () => {
    const { automatic, id, surveys } = await open()
    expect(automatic.recall(id)).toBeUndefined()
    const [first, second] = await Promise.all([automatic.find(id), automatic.find(id)])
    expect(first?.config.filters.map(({ attribute_type: type }) => type)).toContain('vendor')
    expect([first === second, automatic.recall(id) === first, surveys()]).toEqual([true, true, 1])
    expect(first!.config.sections.length).toBeGreaterThan(0)
    expect(await automatic.find('b.example')).toBeUndefined()
  })

  it('A2: has new ones after a change, at least five seconds after the last ones', async () => {
    const { automatic, id, surveys, pass, put } = await open()
    const first = await automatic.find(id)
    pass(60_000)
    await automatic.find(id)
    expect(surveys()).toBe(1)
    await put(20, 'Crate')
    pass(0)
    const again = await open()
    await again.automatic.find(again.id)
    await again.put(20, 'Crate')
    again.pass(4999)
    await again.automatic.find(again.id)
    expect(again.surveys()).toBe(1)
    again.pass(1)
    await again.automatic.find(again.id)
    await again.automatic.effective(again.id)
    expect(again.surveys()).toBe(2)
    // `find` returns the known result while the new one is being derived.
    expect(await automatic.find(id)).toBe(first)
  })

  it('A3: keeps the same configuration if the changed catalog gives the same result', async () => {
    const { automatic, id, put, surveys } = await open()
    const first = await automatic.effective(id)
    expect((await automatic.effective(id))?.shop).toBe(first?.shop)
    expect(surveys()).toBe(1)
    await put(1, 'Bolt')
    const second = await automatic.effective(id)
    expect([second?.shop === first?.shop, surveys()]).toEqual([true, 2])
  })

  it('A4: has filters for a new version of its configuration at once', async () => {
    const { automatic, id, replace } = await open()
    await automatic.find(id)
    await replace({ settings: { a: 1 } })
    expect(automatic.recall(id)).toBeUndefined()
    expect((await automatic.find(id))?.config.settings).toEqual({ a: 1 })
    expect(automatic.recall(id)).toBeDefined()
  })

  it('A5: completes an unpublished configuration, without a new survey if the result is the same', async () => {
    const { automatic, shop, id, surveys } = await open()
    const live = (await automatic.find(id))!
    const draft = await automatic.applied(shop, { ...shop.config, settings: { b: 1 } })
    expect([draft.filters, draft.settings, surveys()]).toEqual([live.config.filters, { b: 1 }, 1])
    await automatic.applied(shop, { ...shop.config, shop: { ...shop.config.shop, primary_locale: 'de' } })
    expect(surveys()).toBe(2)
  })
})

describe('a shop with filters of its own', () => {
  const filters = [{ id: 1, key: 'v', title: 'V', attribute_type: 'vendor' }] as never

  it('A6: keeps them, and gets sections if it has none; nothing if it switched that off', async () => {
    const own = await open({ filters })
    const found = (await own.automatic.find(own.id))!
    expect([found.config.filters, found.config.sections.length > 0]).toEqual([own.shop.config.filters, true])
    const all = await open({ filters, sections: [] })
    expect(await all.automatic.find(all.id)).toBe(all.shop)
    const off = await open({ automatic: false })
    expect([await off.automatic.find(off.id), off.automatic.recall(off.id), off.surveys()]).toEqual([
      off.shop,
      off.shop,
      0,
    ])
    expect(await off.automatic.effective(off.id)).toEqual({ shop: off.shop, derived: undefined })
    expect(await off.automatic.applied(off.shop, off.shop.config)).toBe(off.shop.config)
  })
})
