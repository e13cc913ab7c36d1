import { completeConfig } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import { sqliteDerivedTables } from '../../ports/derived-store/sqlite-derived-tables.ts'
import { VISIT_STEPS } from '../../ports/derived-store/derived-facts.ts'
import { DAY_MS, nowMs, searches, shop, today, visit } from '../../ports/derived-store/testing/derived-facts.ts'
import { dateOfDay } from './report-call.ts'
import { call, type Report, report, using } from './testing/report-store.ts'

const sum = (dimension: string, key: string, metric: string, value: number, day = today) => ({
  day,
  dimension,
  key,
  metric,
  value,
})
const keys = (rows: Report[]) => rows.map((row) => row.key ?? row.query)
describe('rows of surfaces', () => {
  it('N1: convert money to the shop’s currency; amounts without a rate are listed separately', async () => {
    const rollups = [
      sum('surface', 'search', 'last_order_revenue:USD', 255_000),
      sum('surface', 'search', 'last_order_revenue:XXX', 70_000),
      sum('shop', '', 'revenue:USD', 1_020_000),
    ]
    await using({ rollups }, async (store) => {
      const [row] = (await report('surfaces', store)).rows
      expect(row).toMatchObject({ revenue: 25.5, attributed_share: 0.25, unconverted_revenue: { XXX: 7 } })
    })
  })

  it('N2: are sorted by revenue, clicks, renders and name; by day, the day comes first', async () => {
    const rollups = [
      sum('surface', 'b', 'renders', 5),
      sum('surface', 'a', 'renders', 5),
      sum('surface', 'c', 'clicks', 1),
      sum('surface', 'd', 'last_order_revenue:USD', 10_000),
      sum('surface', 'c', 'renders', 1, today + 1),
    ]
    await using({ rollups }, async (store) => {
      expect(keys((await report('surfaces', store)).rows)).toEqual(['d', 'c', 'a', 'b'])
      const days = await report('surfaces', store, { toDay: today + 1, perDay: true })
      expect(keys(days.rows)).toEqual(['d', 'c', 'a', 'b', 'c'])
      expect(days.rows[4].date).toBe(new Date((today + 1) * DAY_MS).toISOString().slice(0, 10))
      expect(keys((await report('surfaces', store, { limit: 2 })).rows)).toEqual(['d', 'c'])
    })
  })

  it('N3: have the rates and means of their figures, null if there are no figures', async () => {
    const rollups = [
      sum('section', 's', 'views', 8),
      sum('section', 's', 'clicks', 2),
      sum('section', 's', 'cart_adds', 1),
      sum('section', 's', 'position_sum', 9),
      sum('section', 's', 'position_count', 2),
      sum('section', 't', 'renders', 1),
    ]
    await using({ rollups }, async (store) => {
      const { rows } = await report('sections', store)
      expect(rows[0]).toMatchObject({ ctr: 0.25, average_click_position: 4.5 })
      expect(rows[1]).toMatchObject({ ctr: null, average_click_position: null })
      expect(rows[0].attributed_share).toBeNull()
    })
  })

  it('N4: of the overview have the share of visits with an order, and revenue per order', async () => {
    const visits = Array.from({ length: 4 }, (_, i) =>
      visit(`v${i}`, { steps: VISIT_STEPS.visit | (i === 0 ? VISIT_STEPS.order : 0) }),
    )
    const rollups = [sum('shop', '', 'orders', 2), sum('shop', '', 'revenue:USD', 310_000)]
    await using({ visits, rollups }, async (store) => {
      const { totals } = await report('overview', store)
      const money = { orders: 2, revenue: 31, average_order_value: 15.5 }
      expect(totals).toMatchObject({ visits: 4, visits_with_order: 1, ...money, conversion_rate: 0.25 })
    })
    await using({}, async (store) => {
      expect((await report('overview', store)).totals).toMatchObject({
        average_order_value: null,
        conversion_rate: null,
      })
    })
  })
})

describe('rows of products', () => {
  it('N21: are sorted by revenue, views and number; by day, the earlier day comes first', async () => {
    const rollups = [
      sum('product', '9', 'views', 5),
      sum('product', '10', 'views', 5),
      sum('product', '2', 'views', 8),
      sum('product', '2', 'orders', 2),
      sum('product', '3', 'revenue:USD', 20_000),
      sum('product', '3', 'views', 1, today + 1),
      sum('product', '4', 'revenue:USD', 90_000, today + 1),
    ]
    await using({ rollups }, async (store) => {
      const ids = (rows: Report[]) => rows.map((row) => row.product_id)
      const { rows } = await report('products', store)
      expect(ids(rows)).toEqual([3, 2, 9, 10])
      expect(rows[0]).toMatchObject({ revenue: 2, views: 0, orders_per_view: null })
      expect(rows[1]).toMatchObject({ orders: 2, orders_per_view: 0.25, cart_adds: 0, units: 0 })
      expect(rows[1]).not.toHaveProperty('date')
      const days = await report('products', store, { toDay: today + 1, perDay: true })
      expect(ids(days.rows)).toEqual([3, 2, 9, 10, 4, 3])
      expect(days.rows[4].date).toBe(dateOfDay(today + 1))
      expect(ids((await report('products', store, { limit: 2 })).rows)).toEqual([3, 2])
      expect(ids((await report('products', store, { limit: 2, only: ['9', '10'] })).rows)).toEqual([9, 10])
    })
  })
})

