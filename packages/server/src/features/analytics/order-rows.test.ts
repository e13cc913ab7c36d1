import { describe, expect, it } from 'vitest'
import type { DerivedStore } from '../../ports/derived-store/derived-store.ts'
import { nowMs, order, shop, today } from '../../ports/derived-store/testing/derived-facts.ts'
import { type Report, report, using } from './testing/report-store.ts'

const DAY_MS = 86_400_000

describe('rows of orders', () => {
  const attributed = (
    line: number,
    model: 'last' | 'first' | 'linear',
    ageMs: number,
    kind: 'click' | 'view' = 'click',
  ) => ({
    line,
    model,
    amount: 100_000,
    quantity: 1,
    touch: {
      kind,
      productId: 1,
      eventId: `t${ageMs}`,
      atMs: nowMs - ageMs,
      subject: 'visitor:v',
      source: { surface: 'search', query: 'mug' },
    },
  })
  const story = async (ages: number[], work: (lines: Report[], store: DerivedStore) => void) => {
    const lines = ages.map((_, i) => ({ productId: i + 1, quantity: 2, amount: 200_000 }))
    await using({ conversions: [order('o1', { lines })] }, async (store) => {
      const attributions = ages.map((age, i) => attributed(i, 'last', age)) as never
      await store.putAttributions(shop, [{ kind: 'order', key: 'o1', attributions }])
      work((await report('orders', store, { key: 'o1' })).orders[0].lines, store)
    })
  }

  it('N14: each line says what earned it, how long before the order, in minutes, hours or days', async () => {
    const MINUTE_MS = 60_000
    await story([MINUTE_MS, 119 * MINUTE_MS, 120 * MINUTE_MS, 47 * 60 * MINUTE_MS, 48 * 60 * MINUTE_MS], (lines) => {
      expect(lines.map((line) => line.attributed_to.because)).toEqual([
        'clicked 1 min before the order',
        'clicked 119 min before the order',
        'clicked 2 h before the order',
        'clicked 47 h before the order',
        'clicked 2 days before the order',
      ])
      expect(lines[0]).toMatchObject({ product_id: 1, quantity: 2, amount: 20, first: null, linear: [] })
      expect(lines[0].attributed_to).toMatchObject({ surface: 'search', query: 'mug', amount: 10, section: null })
    })
  })

  it('N15: credit each model separately, and call a view “seen”', async () => {
    await using({ conversions: [order('o1')] }, async (store) => {
      const attributions = [
        attributed(0, 'last', 1000),
        attributed(0, 'first', DAY_MS, 'view'),
        attributed(0, 'linear', 1000),
        attributed(0, 'linear', DAY_MS, 'view'),
      ] as never
      await store.putAttributions(shop, [{ kind: 'order', key: 'o1', attributions }])
      const [found] = (await report('orders', store)).orders
      expect(found.lines[0].attributed_to.touch).toBe('click')
      expect(found.lines[0].first).toMatchObject({ touch: 'view', because: 'seen 24 h before the order' })
      expect(found.lines[0].linear.map((one: Report) => one.touch)).toEqual(['click', 'view'])
      expect((await report('orders', store, { key: 'o2' })).orders).toEqual([])
      expect((await report('orders', store, { fromDay: today + 1, toDay: today + 1 })).orders).toEqual([])
      expect((await report('orders', store, { fromDay: today - 1, toDay: today - 1 })).orders).toEqual([])
    })
  })

  it('N17: of one order list every touch, why it earns nothing, and the cart additions', async () => {
    const cart = { ...order('c1'), kind: 'cart' as const, atMs: nowMs - 500, eventId: 'c1' }
    const serve = { surface: 'search' as const, requestId: 'r', atMs: nowMs - 5000, subjects: [], products: [] }
    await using({ conversions: [order('o1'), cart] }, async (store) => {
      await store.putServes([{ shop, serve }])
      const seen = attributed(0, 'linear', 3000, 'view')
      const attributions = [
        attributed(0, 'last', 1000),
        attributed(0, 'first', 2000),
        attributed(0, 'linear', 2000),
        attributed(0, 'linear', 1000),
        { ...seen, model: 'none', touch: { ...seen.touch, source: { ...seen.touch.source, serve: 'r' } } },
      ] as never
      await store.putAttributions(shop, [{ kind: 'order', key: 'o1', attributions }])
      const [line] = (await report('orders', store, { key: 'o1' })).orders[0].lines
      expect(line.touches.map((one: Report) => [one.touch, one.models, one.lost, one.served_at])).toEqual([
        ['view', [], 'click_counts', new Date(nowMs - 5000).toISOString()],
        ['click', ['first', 'linear'], 'later_touch', null],
        ['click', ['last', 'linear'], null, null],
      ])
      expect(line.carts).toEqual([{ at: new Date(nowMs - 500).toISOString(), event_id: 'c1' }])
      expect((await report('orders', store)).orders[0].lines[0].touches).toBeUndefined()
    })
  })
})
