import { describe, expect, it } from 'vitest'
import { type DerivedBatch, LARGEST_SUM } from './derived-facts.ts'
import type { DerivedStore } from './derived-store.ts'
import type { SetAside } from './set-aside.ts'
import { batch, DAY_MS, nowMs, order, shop, today, windows } from './testing/derived-facts.ts'

const aside = (key: string, parts: Partial<SetAside> = {}): SetAside => ({
  ...{ kind: 'event', key, atMs: nowMs, name: 'page_viewed', cause: 'no', body: '' },
  ...parts,
})
const counted = (value: number, parts: Partial<DerivedBatch> = {}) =>
  batch({ rollups: [{ day: today, dimension: 'shop', key: '', metric: 'events', value }], ...parts })

export function setAsideContract(name: string, open: () => Promise<DerivedStore>): void {
  describe(`set-aside items in ${name}`, () => {
    it('are listed once with their last cause, oldest first, until they are dropped', async () => {
      const store = await open()
      await store.putAside(shop, aside('7'))
      await store.putAside(shop, aside('3', { atMs: nowMs - DAY_MS, kind: 'webhook', body: '{"a":"é"}' }))
      await store.putAside(shop, aside('7', { cause: 'still not' }))
      expect(await store.setAside(shop, 10)).toEqual([
        aside('3', { atMs: nowMs - DAY_MS, kind: 'webhook', body: '{"a":"é"}' }),
        aside('7', { cause: 'still not' }),
      ])
      expect(await store.setAside(shop, 1)).toHaveLength(1)
      expect([await store.dropAside(shop, 'event', '7'), await store.dropAside(shop, 'event', '7')]).toEqual([
        true,
        false,
      ])
      expect(await store.setAside('other.example', 10)).toEqual([])
      await store.close()
    })

    it('are replayed once, without a change of the offset, and a rebuild removes only events', async () => {
      const store = await open()
      await store.putAside(shop, aside('1'))
      await store.putAside(shop, aside('2'))
      await store.putAside(shop, aside('w', { kind: 'webhook' }))
      await store.apply(shop, counted(1, { fromOffset: 0, toOffset: 9 }), windows)
      const replay = counted(1, { fromOffset: 9, toOffset: 9, replay: 1 })
      expect([await store.apply(shop, replay, windows), await store.apply(shop, replay, windows)]).toEqual([
        true,
        false,
      ])
      const [row] = await store.rollups(shop, { dimension: 'shop', fromDay: today, toDay: today })
      expect([row?.value, await store.offset(shop)]).toEqual([2, 9])
      await store.reset(shop)
      expect((await store.setAside(shop, 10)).map(({ key }) => key)).toEqual(['w'])
      await store.drop(shop)
      expect(await store.setAside(shop, 10)).toEqual([])
      await store.close()
    })
  })

  describe(`sums in ${name}`, () => {
    it('stay safe integers for any number of the largest orders, by day, over days and by key', async () => {
      const store = await open()
      const amount = 1e15
      const lines = Array.from({ length: 20 }, (_, i) => ({ productId: i % 2, quantity: 1e6, amount }))
      for (let i = 0; i < 40; i++) {
        const conversions = [order(`o${i}`, { atMs: nowMs - (i % 4) * DAY_MS, lines })]
        expect(await store.apply(shop, batch({ conversions, fromOffset: i, toOffset: i + 1 }), windows)).toBe(true)
      }
      const days = { fromDay: today - 9, toDay: today + 1 }
      for (const query of [
        { dimension: 'shop', ...days },
        { dimension: 'product', ...days, perDay: true },
        { dimension: 'product', ...days, largest: { metrics: ['revenue'], limit: 5 } },
      ]) {
        const rows = (await store.rollups(shop, query)).filter(({ metric }) => metric.startsWith('revenue'))
        expect(new Set(rows.map(({ value }) => value))).toEqual(new Set([LARGEST_SUM]))
      }
      await store.close()
    })

    it('are exact below that limit, including refunds', async () => {
      const store = await open()
      const lines = [{ productId: 1, quantity: 1, amount: 1_000_000_000_000_001 }]
      const refunds = [
        { order: 'o1', refund: 'r', lines: [{ productId: 1, quantity: 0, amount: 999_999_999_999_999 }] },
      ]
      await store.apply(
        shop,
        batch({ conversions: [order('o1', { lines }), order('o2', { lines })], refunds }),
        windows,
      )
      const rows = await store.rollups(shop, { dimension: 'product', fromDay: today - 1, toDay: today, key: '1' })
      expect(rows.find(({ metric }) => metric.startsWith('revenue'))?.value).toBe(1_000_000_000_000_003)
      await store.close()
    })
  })
}
