import { completeConfig } from '@vitrine/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runReport } from '../../features/analytics/reports.ts'
import type { ReportCall } from '../../features/analytics/report-call.ts'
import type { DerivedStore } from '../../ports/derived-store/derived-store.ts'
import { UTC_DAYS } from '../../ports/derived-store/shop-days.ts'
import type { ShopEvent } from '../../ports/event-log/shop-event.ts'
import { follow, shop, startMs } from './testing/event-world.ts'

const base: ShopEvent = {
  id: '',
  name: 'x',
  type: 'custom',
  atMs: startMs,
  receivedAtMs: startMs,
  channel: 'HEADLESS',
  sessionId: 's',
  visitorId: 'v1',
  personalize: true,
  bot: false,
  browser: 'Safari',
  os: 'iOS',
  device: 'mobile',
  action: 'page_view',
  lines: [{ productId: 1, quantity: 1, price: 10 }],
  readable: true,
}

/** A third visit got no answer, so its market and locale are unknown. */
const EVENTS: ShopEvent[] = [
  { ...base, id: 'a', action: 'surface_render', track: { surface: 'search', requestId: 'r1' } },
  { ...base, id: 'b', action: 'surface_click', track: { surface: 'search', requestId: 'r1' }, atMs: startMs + 1000 },
  { ...base, id: 'c', action: 'order', orderId: 'o', currency: 'USD', atMs: startMs + 2000 },
  {
    ...base,
    id: 'd',
    action: 'surface_click',
    track: { surface: 'section', sectionServeId: 's3' },
    sessionId: 't',
    visitorId: 'v3',
    device: 'desktop',
  },
  {
    ...base,
    id: 'e',
    action: 'product_view',
    atMs: startMs - 5000,
    path: '/p',
    sessionId: 't',
    visitorId: 'v3',
    device: 'desktop',
  },
  {
    ...base,
    id: 'f',
    action: 'product_view',
    sessionId: 'u',
    visitorId: 'nobody',
    lines: [{ productId: 2, quantity: 1 }],
  },
]

// biome-ignore lint/suspicious/noExplicitAny: reports are read as the wire shows them
type Report = any

let store: DerivedStore
beforeAll(async () => {
  store = await follow(EVENTS, 10)
})
afterAll(() => store.close())

const day = Math.floor(startMs / 86_400_000)
const report = (
  name: Parameters<typeof runReport>[0],
  segmentFilter?: ReportCall['segmentFilter'],
  key?: string,
): Promise<Report> =>
  runReport(name, {
    store,
    shop: { id: shop, createdAt: '', version: 1, config: completeConfig({}) },
    days: UTC_DAYS,
    fromDay: day,
    toDay: day + 1,
    perDay: false,
    limit: 10,
    key,
    scope: 'landing',
    segmentFilter,
    compare: false,
    nowMs: startMs,
    reformulations: async () => [],
    versionsSince: async () => [],
    countProducts: async () => 0,
    configAt: async () => undefined,
  })
const keys = ({ rows }: Report) => rows.map(({ key, query }: Report) => key ?? query)

