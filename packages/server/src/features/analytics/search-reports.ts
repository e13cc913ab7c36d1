/** Searches: those that found nothing, those nobody clicked in, those that rise, where clicks fall, and one query in full. */
import type { QueryRow } from '../../ports/derived-store/derived-store.ts'
import { normalizeQuery } from '../platform/normalize-query.ts'
import { queryRow } from './audience-reports.ts'
import { dateOfDay, NOTHING, type Numbers, type ReportCall, ratio, readNumbers } from './report-call.ts'
import { readQueries } from './read-queries.ts'
import { shopRevenue, surfaceRow } from './surface-reports.ts'

const unheard = (query: string): QueryRow => ({ query, searches: 0, clicks: 0, cartAdds: 0, zeroResults: 0 })

/** From what pages reported and from what the server answered: a page that reports nothing loses no search. */
export async function withoutResultsReport(call: ReportCall): Promise<object> {
  const { limit } = call
  const empty = await readQueries(call, { orderBy: 'zeroResults', limit })
  const reported = new Map(empty.map((row) => [row.query, row]))
  const served = (await servedWithoutResult(call))
    .map(({ query, searches }) => ({ query: normalizeQuery(query), searches }))
    .filter(({ query }) => query.startsWith(call.key ?? ''))
  // Of the others pages reported fewer that were empty, or searches and none of them as empty.
  const rest = served.map(({ query }) => query).filter((query) => !reported.has(query))
  const searched = await readQueries(call, { orderBy: 'searches', only: rest, limit: rest.length })
  for (const row of searched) reported.set(row.query, row)
  for (const { query, searches } of served) {
    const row = reported.get(query) ?? unheard(query)
    const zeroResults = Math.max(row.zeroResults, searches)
    reported.set(query, { ...row, zeroResults, searches: Math.max(row.searches, zeroResults) })
  }
  const rows = [...reported.values()].filter(({ zeroResults }) => zeroResults > 0)
  rows.sort((a, b) => b.zeroResults - a.zeroResults || (a.query < b.query ? -1 : 1))
  return { rows: rows.slice(0, call.limit).map(queryRow) }
}

const MOST_SERVED = 2_000

/** The log of answers does not know devices: a report of one device is what pages reported. */
async function servedWithoutResult(call: ReportCall): Promise<readonly { query: string; searches: number }[]> {
  const { device, market, locale } = call.cut ?? {}
  if (device !== undefined) return []
  const range = { fromMs: call.days.startOf(call.fromDay), toMs: call.days.startOf(call.toDay + 1) - 1 }
  // A prefix is looked for among more than are shown.
  const most = call.key === undefined ? call.limit : MOST_SERVED
  return call.store.servedWithoutResult(call.shop.id, { ...range, market, locale }, most)
}

export async function withoutClicksReport(call: ReportCall): Promise<object> {
  const rows = await readQueries(call, { orderBy: 'searches', isUnclicked: true, limit: call.limit })
  return { rows: rows.map(queryRow) }
}

/** Fewer say nothing of a trend. */
const LEAST_SEARCHES = 3
/** A query that is searched less than so many others is no trend, however it rises. */
const MOST_CANDIDATES = 2_000

/** Against as many days before. */
export async function trendingReport(call: ReportCall): Promise<object> {
  const length = call.toDay - call.fromDay + 1
  const earlier = { fromDay: call.fromDay - length, toDay: call.fromDay - 1 }
  const searched = await readQueries(call, { orderBy: 'searches', limit: MOST_CANDIDATES })
  const rows = searched.filter(({ searches }) => searches >= LEAST_SEARCHES)
  const only = rows.map(({ query }) => query)
  const then = await readQueries(call, { orderBy: 'searches', only, limit: only.length, ...earlier })
  const before = new Map(then.map((row) => [row.query, row.searches]))
  const rising = rows
    .map((row) => ({ row, before: before.get(row.query) ?? 0, score: riseOf(row, before.get(row.query) ?? 0) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.row.query < b.row.query ? -1 : 1))
  return {
    rows: rising.slice(0, call.limit).map(({ row, before: searchesBefore }) => ({
      ...queryRow(row),
      searches_before: searchesBefore,
      change: ratio(row.searches - searchesBefore, searchesBefore),
    })),
  }
}

/** In standard deviations of a count that did not rise: one more search of a rare query is no trend. */
function riseOf({ searches }: QueryRow, before: number): number {
  return (searches - before) / Math.sqrt(before + 1)
}

/** Clicks by the place of what was clicked, of a surface (`key`) or of all. */
export async function positionsReport(call: ReportCall): Promise<object> {
  const surfaces = await readNumbers({ ...call, perDay: false }, 'surface')
  return {
    rows: surfaces
      .map((row) => ({ key: row.key, clicks: row.get('clicks'), positions: positionsOf(row) }))
      .filter(({ positions }) => positions.length > 0)
      .sort((a, b) => b.clicks - a.clicks || (a.key < b.key ? -1 : 1)),
  }
}

/** As `deriveRollups` counts them: the last one stands for all after it. */
const POSITIONS = 21

function positionsOf(row: Numbers) {
  const counts = Array.from({ length: POSITIONS }, (_, i) => ({
    position: i + 1,
    clicks: row.get(`clicks_at:${i + 1}`),
  }))
  const total = counts.reduce((sum, { clicks }) => sum + clicks, 0)
  return counts.filter(({ clicks }) => clicks > 0).map((one) => ({ ...one, share: ratio(one.clicks, total) }))
}

/** One query (`key`): how often by day, where clicks fell, what came of it, what was typed before and after. */
export async function queryDetailReport(call: ReportCall): Promise<object> {
  const query = normalizeQuery(call.key ?? '')
  const asked = { ...call, key: query }
  const [rows, days, sums, revenue] = await Promise.all([
    readQueries(asked, { orderBy: 'searches', only: [query], limit: 1 }),
    readNumbers({ ...asked, perDay: true }, 'query'),
    readNumbers({ ...asked, perDay: false }, 'query'),
    shopRevenue(call),
  ])
  const row = rows.find((one) => one.query === query) ?? unheard(query)
  const sum = sums.find((one) => one.key === query) ?? NOTHING
  const changes = await call.reformulations()
  return {
    ...queryRow(row),
    outcome: surfaceRow(sum, revenue),
    positions: positionsOf(sum),
    days: days
      .filter((one) => one.key === query)
      .map((one) => ({ date: dateOfDay(one.day ?? 0), views: one.get('views'), clicks: one.get('clicks') })),
    reformulated_to: changes.filter(({ from }) => from === query).map(({ to, count }) => ({ query: to, count })),
    reformulated_from: changes.filter(({ to }) => to === query).map(({ from, count }) => ({ query: from, count })),
  }
}
