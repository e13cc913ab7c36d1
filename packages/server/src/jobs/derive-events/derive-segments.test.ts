/** Reports of one device, market or locale, from events to rows. */
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

/** Two visits: a phone in the US that searches, clicks and orders, and a desktop in the EU that clicks in a section. */
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
]

// biome-ignore lint/suspicious/noExplicitAny: reports are read as the wire shows them
type Report = any

let store: DerivedStore
beforeAll(async () => {
  store = await follow(EVENTS, 10)
})
afterAll(() => store.close())

const day = Math.floor(startMs / 86_400_000)
const report = (name: Parameters<typeof runReport>[0], cut?: ReportCall['cut'], key?: string): Promise<Report> =>
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
    cut,
    compare: false,
    nowMs: startMs,
    reformulations: async () => [],
    versionsSince: async () => [],
  })
const keys = ({ rows }: Report) => rows.map(({ key, query }: Report) => key ?? query)

describe('a report that is cut', () => {
  it('C1: counts what happened on the device', async () => {
    expect(keys(await report('surfaces')).sort()).toEqual(['search', 'section'])
    expect(keys(await report('surfaces', { device: 'mobile' }))).toEqual(['search'])
    expect(keys(await report('surfaces', { device: 'desktop' }))).toEqual(['section'])
    expect(keys(await report('surfaces', { device: 'tablet' }))).toEqual([])
  })

  it('C2: counts what was answered for the market, and in the locale', async () => {
    expect(keys(await report('surfaces', { market: 'us' }))).toEqual(['search'])
    expect(keys(await report('surfaces', { market: 'eu' }))).toEqual(['section'])
    expect(keys(await report('surfaces', { locale: 'de' }))).toEqual(['section'])
    expect(keys(await report('surfaces', { market: 'eu', locale: 'en' }))).toEqual([])
  })

  it('C3: has the searches of the segment, once a visit as without', async () => {
    const searched = { query: 'linen shirt', searches: 1, clicks: 1 }
    expect((await report('top-queries')).rows).toMatchObject([searched])
    expect((await report('top-queries', { market: 'us', device: 'mobile' })).rows).toMatchObject([searched])
    expect((await report('top-queries', { market: 'eu' })).rows).toEqual([])
    expect((await report('top-queries', { market: 'us' }, 'lin')).rows).toMatchObject([searched])
    expect((await report('top-queries', { market: 'us' }, 'wool')).rows).toEqual([])
  })

  it('C4: has what surfaces earned in the segment, once an order', async () => {
    const [row] = (await report('surfaces', { market: 'us' })).rows
    expect(row).toMatchObject({ orders: 1, revenue: 10, attributed_share: 1 })
  })

  it('C5: has orders, visits and searches of the device in the overview', async () => {
    const { totals } = await report('overview', { device: 'mobile' })
    expect(totals).toMatchObject({ orders: 1, revenue: 10, sessions: 1, searches: 1, attributed_orders: 1 })
    const desktop = (await report('overview', { device: 'desktop' })).totals
    expect(desktop).toMatchObject({ orders: 0, sessions: 1, searches: 0, clicks: 1 })
  })

  it('C6: says by what it was cut, and refuses what it does not know', async () => {
    expect((await report('surfaces', { market: 'us' })).filter).toEqual({ market: 'us' })
    await expect(report('overview', { market: 'us' })).rejects.toMatchObject({
      items: [{ path: ['market'] }],
    })
    await expect(report('orders', { device: 'mobile' })).rejects.toMatchObject({ items: [{ path: ['device'] }] })
  })
})