describe('rows of queries', () => {
  it('N5: without results are sorted by frequency; approximate answers are not among them', async () => {
    const facts = {
      searches: [
        ...searches('lamp', 2, { answer: 'empty' }),
        ...searches('mug', 3, { answer: 'approximate' }),
        ...searches('cup', 3, { answer: 'empty' }),
        ...searches('cup', 1),
      ],
    }
    await using(facts, async (store) => {
      const { rows } = await report('queries-without-results', store)
      expect(rows.map((row: Report) => [row.query, row.zero_results, row.searches])).toEqual([
        ['cup', 3, 4],
        ['lamp', 2, 2],
      ])
      expect(keys((await report('queries-without-results', store, { key: 'c' })).rows)).toEqual(['cup'])
      expect(keys((await report('queries-without-results', store, { limit: 1 })).rows)).toEqual(['cup'])
      const [mug] = (await report('top-queries', store, { key: 'mug' })).rows
      expect(mug).toMatchObject({ zero_results: 0, approximate: 3, approximate_rate: 1 })
    })
  })

  it('N6: without clicks include only queries that found something at least once', async () => {
    const facts = {
      searches: [
        ...searches('clicked', 2, { clicks: 1 }),
        ...searches('empty', 2, { answer: 'empty' }),
        ...searches('seldom', 1, { answer: 'empty' }),
        ...searches('seldom', 1),
        ...searches('ignored', 3),
      ],
    }
    await using(facts, async (store) => {
      expect(keys((await report('queries-without-clicks', store)).rows)).toEqual(['ignored', 'seldom'])
      expect(keys((await report('queries-without-clicks', store, { limit: 1 })).rows)).toEqual(['ignored'])
    })
  })

  it('N7: rise by how unlikely the increase over the preceding period is; fewer than three searches are no trend', async () => {
    const facts = {
      searches: [
        ...searches('new', 3),
        ...searches('two', 2),
        ...searches('big', 12),
        ...searches('big', 10, { atMs: nowMs - DAY_MS }),
        ...searches('same', 5),
        ...searches('same', 5, { atMs: nowMs - DAY_MS }),
        ...searches('longago', 4),
        ...searches('longago', 4, { atMs: nowMs - 2 * DAY_MS }),
      ],
    }
    await using(facts, async (store) => {
      const { rows } = await report('trending-queries', store)
      expect(rows.map((row: Report) => [row.query, row.searches_before, row.change])).toEqual([
        ['longago', 0, null],
        ['new', 0, null],
        ['big', 10, 0.2],
      ])
      const week = { fromDay: today - 1 }
      expect(keys((await report('trending-queries', store, week)).rows)).toEqual(['big', 'same', 'new'])
    })
  })

  it('N8: have rates per search', async () => {
    const facts = {
      searches: [
        ...searches('mug', 2),
        ...searches('mug', 1, { clicks: 2 }),
        ...searches('mug', 1, { answer: 'empty' }),
      ],
    }
    await using(facts, async (store) => {
      expect((await report('top-queries', store)).rows).toMatchObject([
        {
          query: 'mug',
          searches: 4,
          clicked_searches: 1,
          clicks: 2,
          ctr: 0.25,
          carts: 0,
          cart_rate: 0,
          orders: 0,
          zero_results: 1,
          zero_result_rate: 0.25,
          average_click_position: 1.5,
        },
      ])
    })
  })

  it('N9: have clicks by position that add up, unknown positions included; position 21 includes all later ones', async () => {
    const rollups = [
      sum('surface', 'search', 'clicks', 5),
      sum('surface', 'search', 'clicks_at:1', 3),
      sum('surface', 'search', 'clicks_at:21', 1),
      sum('surface', 'search', 'clicks_at:0', 1),
      sum('surface', 'page', 'clicks', 7),
      sum('surface', 'page', 'clicks_at:2', 7),
    ]
    await using({ rollups }, async (store) => {
      const { rows } = await report('click-positions', store)
      expect(rows).toEqual([
        { key: 'page', clicks: 7, positions: [{ position: 2, clicks: 7, share: 1 }] },
        {
          key: 'search',
          clicks: 5,
          positions: [
            { position: null, clicks: 1, share: 0.2 },
            { position: 1, clicks: 3, share: 0.6 },
            { position: 21, clicks: 1, share: 0.2 },
          ],
        },
      ])
    })
  })

  it('N10: of one query have only its own days and sums, and the queries typed before and after it', async () => {
    const reformulations = async () =>
      [
        { from: 'mug', to: 'cup', count: 3 },
        { from: 'bowl', to: 'mug', count: 2 },
      ] as never
    const asked = [...searches('mugs', 9), ...searches('mug', 1), ...searches('mug', 1, { clicks: 1, position: 2 })]
    await using({ searches: asked }, async (store) => {
      const detail = await report('query-detail', store, { key: ' MUG', reformulations })
      expect(detail).toMatchObject({
        query: 'mug',
        searches: 2,
        clicks: 1,
        positions: [{ position: 2, clicks: 1, share: 1 }],
        days: [{ date: dateOfDay(today), searches: 2, clicks: 1 }],
        reformulated_to: [{ query: 'cup', count: 3 }],
        reformulated_from: [{ query: 'bowl', count: 2 }],
      })
      expect(await report('query-detail', store, { key: 'unheard', reformulations })).toMatchObject({
        searches: 0,
        days: [],
      })
    })
  })
})

