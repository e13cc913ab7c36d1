import { describe, expect, it } from 'vitest'
import type { DerivedStore } from './derived-store.ts'
import { batch, click, DAY_MS, login, nowMs, order, shop, today, visit, windows } from './testing/derived-facts.ts'

export function orderContract(name: string, open: () => Promise<DerivedStore>): void {
  describe(`orders in ${name}`, () => {
    it('counts an order once, by its earliest event, in any order of arrival', async () => {
      for (const orders of [
        [order('o1'), order('o1', { atMs: nowMs - DAY_MS, eventId: 'earlier' })],
        [order('o1', { atMs: nowMs - DAY_MS, eventId: 'earlier' }), order('o1')],
      ]) {
        const store = await open()
        await store.apply(shop, batch({ conversions: orders.slice(0, 1) }), windows)
        await store.apply(shop, batch({ fromOffset: 1, toOffset: 2, conversions: orders.slice(1) }), windows)
        expect(await store.rollups(shop, { dimension: 'shop', fromDay: 0, toDay: today, perDay: true })).toEqual([
          { day: today - 1, key: '', metric: 'orders', value: 1 },
          { day: today - 1, key: '', metric: 'revenue:USD', value: 200_000 },
          { day: today - 1, key: '', metric: 'units', value: 2 },
        ])
        await store.close()
      }
    })

    it('counts the most trusted report of an order, in any order of arrival, and confirmed revenue separately', async () => {
      const invented = order('o1', {
        atMs: nowMs - DAY_MS,
        eventId: 'earlier',
        trust: 'keyless',
        subjects: ['visitor:x'],
      })
      const confirmed = order('o1', { trust: 'signed', lines: [{ productId: 7, quantity: 1, amount: 90_000 }] })
      for (const orders of [
        [invented, confirmed],
        [confirmed, invented],
      ]) {
        const store = await open()
        for (const [i, one] of orders.entries())
          await store.apply(shop, batch({ fromOffset: i, toOffset: i + 1, conversions: [one] }), windows)
        const rows = await store.rollups(shop, { dimension: 'shop', fromDay: 0, toDay: today })
        expect(rows.map(({ metric, value }) => [metric, value])).toEqual([
          ['confirmed_orders', 1],
          ['confirmed_revenue:USD', 90_000],
          ['orders', 1],
          ['revenue:USD', 90_000],
          ['units', 1],
        ])
        await store.close()
      }
    })

    it('attributes a conversion again when a touch or a link arrives after it, and replaces its numbers', async () => {
      const store = await open()
      await store.apply(shop, batch({ conversions: [order('o1')] }), windows)
      const [first] = await store.attributionTasks(shop, windows, 10)
      expect(first).toMatchObject({ conversion: { key: 'o1' }, touches: [] })
      await store.putAttributions(shop, [{ kind: 'order', key: 'o1', attributions: [] }])
      expect(await store.attributionTasks(shop, windows, 10)).toEqual([])

      await store.apply(
        shop,
        batch({ fromOffset: 1, toOffset: 2, touches: [click({ subject: 'customer:k' })] }),
        windows,
      )
      expect(await store.attributionTasks(shop, windows, 10)).toEqual([])
      await store.apply(shop, batch({ fromOffset: 2, toOffset: 3, links: login('k', 'visitor:v') }), windows)
      const [again] = await store.attributionTasks(shop, windows, 10)
      expect(again?.touches).toMatchObject([{ kind: 'click', productId: 7, eventId: 'c1', source: { query: 'shirt' } }])
      const touch = again?.touches[0] as NonNullable<typeof again>['touches'][number]
      const attributions = [{ line: 0, model: 'last' as const, touch, amount: 200_000, quantity: 2 }]
      for (let i = 0; i < 2; i++) await store.putAttributions(shop, [{ kind: 'order', key: 'o1', attributions }])
      expect(await store.rollups(shop, { dimension: 'query', fromDay: 0, toDay: today })).toEqual([
        { key: 'shirt', metric: 'carts', value: 1 },
        { key: 'shirt', metric: 'last_order_lines:click', value: 1 },
        { key: 'shirt', metric: 'last_order_revenue:USD', value: 200_000 },
        { key: 'shirt', metric: 'last_order_units', value: 2 },
        { key: 'shirt', metric: 'last_orders', value: 1 },
      ])
      expect(await store.conversion(shop, 'order', 'o1')).toMatchObject({ conversion: { key: 'o1' }, attributions })
      await store.close()
    })

    it('returns only touches within the windows', async () => {
      const store = await open()
      const touches = [
        click({ eventId: 'old click', atMs: nowMs - 8 * DAY_MS }),
        click({ eventId: 'click', atMs: nowMs - 6 * DAY_MS }),
        click({ eventId: 'other product', products: [{ productId: 8 }] }),
        click({ eventId: 'later', atMs: nowMs + 1 }),
        click({
          eventId: 'old view',
          kind: 'view',
          atMs: nowMs - 2 * DAY_MS,
          products: [{ productId: 7 }, { productId: 9 }],
        }),
        click({
          eventId: 'view',
          kind: 'view',
          atMs: nowMs - DAY_MS / 2,
          products: [{ productId: 9 }, { productId: 7 }],
        }),
      ]
      await store.apply(shop, batch({ touches, conversions: [order('o1')] }), windows)
      const [task] = await store.attributionTasks(shop, windows, 10)
      expect(task?.touches.map((touch) => touch.eventId)).toEqual(['click', 'view'])
      await store.close()
    })

    it('keeps the touches of an order until it is attributed, even in a batch of many days', async () => {
      const store = await open()
      await store.apply(shop, batch({ visits: [visit('v', { firstAtMs: nowMs - DAY_MS })] }), windows)
      const later = visit('v', { firstAtMs: nowMs + 30 * DAY_MS })
      const month = { visits: [later], touches: [click()], conversions: [order('o1')] }
      await store.apply(shop, batch({ fromOffset: 1, toOffset: 2, ...month }), windows)
      const [task] = await store.attributionTasks(shop, windows, 10)
      expect(task?.touches).toMatchObject([{ eventId: 'c1' }])
      await store.close()
    })

    it('does not attribute an order again after its touches were removed', async () => {
      const store = await open()
      await store.apply(shop, batch({ touches: [click()], conversions: [order('o1')] }), windows)
      await store.putAttributions(shop, [{ kind: 'order', key: 'o1', attributions: [] }])
      for (const [i, days] of [1, 30, 31].entries()) {
        const visits = [visit('v', { firstAtMs: nowMs + days * DAY_MS })]
        await store.apply(shop, batch({ fromOffset: i + 1, toOffset: i + 2, visits }), windows)
      }
      const links = login('k', 'visitor:v')
      await store.apply(shop, batch({ fromOffset: 4, toOffset: 5, links }), windows)
      expect(await store.attributionTasks(shop, windows, 10)).toEqual([])
      await store.close()
    })

    it('compares variants by later orders, without visitors who saw several variants', async () => {
      const store = await open()
      const seen = (variant: string, visitor: string, atMs = nowMs - 10) => ({
        experience: 'e',
        variant,
        visitor,
        atMs,
      })
      const exposures = [seen('a', 'visitor:v'), seen('b', 'visitor:w'), seen('a', 'visitor:x'), seen('b', 'visitor:x')]
      const orders = [order('o1'), order('o0', { atMs: nowMs - 100, subjects: ['visitor:w'] })]
      await store.apply(shop, batch({ exposures, conversions: orders }), windows)
      const buyer = { firstAtMs: nowMs - 10, orders: 1, revenue: { USD: 200_000 } }
      const today = Math.floor(nowMs / 86_400_000)
      const seenBy = (buyers: number) => ({
        visitors: 1,
        firstAtMs: nowMs - 10,
        days: [{ day: today, visitors: 1, buyers }],
      })
      expect(await store.experiment(shop, 'e')).toEqual({
        groups: [
          { ...seenBy(1), variant: 'a', buyers: [buyer], buyersInSample: 1 },
          { ...seenBy(0), variant: 'b', buyers: [], buyersInSample: 0 },
        ],
        sawSeveral: 1,
      })
      const until = { fromMs: nowMs - 10, toMs: nowMs - 1 }
      expect((await store.experiment(shop, 'e', until)).groups.map(({ buyers }) => buyers)).toEqual([[], []])
      expect((await store.experiment(shop, 'e', { fromMs: nowMs - 9, toMs: nowMs })).groups).toEqual([])
      await store.close()
    })

    it('counts the buyers among a variant’s first visitors, and visitors by their first day', async () => {
      const store = await open()
      const DAY_MS = 86_400_000
      const midnight = Math.floor(nowMs / DAY_MS) * DAY_MS
      // Two visitors on each of three days; the second of each day buys.
      const firsts = [0, 1, 2].flatMap((day) => [midnight + day * DAY_MS + 5, midnight + day * DAY_MS + 9])
      const exposures = firsts.map((atMs, i) => ({ experience: 'e', variant: 'a', visitor: `visitor:${i}`, atMs }))
      const conversions = [1, 3, 5].map((i) =>
        order(`o${i}`, { atMs: firsts[i]! + DAY_MS, subjects: [`visitor:${i}`] as const }),
      )
      await store.apply(shop, batch({ exposures, conversions }), windows)
      const asked = async (query: object) => (await store.experiment(shop, 'e', query)).groups[0]
      const samples = [0, 1, 2, 3, 4, 5, 6, 7].map(async (sample) => (await asked({ sample }))?.buyersInSample)
      expect(await Promise.all(samples)).toEqual([0, 0, 1, 1, 2, 2, 3, 3])
      const today = midnight / DAY_MS
      expect(await asked({ fromMs: midnight + 6, toMs: midnight + DAY_MS + 7, sample: 1 })).toMatchObject({
        visitors: 2,
        firstAtMs: midnight + 9,
        days: [
          { day: today, visitors: 1, buyers: 0 },
          { day: today + 1, visitors: 1, buyers: 0 },
        ],
        buyers: [],
      })
      await store.close()
    })
  })
}
