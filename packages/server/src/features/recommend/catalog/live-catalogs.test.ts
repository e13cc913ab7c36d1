import { describe, expect, it } from 'vitest'
import type { Shop } from '../../../ports/record-store/record-store.ts'
import { sampleProduct } from '../../../ports/record-store/sample-product.ts'
import { sqliteRecordStore } from '../../../ports/record-store/sqlite.ts'
import { saveShop } from '../../shops/manage-shops.ts'
import { LiveCatalogs } from './live-catalogs.ts'

async function shopsOf(sizes: Record<string, number>) {
  const store = sqliteRecordStore({ path: ':memory:' })
  const shops = new Map<string, Shop>()
  for (const [id, size] of Object.entries(sizes)) {
    shops.set(id, (await saveShop({ store }, id, {})).shop)
    const products = Array.from({ length: size }, (_, i) => sampleProduct(i + 1))
    await store.putProducts(id, products)
  }
  return { store, shops: [...shops.values()] as [Shop, Shop, Shop] }
}

it('keeps shops up to the cap, and drops the least recently used', async () => {
  const { store, shops } = await shopsOf({ 'a.example.com': 3, 'b.example.com': 3, 'c.example.com': 3 })
  const [a, b, c] = shops
  const catalogs = new LiveCatalogs(store, 7)
  for (const shop of [a, b, a, c]) await catalogs.of(shop)
  expect(catalogs.loaded).toEqual([a.id, c.id])
})

it('drops no shop while there are exactly as many products as the cap', async () => {
  const { store, shops } = await shopsOf({ 'a.example.com': 3, 'b.example.com': 3, 'c.example.com': 3 })
  const catalogs = new LiveCatalogs(store, 9)
  for (const shop of shops) await catalogs.of(shop)
  expect(catalogs.loaded).toEqual(shops.map(({ id }) => id))
})

it('reads a dropped shop again in its current state', async () => {
  const { store, shops } = await shopsOf({ 'a.example.com': 3, 'b.example.com': 9, 'c.example.com': 9 })
  const [a, b, c] = shops
  const catalogs = new LiveCatalogs(store, 5)
  for (const shop of [a, b, c]) await catalogs.of(shop)
  expect(catalogs.loaded).toEqual([b.id, c.id])
  await store.deleteProducts(a.id, [2])
  expect([...(await catalogs.of(a)).entries.keys()]).toEqual([1, 3])
})

it('keeps two shops that are used alternately, even if they exceed the cap together', async () => {
  const { store, shops } = await shopsOf({ 'a.example.com': 4, 'b.example.com': 4 })
  const [a, b] = shops
  const catalogs = new LiveCatalogs(store, 5)
  const [first, second] = [await catalogs.of(a), await catalogs.of(b)]
  expect(await catalogs.of(a)).toBe(first)
  expect(await catalogs.of(b)).toBe(second)
})

it('reads shops before the first request while there is room, and none after it is closed', async () => {
  const { store, shops } = await shopsOf({ 'a.example.com': 3, 'b.example.com': 3, 'c.example.com': 3 })
  const [a, b] = shops
  const catalogs = new LiveCatalogs(store, 6)
  await catalogs.readAhead(shops)
  expect(catalogs.loaded).toEqual([a.id, b.id])
  expect((await catalogs.of(a)).entries.size).toBe(3)

  const closed = new LiveCatalogs(store)
  closed.close()
  await closed.readAhead(shops)
  expect(closed.loaded).toEqual([])
})

describe('an unavailable store', () => {
  const opened = async (sizes: Record<string, number>) => {
    const { store, shops } = await shopsOf(sizes)
    const line = { isCut: false }
    const unlessCut =
      <Args extends unknown[], T>(read: (...args: Args) => Promise<T>) =>
      async (...args: Args) => {
        if (line.isCut) throw Object.assign(new Error('gone'), { name: 'StoreUnavailable' })
        return read(...args)
      }
    const far = {
      ...store,
      scanProducts: unlessCut(store.scanProducts),
      readChanges: unlessCut(store.readChanges),
    }
    return { store, line, shop: shops[0], catalogs: new LiveCatalogs(far) }
  }

  it('keeps the catalog as last read, and reads changes once the store is back', async () => {
    const { store, line, shop, catalogs } = await opened({ 'a.example.com': 3 })
    await catalogs.of(shop)
    line.isCut = true
    await store.deleteProducts(shop.id, [2])
    expect([...(await catalogs.of(shop)).entries.keys()]).toEqual([1, 2, 3])
    line.isCut = false
    expect([...(await catalogs.of(shop)).entries.keys()]).toEqual([1, 3])
  })

  it('keeps no partial catalog if the first read fails', async () => {
    const { line, shop, catalogs } = await opened({ 'a.example.com': 3 })
    line.isCut = true
    await expect(catalogs.of(shop)).rejects.toThrow('gone')
    line.isCut = false
    expect([...(await catalogs.of(shop)).entries.keys()]).toEqual([1, 2, 3])
  })
})
