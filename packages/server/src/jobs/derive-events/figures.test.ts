/** Compares every report with a slow, simple program, and the reports with each other. */
import { completeConfig } from '@vitrine/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { reportCsv } from '../../features/analytics/report-csv.ts'
import { runReport } from '../../features/analytics/reports.ts'
import type { DerivedStore } from '../../ports/derived-store/derived-store.ts'
import { postgresDerivedStore } from '../../ports/derived-store/postgres.ts'
import { DERIVED_SCHEMA } from '../../ports/derived-store/postgres-schema.ts'
import { UTC_DAYS } from '../../ports/derived-store/shop-days.ts'
import { sqliteDerivedTables } from '../../ports/derived-store/sqlite-derived-tables.ts'
import type { ShopEvent } from '../../ports/event-log/shop-event.ts'
import { storeNodes } from '../../ports/postgres/testing/nodes.ts'
import { deriveEvents } from './derive-events.ts'
import { plainEvent, plainFigures, serves, startMs, sum, windows } from './testing/plain-history.ts'

const shop = { id: 'plain.myshopify.com', createdAt: '', version: 1, config: completeConfig({}) }
const firstDay = Math.floor(startMs / 86_400_000)
const RANGES = [
  [firstDay, firstDay + 2],
  [firstDay, firstDay],
  [firstDay + 1, firstDay + 2],
] as const

// biome-ignore lint/suspicious/noExplicitAny: reports are read as the wire shows them
type Report = any

async function follow(store: DerivedStore, events: readonly ShopEvent[]): Promise<void> {
  await store.putServes(serves.map((serve) => ({ shop: shop.id, serve })))
  for (let from = 0; from < events.length; from += 7) {
    const run = events.slice(from, from + 7).map((event, i) => ({ offset: from + i + 1, event }))
    await deriveEvents({ store, windowsOf: async () => windows }, shop.id, { fromOffset: from, events: run })
  }
}

function reader(store: DerivedStore, [fromDay, toDay]: readonly [number, number]) {
  return (name: Parameters<typeof runReport>[0], changes: object = {}): Promise<Report> =>
    runReport(name, {
      ...{ store, shop, days: UTC_DAYS, fromDay, toDay, perDay: false, limit: 100, key: undefined, scope: 'landing' },
      ...{ segmentFilter: undefined, compare: false, nowMs: startMs, reformulations: async () => [] },
      ...{ versionsSince: async () => [], configAt: async () => undefined, countProducts: async () => 0 },
      ...changes,
    })
}

async function compare(store: DerivedStore, events: readonly ShopEvent[]): Promise<void> {
  for (const range of RANGES) {
    const read = reader(store, range)
    const plain = plainFigures(events, range)
    await compareWhole(read, plain)
    await compareQueries(read, plain)
    await compareSurfaces(read, plain)
  }
}

type Read = ReturnType<typeof reader>
type Plain = ReturnType<typeof plainFigures>
const rate = (part: number, whole: number) => (whole === 0 ? null : Math.round((part / whole) * 1e6) / 1e6)

function searched(searches: Plain['searches']) {
  const count = (of: (one: Plain['searches'][number]) => boolean) => searches.filter(of).length
  const clicked = count(({ positions }) => positions.length > 0)
  return {
    searches: searches.length,
    clicked_searches: clicked,
    zero_results: count(({ answer }) => answer === 'empty'),
    approximate: count(({ answer }) => answer === 'approximate'),
    clicks: sum(searches.map(({ positions }) => positions.length)),
    ctr: rate(clicked, searches.length),
  }
}

const earnedBy = (earned: Plain['earned']) => ({
  carts: earned.length,
  orders: sum(earned.map(({ orders }) => orders)),
  revenue: sum(earned.map(({ revenue }) => revenue)),
})

async function compareWhole(read: Read, plain: Plain): Promise<void> {
  const { totals } = await read('overview')
  const { clicks: _clicks, ctr, ...counts } = searched(plain.searches)
  const conversion = rate(plain.visitsWithOrder, plain.visits)
  const attributed = sum(plain.earned.filter(({ surface }) => surface).map(({ revenue }) => revenue))
  expect(totals).toMatchObject({
    ...{ visits: plain.visits, visits_with_order: plain.visitsWithOrder, conversion_rate: conversion },
    ...{ orders: plain.orders, revenue: plain.revenue, attributed_revenue: attributed, search_ctr: ctr },
    ...counts,
  })
  const { days } = await read('overview', { perDay: true })
  for (const name of ['visits', 'visits_with_order', 'searches', 'zero_results', 'orders', 'revenue'] as const)
    expect([name, sum(days.map((day: Report) => day[name]))]).toEqual([name, totals[name]])
  const { total } = await read('funnel')
  expect(total).toMatchObject({
    ...{ visits: plain.visits, cart_adds: plain.visitsWithCart, orders: plain.visitsWithOrder },
    conversion_rate: conversion,
  })
  const steps = ['visits', 'product_views', 'cart_adds', 'checkouts', 'orders'].map((name) => total[name])
  expect(steps).toEqual(steps.toSorted((a, b) => b - a))
}

