import { describe, expect, it } from 'vitest'
import { type ProductSpec, product } from '../testing/shop-context.ts'
import { TtlCache } from '../models/ttl-cache.ts'
import { ShopCatalog } from './shop-catalog.ts'

const open = (...products: ProductSpec[]) => {
  const catalog = new ShopCatalog()
  for (const one of products) catalog.put(product(one))
  return catalog
}
const mugs = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: i + 1, title: `Stone mug ${i + 1}`, productType: 'Mugs' }))

describe('a catalog in memory', () => {
  it('K1: lists products by kind, and a changed product only under its new kind', () => {
    const catalog = open({ id: 1, productType: 'Mugs' }, { id: 2, productType: 'mugs' })
    const { kind } = catalog.entries.get(1)!
    expect([[...catalog.ofKind(kind)], catalog.nameOfKind(kind)]).toEqual([[1, 2], 'Mugs'])
    catalog.put(product({ id: 1, productType: 'Lamps' }))
    expect([...catalog.ofKind(kind)]).toEqual([2])
    expect([...catalog.ofKind(catalog.entries.get(1)!.kind)]).toEqual([1])
    expect([catalog.ofKind('unheard').size, catalog.nameOfKind('unheard')]).toEqual([0, 'unheard'])
    expect([...catalog.kinds()]).toContain(kind)
  })

  it('K2: finds products by handle, also after renaming and removing', () => {
    const catalog = open({ id: 1, handle: 'mug' }, { id: 2, handle: 'lamp' })
    expect([catalog.names.find('handle', 'mug')[0], catalog.names.find('handle', 'cup')[0]]).toEqual([1, undefined])
    catalog.put(product({ id: 1, handle: 'cup' }))
    expect([catalog.names.find('handle', 'mug')[0], catalog.names.find('handle', 'cup')[0]]).toEqual([undefined, 1])
    // Product 3 got the handle before product 1 was removed.
    catalog.put(product({ id: 3, handle: 'cup' }))
    catalog.remove(1)
    expect(catalog.names.find('handle', 'cup')[0]).toBe(3)
    catalog.remove(3)
    expect(catalog.names.find('handle', 'cup')[0]).toBeUndefined()
  })

  it('K3: applies the rules of collections, also when they change', () => {
    const catalog = open({ id: 1, tags: ['sale'] }, { id: 2, collections: ['new'] } as never)
    const sale = {
      id: 1,
      handle: 'sale',
      title: 'Sale',
      rules: [{ column: 'tag', relation: 'equals', condition: 'sale' }],
    }
    catalog.setCollections([sale] as never)
    expect([[...catalog.ofCollection('sale')], catalog.ofCollection('gone').size]).toEqual([[1], 0])
    catalog.setCollections([])
    expect(catalog.ofCollection('sale').size).toBe(0)
    expect(catalog.entries.size).toBe(2)
  })

  it('K4: lists the latest launch first, ties by id, also after a change', () => {
    const catalog = open({ id: 2, launchedDaysAgo: 5 }, { id: 1, launchedDaysAgo: 5 }, { id: 3, launchedDaysAgo: 1 })
    expect(catalog.newest()).toEqual([3, 1, 2])
    catalog.put(product({ id: 4, launchedDaysAgo: 0 }))
    expect(catalog.newest()).toEqual([4, 3, 1, 2])
    catalog.remove(3)
    expect(catalog.newest()).toEqual([4, 1, 2])
  })

  it('K5: treats free products as gifts, unless half of the shop is free', () => {
    const incidental = (free: number, priced: number) => {
      const all = Array.from({ length: free + priced }, (_, i) => ({ id: i + 1, price: i < free ? 0 : 10 }))
      const catalog = open(...all)
      return [1, free + 1].map((id) => catalog.isIncidental(catalog.entries.get(id)!))
    }
    expect([incidental(1, 2), incidental(2, 2), incidental(3, 2)]).toEqual([[true, false], [false, false], [false, false]]) // biome-ignore format: one line reads better
    const catalog = open({ id: 1, price: 0 }, { id: 2, price: 0 }, { id: 3, price: 5 })
    expect(catalog.isIncidental(catalog.entries.get(1)!)).toBe(false)
    catalog.put(product({ id: 2, price: 7 }))
    expect(catalog.isIncidental(catalog.entries.get(1)!)).toBe(true)
  })

  it('K6: caches results until a hundredth of the catalog has changed, and counts every change', () => {
    const catalog = open(...mugs(300))
    let made = 0
    const kept = () => catalog.keep('x', () => ++made)
    const change = (title: string) => catalog.put(product({ id: 1, title }))
    // Changes from opening the catalog count, too, so the loop runs until a new value restarts the count.
    for (const first = kept(); kept() === first; ) change('until it is made anew')
    const [before, { generation }] = [kept(), catalog]
    change('a')
    change('b')
    expect([kept(), catalog.generation]).toEqual([before, generation + 2])
    change('c')
    expect(kept()).toBe(before + 1)
    catalog.remove(999)
    expect(catalog.generation).toBe(generation + 3)
    const small = open(...mugs(2))
    small.keep('x', () => 1)
    small.remove(2)
    expect(small.keep('x', () => 2)).toBe(2)
  })

  it('K7: caches at most a thousand such results', () => {
    const catalog = open(...mugs(2))
    for (let i = 0; i < 1000; i++) catalog.keep(`${i}`, () => i)
    expect(catalog.keep('0', () => -1)).toBe(0)
    catalog.keep('one more', () => 0)
    expect(catalog.keep('0', () => -1)).toBe(-1)
  })

  it('K8: caches similarity until ten products changed, or a hundredth of a large catalog', () => {
    const catalog = open(...mugs(20))
    const similar = catalog.similar.of(1)
    expect([similar.ids.length > 0, catalog.similar.of(999).ids.length]).toEqual([true, 0])
    const change = () => catalog.put(product({ id: 2, title: 'Other' }))
    const again = open(...mugs(20))
    const first = again.similar.of(1)
    expect(again.similar.of(1)).toBe(first)
    let changes = 0
    while (catalog.similar.of(1) === similar && changes < 30) {
      change()
      changes++
    }
    // The twenty added products were twice the limit, so ten more changes are needed.
    expect(changes).toBe(10)
  })
})

describe('cached answers', () => {
  it('K9: are valid for two seconds, and longer while nothing is learned', () => {
    const cache = new TtlCache<number>()
    let made = 0
    const recall = (nowMs: number, generation: number, key = 'a') =>
      cache.recall(key, { nowMs, generation }, () => ++made)
    expect([recall(0, 1), recall(1999, 2), recall(9999, 1)]).toEqual([1, 1, 1])
    expect(recall(2000, 2)).toBe(2)
    expect(recall(2000, 2, 'b')).toBe(3)
  })
})
