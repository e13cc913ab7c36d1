/** Counted queries of a report, of all shoppers or of a segment. */
import type { QueryQuery, QueryRow } from '../../ports/derived-store/derived-store.ts'
import { queryIn } from '../../ports/derived-store/segments.ts'
import { type ReportCall, segmentsOf } from './report-call.ts'

export type QueriesAsked = Pick<QueryQuery, 'orderBy' | 'limit' | 'only' | 'isUnclicked'> & {
  fromDay?: number
  toDay?: number
}

/** Of one segment: what is asked of several is joined before it is cut. */
const MOST_IN_SEGMENT = 20_000

export async function readQueries(call: ReportCall, asked: QueriesAsked): Promise<readonly QueryRow[]> {
  const { fromDay, toDay } = { fromDay: call.fromDay, toDay: call.toDay, ...asked }
  const { orderBy, limit, only, isUnclicked = false } = asked
  const prefix = call.key ?? ''
  const range = { fromDay, toDay, orderBy }
  if (!call.cut) return call.store.queries(call.shop.id, { ...range, prefix, limit, only, isUnclicked })
  const segments = await segmentsOf({ ...call, fromDay, toDay }, call.cut)
  const found = segments.map(async (segment) => {
    const rows = await call.store.queries(call.shop.id, {
      ...range,
      prefix: queryIn(segment, prefix),
      limit: MOST_IN_SEGMENT,
      only: only?.map((query) => queryIn(segment, query)),
    })
    const place = queryIn(segment, '').length
    return rows.map((row) => ({ ...row, query: row.query.slice(place) }))
  })
  const rows = joined((await Promise.all(found)).flat()).filter(
    ({ clicks, zeroResults, searches }) => !isUnclicked || (clicks === 0 && zeroResults < searches),
  )
  return rows.sort((a, b) => b[orderBy] - a[orderBy] || (a.query < b.query ? -1 : 1)).slice(0, limit)
}

function joined(rows: readonly QueryRow[]): QueryRow[] {
  const byQuery = new Map<string, QueryRow>()
  for (const row of rows) {
    const known = byQuery.get(row.query)
    byQuery.set(row.query, known ? added(known, row) : row)
  }
  return [...byQuery.values()]
}

function added(a: QueryRow, b: QueryRow): QueryRow {
  return {
    query: a.query,
    searches: a.searches + b.searches,
    clicks: a.clicks + b.clicks,
    cartAdds: a.cartAdds + b.cartAdds,
    zeroResults: a.zeroResults + b.zeroResults,
  }
}

/** Visits that searched, once a query and day. */
export async function readSearchesByDay(call: ReportCall): Promise<ReadonlyMap<number, number>> {
  const prefixes = call.cut ? (await segmentsOf(call, call.cut)).map((segment) => queryIn(segment, '')) : ['']
  const days = new Map<number, number>()
  for (const prefix of prefixes) {
    const rows = await call.store.searchesByDay(call.shop.id, call.fromDay, call.toDay, prefix)
    for (const { day, searches } of rows) days.set(day, (days.get(day) ?? 0) + searches)
  }
  return days
}