describe('a report on a segment', () => {
  it('C1: counts events on the device', async () => {
    expect(keys(await report('surfaces')).sort()).toEqual(['search', 'section'])
    expect(keys(await report('surfaces', { device: 'mobile' }))).toEqual(['search'])
    expect(keys(await report('surfaces', { device: 'desktop' }))).toEqual(['section'])
    expect(keys(await report('surfaces', { device: 'tablet' }))).toEqual([])
  })

  it('C2: counts events on answers for the market and in the locale', async () => {
    expect(keys(await report('surfaces', { market: 'us' }))).toEqual(['search'])
    expect(keys(await report('surfaces', { market: 'eu' }))).toEqual(['section'])
    expect(keys(await report('surfaces', { locale: 'de' }))).toEqual(['section'])
    expect(keys(await report('surfaces', { market: 'eu', locale: 'en' }))).toEqual([])
  })

  it('C3: counts the segment’s searches once per visit, like the whole report', async () => {
    const searched = { query: 'linen shirt', searches: 1, clicks: 1 }
    expect((await report('top-queries')).rows).toMatchObject([searched])
    expect((await report('top-queries', { market: 'us', device: 'mobile' })).rows).toMatchObject([searched])
    expect((await report('top-queries', { market: 'eu' })).rows).toEqual([])
    expect((await report('top-queries', { market: 'us' }, 'lin')).rows).toMatchObject([searched])
    expect((await report('top-queries', { market: 'us' }, 'wool')).rows).toEqual([])
  })

  it('C4: attributes each order to surfaces in the segment once', async () => {
    const [row] = (await report('surfaces', { market: 'us' })).rows
    expect(row).toMatchObject({ orders: 1, revenue: 10, attributed_share: 1 })
  })

  it('C5: shows orders, visits and searches on the device in the overview', async () => {
    const { totals } = await report('overview', { device: 'mobile' })
    expect(totals).toMatchObject({ orders: 1, revenue: 10, visits: 2, searches: 1, attributed_orders: 1 })
    const desktop = (await report('overview', { device: 'desktop' })).totals
    expect(desktop).toMatchObject({ orders: 0, visits: 1, searches: 0, clicks: 1 })
  })

  it('C7: shows orders, revenue and visits in the overview for visits with answers for the market', async () => {
    expect((await report('overview')).totals).toMatchObject({ orders: 1, visits: 3, product_views: 2 })
    expect((await report('overview', { market: 'us' })).totals).toMatchObject({ orders: 1, revenue: 10, visits: 1 })
    expect((await report('overview', { market: 'eu' })).totals).toMatchObject({
      orders: 0,
      visits: 1,
      product_views: 1,
    })
    expect((await report('overview', { locale: 'de' })).totals).toMatchObject({ visits: 1, product_views: 1 })
    expect((await report('overview', { market: 'asia' })).totals).toMatchObject({ visits: 0, product_views: 0 })
  })

  it('C8: shows the products that were viewed and ordered in the market', async () => {
    const seen = async (segmentFilter?: ReportCall['segmentFilter']) =>
      (await report('products', segmentFilter)).rows.map(({ product_id, views, orders }: Report) => [
        product_id,
        views,
        orders,
      ])
    expect(await seen()).toEqual([
      [1, 1, 1],
      [2, 1, 0],
    ])
    expect(await seen({ market: 'us' })).toEqual([[1, 0, 1]])
    expect(await seen({ market: 'eu', locale: 'de' })).toEqual([[1, 1, 0]])
    expect(await seen({ market: 'eu', device: 'mobile' })).toEqual([])
  })

  it('C9: shows visits of the market in the funnel, by path and device, from their first page on', async () => {
    expect((await report('funnel')).total).toMatchObject({ visits: 3, orders: 1 })
    expect(await report('funnel', { market: 'us' })).toMatchObject({
      total: { visits: 1, orders: 1 },
      devices: [{ device: 'mobile', visits: 1 }],
    })
    expect(await report('funnel', { market: 'eu' })).toMatchObject({
      total: { visits: 1, clicks: 1, orders: 0 },
      paths: [{ path: '/p', visits: 1 }],
    })
    expect((await report('funnel', { locale: 'en' }, '/p')).total.visits).toBe(0)
    expect((await report('funnel', { locale: 'de' }, '/p')).total.visits).toBe(1)
  })

  it('C6: repeats its filter, and refuses segments that the report does not support', async () => {
    expect((await report('surfaces', { market: 'us' })).filter).toEqual({ market: 'us' })
    await expect(report('audience', { market: 'us' })).rejects.toMatchObject({
      items: [{ path: ['market'] }],
    })
    await expect(report('orders', { device: 'mobile' })).rejects.toMatchObject({ items: [{ path: ['device'] }] })
  })
})