async function compareQueries(read: Read, plain: Plain): Promise<void> {
  const byQuery = Map.groupBy(plain.searches, ({ query }) => query)
  const rows = [...byQuery].map(([query, own]) => ({
    query,
    ...searched(own),
    ...earnedBy(plain.earned.filter((one) => one.query === query)),
  }))
  const listed = (await read('top-queries')).rows
  expect(listed.map(({ query }: Report) => query).toSorted()).toEqual([...byQuery.keys()].toSorted())
  for (const row of rows) {
    expect(listed.find(({ query }: Report) => query === row.query)).toMatchObject(row)
    const detail = await read('query-detail', { key: row.query })
    expect(detail).toMatchObject(row)
    expect(sum(detail.positions.map(({ clicks }: Report) => clicks))).toBe(row.clicks)
    expect(sum(detail.days.map(({ searches }: Report) => searches))).toBe(row.searches)
  }
  const same = async (name: Parameters<Read>[0], isIn: (row: (typeof rows)[number]) => boolean) => {
    const found = (await read(name)).rows
    expect(found.map(({ query }: Report) => query).toSorted()).toEqual(
      rows
        .filter(isIn)
        .map(({ query }) => query)
        .toSorted(),
    )
    for (const row of found) expect(row).toMatchObject(rows.find(({ query }) => query === row.query)!)
  }
  await same('queries-without-results', ({ zero_results: empty }) => empty > 0)
  await same('queries-without-clicks', (row) => row.clicks === 0 && row.zero_results < row.searches)
  for (const row of (await read('queries')).rows) {
    expect(row).toMatchObject(rows.find(({ query }) => query === row.query)!)
    expect(row.carts).toBeGreaterThanOrEqual(row.orders)
  }
  expect(
    reportCsv(await read('top-queries'))
      .trim()
      .split('\r\n'),
  ).toHaveLength(1 + listed.length)
}

async function compareSurfaces(read: Read, plain: Plain): Promise<void> {
  const { rows, revenue, not_attributed: rest } = await read('surfaces')
  const of = (surface: string) => earnedBy(plain.earned.filter((one) => one.surface === surface))
  const search = rows.find(({ key }: Report) => key === 'search')
  const section = rows.find(({ key }: Report) => key === 'section')
  if (search) expect(search).toMatchObject({ ...searched(plain.searches), ...of('search') })
  else expect(of('search').carts).toBe(0)
  if (section) expect(section).toMatchObject({ clicks: plain.sectionClicks, ...of('section') })
  for (const row of rows) expect(row.carts).toBeGreaterThanOrEqual(row.orders)
  expect(sum(rows.map((row: Report) => row.revenue)) + rest.revenue).toBeCloseTo(revenue, 6)
  for (const model of ['last', 'first', 'linear'])
    expect(sum(rows.map((row: Report) => row.models[model].revenue)) + rest.models[model].revenue).toBeCloseTo(
      revenue,
      1,
    )
  expect(revenue).toBe(plain.revenue)
  const positions = (await read('click-positions')).rows
  for (const { key, clicks, positions: places } of positions) {
    expect(sum(places.map((place: Report) => place.clicks))).toBe(clicks)
    expect(clicks).toBe(rows.find((row: Report) => row.key === key)!.clicks)
  }
  const places = new Map<number, number>()
  for (const position of plain.searches.flatMap((one) => one.positions))
    places.set(Math.min(position, 21), (places.get(Math.min(position, 21)) ?? 0) + 1)
  const reported = positions.find(({ key }: Report) => key === 'search')?.positions ?? []
  expect(new Map(reported.map((place: Report) => [place.position ?? 0, place.clicks]))).toEqual(
    new Map([...places].toSorted(([a], [b]) => a - b)),
  )
}

const history = fc.uniqueArray(plainEvent, { minLength: 5, maxLength: 60, selector: ({ id }) => id })

describe('every figure', () => {
  it('equals the result of the slow program, in every report and for any days', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (events) => {
        const store = sqliteDerivedTables(':memory:')
        await follow(store, events)
        await compare(store, events)
        await store.close()
      }),
      { numRuns: 60 },
    )
  }, 300_000)

  const nodes = storeNodes(DERIVED_SCHEMA, (db) => postgresDerivedStore(db))

  it('is the same on PostgreSQL', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (events) => {
        const [store] = await nodes(1)
        await follow(store, events)
        await compare(store, events)
      }),
      { numRuns: 3 },
    )
  }, 300_000)
})