describe('rows of filters, visitors and events', () => {
  it('N11: filters by use, each with its own values', async () => {
    const rollups = [
      sum('filter', 'size', 'uses', 2),
      sum('filter', 'size', 'appearances', 9),
      sum('filter', 'color', 'uses', 5),
      sum('filter_value', 'size=M', 'uses', 1),
      sum('filter_value', 'size=L', 'uses', 2),
      sum('filter_value', 'color=red', 'uses', 5),
    ]
    await using({ rollups }, async (store) => {
      expect((await report('filters', store)).rows).toEqual([
        { key: 'color', appearances: 0, uses: 5, values: [{ value: 'red', uses: 5 }] },
        {
          key: 'size',
          appearances: 9,
          uses: 2,
          values: [
            { value: 'L', uses: 2 },
            { value: 'M', uses: 1 },
          ],
        },
      ])
    })
  })

  it('N12: devices by events, with their share', async () => {
    const rollups = [sum('device', 'tablet', 'events', 1), sum('device', 'mobile', 'events', 3)]
    await using({ rollups }, async (store) => {
      expect((await report('audience', store)).devices).toEqual([
        { key: 'mobile', events: 3, share: 0.75 },
        { key: 'tablet', events: 1, share: 0.25 },
      ])
    })
  })

  it('N13: events by outcome: unreadable ones and those about unknown products count as accepted, refusals by reason', async () => {
    await using({}, async (store) => {
      const outcome = (name: string, count: number, day = today) => ({ shop, day, outcome: name, count })
      await store.addOutcomes([
        outcome('accepted', 5),
        outcome('unreadable', 2),
        outcome('unknown_product', 4),
        outcome('duplicate', 3),
        outcome('refused: no name', 1),
        outcome('refused: too large', 4),
        outcome('busy', 6),
        outcome('accepted', 1, today + 1),
      ])
      const found = await report('ingestion', store, { toDay: today + 1 })
      expect(found.totals).toEqual({
        accepted: 12,
        unreadable: 2,
        unknown_product: 4,
        duplicate: 3,
        refused: 5,
        busy: 6,
      })
      expect(found.days.map((day: Report) => day.accepted)).toEqual([11, 1])
      expect(found.refused_by_reason).toEqual([
        { reason: 'too large', count: 4 },
        { reason: 'no name', count: 1 },
      ])
    })
  })

  it('N16: compare with the preceding period of equal length if both have 30 visits', async () => {
    const rollups = [
      sum('shop', '', 'orders', 2),
      sum('shop', '', 'orders', 5, today - 2),
      sum('shop', '', 'orders', 7, today - 4),
    ]
    const came = (count: number, atMs: number) =>
      Array.from({ length: count }, (_, i) => visit(`${atMs} ${i}`, { firstAtMs: atMs }))
    await using({ rollups, visits: [...came(30, nowMs), ...came(30, nowMs - 2 * DAY_MS)] }, async (store) => {
      const both = await report('overview', store, { fromDay: today - 1, compare: true })
      expect([both.totals.orders, both.compared.totals.orders]).toEqual([2, 5])
      expect((await report('overview', store)).compared).toBeUndefined()
    })
    await using({ rollups, visits: [...came(30, nowMs), ...came(29, nowMs - 2 * DAY_MS)] }, async (store) => {
      expect((await report('overview', store, { fromDay: today - 1, compare: true })).compared).toBeNull()
    })
  })
})

describe('rows of rules', () => {
  it('N20: list every rule of the configuration in order, including rules that never applied', async () => {
    const store = sqliteDerivedTables(':memory:')
    const serve = (atMs: number, ...rules: string[]) => ({
      shop,
      serve: { surface: 'search' as const, atMs, subjects: [], rules, products: [] },
    })
    await store.putServes([serve(nowMs, '7', 'gone'), serve(nowMs, '7'), serve(nowMs - 5 * DAY_MS, 'old')])
    const asked = call(store)
    const rules = [
      { id: 'old', when: {} },
      { id: 7, when: {} },
      { id: 'never', when: {} },
    ]
    const config = completeConfig({ search: { rules } } as never)
    const { rows } = await report('rules', store, { shop: { ...asked.shop, config } })
    expect(rows).toEqual([
      { rule: 'old', acted: 0, last_acted_on: dateOfDay(today - 5) },
      { rule: '7', acted: 2, last_acted_on: dateOfDay(today) },
      { rule: 'never', acted: 0, last_acted_on: null },
    ])
    await store.close()
  })
})
