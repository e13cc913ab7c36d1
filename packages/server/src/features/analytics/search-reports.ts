import type { QueryRow } from '../../ports/derived-store/derived-records.ts'
import { normalizeQuery } from '../platform/normalize-query.ts'
import { NO_SEARCHES, positionFigures, searchFigures } from './figures.ts'
import {
  queryFigures,
  queryRow,
  type QueriesAsked,
  readQueries,
  readRevenue,
  readSearchesByDay,
} from './read-figures.ts'
import { dateOfDay, NOTHING, type ReportCall, ratio, readNumbers } from './report-call.ts'

export function queriesBy(asked: Pick<QueriesAsked, 'orderBy' | 'isUnclicked'>) {
  return async (call: ReportCall): Promise<object> => ({
    rows: await queryFigures(call, await readQueries(call, { ...asked, limit: call.limit })),
  })
}

const MIN_SEARCHES = 3
/** A rarer query is not a trend, however much it rises. */
const MAX_CANDIDATES = 2_000

export async function trendingReport(call: ReportCall): Promise<object> {
  const length = call.toDay - call.fromDay + 1
  const earlier = { fromDay: call.fromDay - length, toDay: call.fromDay - 1 }
  const searched = await readQueries(call, { orderBy: 'searches', limit: MAX_CANDIDATES })
  const rows = searched.filter(({ searches }) => searches >= MIN_SEARCHES)
  const only = rows.map(({ query }) => query)
  const then = await readQueries(call, { orderBy: 'searches', only, limit: only.length, ...earlier })
  const before = new Map(then.map((row) => [row.query, row.searches]))
  const rising = rows
    .map((row) => ({ row, before: before.get(row.query) ?? 0, score: riseOf(row, before.get(row.query) ?? 0) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || b.row.searches - a.row.searches || (a.row.query < b.row.query ? -1 : 1))
    .slice(0, call.limit)
  const figures = await queryFigures(
    call,
    rising.map(({ row }) => row),
  )
  return {
    rows: figures.map((row, i) => {
      const searchesBefore = rising[i]!.before
      return {
        ...row,
        searches_before: searchesBefore,
        change: ratio(row.searches - searchesBefore, searchesBefore),
      }
    }),
  }
}

/** Uses units of a count's standard deviation, so that one more search for a rare query is not a trend. */
function riseOf({ searches }: QueryRow, before: number): number {
  return (searches - before) / Math.sqrt(before + 1)
}

export async function queryDetailReport(call: ReportCall): Promise<object> {
  const query = normalizeQuery(call.key ?? '')
  const asked = { ...call, key: query }
  const [rows, days, numbers, revenue, changes] = await Promise.all([
    readQueries(asked, { orderBy: 'searches', only: [query], limit: 1 }),
    searchDays(call, query),
    readNumbers({ ...asked, perDay: false }, 'query'),
    readRevenue(call),
    call.reformulations(),
  ])
  const found = numbers.find((one) => one.key === query) ?? NOTHING
  return {
    ...queryRow(rows[0] ?? { query, ...NO_SEARCHES }, found, revenue),
    positions: positionFigures(found),
    days,
    reformulated_to: changes.filter(({ from }) => from === query).map(({ to, count }) => ({ query: to, count })),
    reformulated_from: changes.filter(({ to }) => to === query).map(({ from, count }) => ({ query: from, count })),
  }
}

async function searchDays(call: ReportCall, query: string): Promise<object[]> {
  const days = [...(await readSearchesByDay(call, query))].sort(([a], [b]) => a - b)
  return days.map(([day, sums]) => ({ date: dateOfDay(day), ...searchFigures(sums) }))
}
