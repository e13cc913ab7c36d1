import { describe, expect, it } from 'vitest'
import { erasureContract } from './erasure.contract.ts'
import { linkedIdsContract } from './linked-ids.contract.ts'
import type { DerivedStore } from './derived-store.ts'
import { orderContract } from './orders.contract.ts'
import { setAsideContract } from './set-aside.contract.ts'
import { visitContract } from './visits.contract.ts'
import { batch, DAY_MS, fact, login, nowMs, order, shop, today, windows } from './testing/derived-facts.ts'

/** `open` with the same key opens the same store again. */
export function derivedStoreContract(name: string, open: (key?: string) => Promise<DerivedStore>): void {
  linkedIdsContract(name, open)
  erasureContract(name, open)
  orderContract(name, open)
  visitContract(name, open)
  setAsideContract(name, open)
  describe(`${name} as a DerivedStore`, () => {
    it('applies a batch once, and ignores one that does not begin at its offset', async () => {
      const store = await open('twice')
      const counted = batch({ rollups: [{ day: today, dimension: 'shop', key: '', metric: 'events', value: 3 }] })
      expect(await store.apply(shop, counted, windows)).toBe(true)
      expect(await store.apply(shop, counted, windows)).toBe(false)
      await store.close()
      const again = await open('twice')
      expect(await again.offset(shop)).toBe(1)
      expect(await again.apply(shop, counted, windows)).toBe(false)
      expect(await again.rollups(shop, { dimension: 'shop', fromDay: today, toDay: today })).toEqual([
        { key: '', metric: 'events', value: 3 },
      ])
      await again.close()
    })

    it('joins histories of linked ids, newest first, without removed and bought products in the cart', async () => {
      const store = await open()
      const histories = [
        fact('visitor:v', 1, { browsedAtMs: 10 }),
        fact('login:k@visitor:v', 2, { browsedAtMs: 20, addedAtMs: 5 }),
        fact('visitor:v', 3, { addedAtMs: 6 }),
        fact('customer:k', 3, { removedAtMs: 7 }),
        fact('visitor:v', 4, { addedAtMs: 8 }),
        fact('visitor:v', 4, { boughtAtMs: 9 }),
      ]
      await store.apply(shop, batch({ histories, links: login('k', 'visitor:v') }), windows)
      const joined = { browsed: [2, 1], cart: [2], purchased: [4] }
      expect(await store.history(shop, ['visitor:v'], 10)).toEqual(joined)
      expect(await store.history(shop, ['customer:k'], 10)).toEqual(joined)
      expect(await store.history(shop, ['customer:k'], 1)).toEqual({ browsed: [2], cart: [2], purchased: [4] })
      expect(await store.history(shop, ['visitor:other'], 10)).toEqual({ browsed: [], cart: [], purchased: [] })
      await store.close()
    })

    it('adds up days, orders and money of a shopper over linked ids, minus refunds', async () => {
      const store = await open()
      const visitDays = [
        { subject: 'visitor:v', day: 1 },
        { subject: 'visitor:v', day: 1 },
        { subject: 'login:k@visitor:v', day: 2 },
        { subject: 'visitor:other', day: 3 },
      ]
      const conversions = [order('o1'), order('o2', { subjects: ['visitor:v', 'login:k@visitor:v'], currency: 'EUR' })]
      const refunds = [{ order: 'o1', refund: 'r', lines: [{ productId: 7, quantity: 1, amount: 50_000 }] }]
      const links = login('k', 'visitor:v')
      await store.apply(shop, batch({ visitDays, conversions, refunds, links }), windows)
      const totals = { visits: 2, orders: 2, spent: { USD: 150_000, EUR: 200_000 } }
      expect(await store.shopperTotals(shop, ['visitor:v'])).toEqual(totals)
      expect(await store.shopperTotals(shop, ['visitor:other'])).toEqual({ visits: 1, orders: 0, spent: {} })
      expect(await store.shopperTotals('b.myshopify.com', ['visitor:v'])).toEqual({ visits: 0, orders: 0, spent: {} })
      await store.close()
    })

    it('finds serves by any of their ids, and by shopper and product', async () => {
      const store = await open()
      const serve = {
        surface: 'section' as const,
        requestId: 'r',
        sectionServeId: 's1',
        atMs: nowMs,
        subjects: ['visitor:v'],
        section: '1',
        products: [{ productId: 7, position: 1 }],
      }
      const other = {
        ...serve,
        sectionServeId: 's2',
        section: '2',
        atMs: nowMs + 1,
        products: [{ productId: 8, position: 1 }],
      }
      expect(await store.servesKeptFrom(shop)).toBe(Number.POSITIVE_INFINITY)
      await store.putServes([other, serve].map((one) => ({ shop, serve: one })))
      expect(await store.servesKeptFrom(shop)).toBe(nowMs)
      const found = await store.findServes(shop, ['r', 's2', 'nothing'])
      expect(found.get('r')).toEqual([other, serve])
      expect(found.get('s2')).toEqual([other])
      expect(found.has('nothing')).toBe(false)
      const ask = { subjects: ['visitor:v'], productIds: [7], surface: 'section' as const, fromMs: 0, toMs: nowMs + 10 }
      expect(await store.servesShown(shop, [ask, { ...ask, productIds: [9] }])).toEqual([serve, undefined])
      await store.close()
    })

    it('counts the uses of a rule by day, and keeps them after a reset', async () => {
      const store = await open()
      const served = (atMs: number, ...rules: string[]) => ({
        shop,
        serve: { surface: 'search' as const, atMs, subjects: [], rules, products: [] },
      })
      await store.putServes([served(nowMs, 'a', 'b'), served(nowMs, 'a'), served(nowMs - 3 * DAY_MS, 'a', 'old')])
      await store.putServes([served(nowMs, 'a')])
      const uses = [
        { rule: 'a', answers: 3, lastDay: today },
        { rule: 'b', answers: 1, lastDay: today },
        { rule: 'old', answers: 0, lastDay: today - 3 },
      ]
      expect(await store.ruleUses(shop, today - 1, today)).toEqual(uses)
      await store.reset(shop)
      expect(await store.ruleUses(shop, today - 1, today)).toEqual(uses)
      expect((await store.ruleUses(shop, today - 3, today))[0]?.answers).toBe(4)
      await store.drop(shop)
      expect(await store.ruleUses(shop, today - 1, today)).toEqual([])
      await store.close()
    })

    it('reads the keys that are largest in one of several metrics, with all of their metrics', async () => {
      const store = await open()
      const sum = (key: string, metric: string, value: number, day = today) => ({
        ...{ day, dimension: 'product', key, metric },
        value,
      })
      const rollups = [
        ...[sum('1', 'views', 5), sum('1', 'views', 4, today - 1), sum('1', 'orders', 1)],
        ...[sum('2', 'views', 8), sum('3', 'views', 7), sum('3', 'revenue:USD', 10)],
        ...[sum('4', 'revenue:EUR', 3), sum('5', 'revenue:EUR', 2), sum('6', 'orders', 9)],
      ]
      await store.apply(shop, batch({ rollups }), windows)
      const asked = { dimension: 'product', fromDay: today - 1, toDay: today }
      const read = async (changes: object) =>
        (await store.rollups(shop, { ...asked, ...changes })).map(({ key, metric, value }) => [key, metric, value])
      expect(await read({ largest: { metrics: ['revenue:', 'views'], limit: 1 } })).toEqual([
        ['1', 'orders', 1],
        ['1', 'views', 9],
        ['3', 'revenue:USD', 10],
        ['3', 'views', 7],
        ['4', 'revenue:EUR', 3],
      ])
      expect(await read({ key: '2', largest: { metrics: ['views'], limit: 1 } })).toEqual([['2', 'views', 8]])
      await store.close()
    })

    it('counts the visitors of networks by day, and removes earlier days', async () => {
      const store = await open()
      const count = (network: string, visitors: number) => ({ network, visitors })
      expect(await store.addNetworks(20_000, [count('a', 2), count('b', 1)])).toEqual([count('a', 2), count('b', 1)])
      expect(await store.addNetworks(20_000, [count('a', 3)])).toEqual([count('a', 5)])
      expect(await store.networks(20_000, 1)).toEqual([count('a', 5)])
      await store.addNetworks(20_001, [count('a', 1)])
      expect([await store.networks(20_000, 9), await store.networks(20_001, 9)]).toEqual([[], [count('a', 1)]])
      await store.close()
    })

    it('stores snapshots with their offsets, removes derived data on reset, and the rest on drop', async () => {
      const store = await open()
      await store.apply(shop, batch({ conversions: [order('o1')] }), windows)
      await store.addOutcomes([{ shop, day: today, outcome: 'accepted', count: 2 }])
      await store.addOutcomes([{ shop, day: today, outcome: 'accepted', count: 3 }])
      await store.putSnapshot(shop, 'm', {
        offset: 1,
        bytes: Uint8Array.of(1, 2),
        epoch: await store.erasureEpoch(shop),
      })
      expect(await store.snapshot(shop, 'm')).toEqual({ offset: 1, bytes: Uint8Array.of(1, 2) })
      await store.reset(shop)
      expect(await store.offset(shop)).toBe(0)
      expect(await store.snapshot(shop, 'm')).toBeUndefined()
      expect(await store.rollups(shop, { dimension: 'shop', fromDay: 0, toDay: today })).toEqual([])
      expect(await store.outcomes(shop, today, today)).toEqual([{ day: today, outcome: 'accepted', count: 5 }])
      await store.drop(shop)
      expect(await store.outcomes(shop, today, today)).toEqual([])
      await store.close()
    })
  })
}
