import type { QueryQuery, QueryRow, SearchSums, VisitRow } from '../../ports/derived-store/derived-records.ts'
import type { DerivedStore } from '../../ports/derived-store/derived-store.ts'
import { isInSegment, queryIn, type SegmentFilter } from '../../ports/derived-store/segments.ts'
import { addSearchSums, earnedFigures, NO_SEARCHES, searchFigures } from './figures.ts'
import { NOTHING, type Numbers, ratio, type ReportCall, readNumbers, segmentsOf } from './report-call.ts'

export type FigureCall<Reads extends keyof DerivedStore = never> = Pick<ReportCall, 'shop' | 'fromDay' | 'toDay'> & {
  store: Pick<DerivedStore, Reads>
  segmentFilter?: SegmentFilter
}

/** A visit counts for its first device and its first market and locale. */
export async function readVisits(call: FigureCall<'visits'>, { perDay = false } = {}): Promise<readonly VisitRow[]> {
  const { fromDay, toDay, segmentFilter } = call
  const rows = await call.store.visits(call.shop.id, { fromDay, toDay, perDay })
  return segmentFilter ? rows.filter(({ segment }) => isInSegment(segment, segmentFilter)) : rows
}

export async function readRevenue(call: ReportCall): Promise<number> {
  const [totals] = await readNumbers({ ...call, key: undefined, perDay: false }, 'shop')
  return (totals ?? NOTHING).money('revenue')
}

export async function readSearchesByDay(
  call: FigureCall<'searchesByDay' | 'rollups'>,
  query?: string,
): Promise<ReadonlyMap<number, SearchSums>> {
  const { fromDay, toDay, segmentFilter } = call
  const segments = segmentFilter ? await segmentsOf(call, segmentFilter) : [undefined]
  const days = new Map<number, SearchSums>()
  for (const segment of segments) {
    const asked = segment === undefined ? (query ?? '') : queryIn(segment, query ?? '')
    const which = query === undefined ? { prefix: asked } : { query: asked }
    const rows = await call.store.searchesByDay(call.shop.id, { fromDay, toDay, ...which })
    for (const { day, ...sums } of rows) days.set(day, addSearchSums(days.get(day) ?? NO_SEARCHES, sums))
  }
  return days
}

export const sumOfDays = (days: ReadonlyMap<number, SearchSums>): SearchSums =>
  [...days.values()].reduce((sum, day) => addSearchSums(sum, day), NO_SEARCHES)

export type QueriesAsked = Pick<QueryQuery, 'orderBy' | 'limit' | 'only' | 'isUnclicked'> & {
  fromDay?: number
  toDay?: number
}

/** Rows per segment. Rows of several segments are added up before the list is cut. */
const MAX_IN_SEGMENT = 20_000

export async function readQueries(
  call: FigureCall<'queries' | 'rollups'> & Pick<ReportCall, 'key'>,
  asked: QueriesAsked,
): Promise<readonly QueryRow[]> {
  const { fromDay, toDay } = { fromDay: call.fromDay, toDay: call.toDay, ...asked }
  const { orderBy, limit, only, isUnclicked = false } = asked
  const prefix = call.key ?? ''
  const range = { fromDay, toDay, orderBy }
  if (!call.segmentFilter) return call.store.queries(call.shop.id, { ...range, prefix, limit, only, isUnclicked })
  const segments = await segmentsOf({ ...call, fromDay, toDay }, call.segmentFilter)
  const found = segments.map(async (segment) => {
    const rows = await call.store.queries(call.shop.id, {
      ...range,
      prefix: queryIn(segment, prefix),
      limit: MAX_IN_SEGMENT,
      only: only?.map((query) => queryIn(segment, query)),
    })
    const place = queryIn(segment, '').length
    return rows.map((row) => ({ ...row, query: row.query.slice(place) }))
  })
  const rows = joined((await Promise.all(found)).flat()).filter(
    ({ clicked, zeroResults, searches }) => !isUnclicked || (clicked === 0 && zeroResults < searches),
  )
  return rows.sort((a, b) => b[orderBy] - a[orderBy] || (a.query < b.query ? -1 : 1)).slice(0, limit)
}

function joined(rows: readonly QueryRow[]): QueryRow[] {
  const byQuery = new Map<string, QueryRow>()
  for (const row of rows) {
    const known = byQuery.get(row.query)
    byQuery.set(row.query, known ? addSearchSums(known, row) : row)
  }
  return [...byQuery.values()]
}

export async function queryFigures(call: ReportCall, rows: readonly QueryRow[]) {
  const [earned, revenue] = await Promise.all([
    readNumbers({ ...call, key: undefined, perDay: false }, 'query', { only: rows.map(({ query }) => query) }),
    readRevenue(call),
  ])
  const ofQuery = new Map(earned.map((row) => [row.key, row]))
  return rows.map((row) => queryRow(row, ofQuery.get(row.query) ?? NOTHING, revenue))
}

export function queryRow(row: QueryRow, numbers: Numbers, revenue: number) {
  const earned = earnedFigures(numbers, revenue)
  return {
    query: row.query,
    ...searchFigures(row),
    ...earned,
    cart_rate: ratio(earned.carts, row.searches),
    average_click_position: ratio(numbers.get('position_sum'), numbers.get('position_count')),
  }
}
