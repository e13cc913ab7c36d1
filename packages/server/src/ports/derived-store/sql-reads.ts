/** `$1` is the shop's number. */
import type { SqlStore } from '../sql/sql-store.ts'
import type { CartMove } from './cart-quantity.ts'
import type { Conversion, Search, Subject } from './derived-facts.ts'
import type {
  FunnelQuery,
  FunnelRow,
  HistoryLists,
  NetworkVisitors,
  QueryQuery,
  QueryRow,
  RuleUse,
  SearchDay,
  SearchDaysQuery,
  SearchesQuery,
  TimeRange,
  VisitRow,
  VisitsQuery,
} from './derived-records.ts'
import { type HistoryRow, toHistoryLists } from './history-lists.ts'
import { SEGMENT_MARK } from './segments.ts'
import type { SetAside } from './set-aside.ts'

type Reader = Pick<SqlStore, 'rows'>

export function readVisits(sql: Reader, shop: number, { fromDay, toDay, perDay }: VisitsQuery): Promise<VisitRow[]> {
  const day = perDay ? 'day, ' : ''
  return sql.rows<VisitRow>(
    `SELECT ${day} device AS segment, steps, sum(sessions) AS sessions FROM funnels
     WHERE shop = $1 AND scope = 'landing' AND day BETWEEN $2 AND $3
     GROUP BY ${day} device, steps HAVING sum(sessions) <> 0 ORDER BY ${day} device, steps`,
    [shop, fromDay, toDay],
  )
}

export function readFunnel(sql: Reader, shop: number, query: FunnelQuery): Promise<FunnelRow[]> {
  const { scope, fromDay, toDay, path, segments, limit } = query
  const values: unknown[] = [shop, scope, fromDay, toDay, limit]
  const given = (value: unknown) => `$${values.push(value)}`
  const ofPath = path === undefined ? '' : `AND path = ${given(path)}`
  const ofSegments = segments === undefined ? '' : `AND device = ANY(${given(segments)})`
  const asked = `shop = $1 AND scope = $2 AND day BETWEEN $3 AND $4 ${ofPath} ${ofSegments}`
  return sql.rows<FunnelRow>(
    `WITH most AS MATERIALIZED (
       SELECT path FROM funnels WHERE ${asked} GROUP BY path HAVING sum(sessions) > 0 ORDER BY sum(sessions) DESC, path LIMIT $5)
     SELECT path, device AS segment, steps, sum(sessions) AS sessions FROM funnels
     WHERE ${asked} AND path IN (SELECT path FROM most)
     GROUP BY path, device, steps HAVING sum(sessions) <> 0 ORDER BY path, device, steps`,
    values,
  )
}

const SEARCH_COLUMNS =
  'visitor, query, first_at AS "firstAtMs", last_at AS "lastAtMs", answered_at AS "answeredAtMs", answer, clicks'

const toSearch = (row: object): Search => {
  const record = row as Omit<Search, 'clicks'> & { clicks: string }
  return { ...record, clicks: JSON.parse(record.clicks) as Search['clicks'] }
}

/** Returns searches that began in the range, earliest first. */
export async function listSearches(sql: Reader, shop: number, asked: SearchesQuery): Promise<Search[]> {
  const { fromMs, toMs, after, limit } = asked
  const { firstAtMs = fromMs - 1, visitor = '', query = '' } = after ?? {}
  const rows = await sql.rows<object>(
    `SELECT ${SEARCH_COLUMNS} FROM searches
     WHERE shop = $1 AND first_at BETWEEN $2 AND $3 AND (first_at, visitor, query) > ($4, $5, $6) AND query < $7
     ORDER BY first_at, visitor, query LIMIT $8`,
    [shop, fromMs, toMs, firstAtMs, visitor, query, SEGMENT_MARK, limit],
  )
  return rows.map(toSearch)
}

const QUERY_SUMS = `sum(searches) AS "searches", sum(clicked) AS "clicked", sum(clicks) AS "clicks",
  sum(zero_results) AS "zeroResults", sum(approximate) AS "approximate"`

export function readSearchesByDay(
  sql: Reader,
  shop: number,
  { fromDay, toDay, prefix = '', query }: SearchDaysQuery,
): Promise<SearchDay[]> {
  const from = query ?? prefix
  const isAsked = query === undefined ? '' : 'AND query = $4'
  return sql.rows<SearchDay>(
    `SELECT day, ${QUERY_SUMS} FROM queries
     WHERE shop = $1 AND day BETWEEN $2 AND $3 AND query >= $4 AND query < $5 ${isAsked}
     GROUP BY day ORDER BY day`,
    [shop, fromDay, toDay, from, from + SEGMENT_MARK],
  )
}

const QUERY_ORDERS = { searches: 'searches', zeroResults: 'zero_results' } as const

export function readQueries(sql: Reader, shop: number, query: QueryQuery): Promise<QueryRow[]> {
  const sum = `sum(${QUERY_ORDERS[query.orderBy]})`
  const { prefix, fromDay, toDay, limit, only } = query
  return sql.rows<QueryRow>(
    `SELECT query, ${QUERY_SUMS} FROM queries
     WHERE shop = $1 AND query >= $2 AND query < $3 AND day BETWEEN $4 AND $5 ${only ? 'AND query = ANY($7)' : ''}
     GROUP BY query HAVING ${sum} > 0
       ${query.isUnclicked ? 'AND sum(clicked) = 0 AND sum(zero_results) < sum(searches)' : ''}
     ORDER BY ${sum} DESC, query LIMIT $6`,
    [shop, prefix, prefix + SEGMENT_MARK, fromDay, toDay, limit, ...(only ? [only] : [])],
  )
}

export function readRuleUses(sql: Reader, shop: number, fromDay: number, toDay: number): Promise<RuleUse[]> {
  return sql.rows<RuleUse>(
    `SELECT rule, coalesce(sum(answers) FILTER (WHERE day BETWEEN $2 AND $3), 0) AS answers, max(day) AS "lastDay"
     FROM rule_days WHERE shop = $1 GROUP BY rule ORDER BY rule`,
    [shop, fromDay, toDay],
  )
}

export async function readHistory(
  sql: Reader,
  shop: number,
  subjects: readonly Subject[],
  limit: number,
): Promise<HistoryLists> {
  if (subjects.length === 0) return { browsed: [], cart: [], purchased: [] }
  const rows = await sql.rows<HistoryRow>(
    `SELECT product, max(browsed_at) AS browsed, max(added_at) AS added, max(removed_at) AS removed, max(bought_at) AS bought
     FROM histories WHERE shop = $1 AND subject = ANY($2) GROUP BY product`,
    [shop, subjects],
  )
  const moves = await sql.rows<CartMove & { product: number }>(
    'SELECT product, at, kind, quantity FROM cart_moves WHERE shop = $1 AND subject = ANY($2)',
    [shop, subjects],
  )
  return toHistoryLists(rows, moves, limit)
}

/** Limit per shopper; more than a timeline needs. */
const MAX_CARTS = 100

export async function cartsOf(sql: Reader, shop: number, subjects: readonly Subject[], { fromMs, toMs }: TimeRange) {
  const rows = await sql.rows<{ body: string }>(
    `SELECT DISTINCT c.at, c.key, c.body FROM conversion_subjects AS o
     JOIN conversions AS c ON c.shop = o.shop AND c.kind = o.kind AND c.key = o.key
     WHERE o.shop = $1 AND o.subject = ANY($2) AND o.kind = 'cart' AND o.at BETWEEN $3 AND $4
     ORDER BY c.at, c.key LIMIT ${MAX_CARTS}`,
    [shop, subjects, fromMs, toMs],
  )
  return rows.map(({ body }) => JSON.parse(body) as Conversion)
}

export async function servesKeptFrom(sql: Reader, shop: number): Promise<number> {
  const [row] = await sql.rows<{ at: number | null }>('SELECT min(at) AS at FROM serves WHERE shop = $1', [shop])
  return row?.at ?? Number.POSITIVE_INFINITY
}

export function listAside(sql: Reader, shop: number, limit: number): Promise<SetAside[]> {
  return sql.rows<SetAside>(
    'SELECT kind, key, at AS "atMs", name, cause, body FROM set_aside WHERE shop = $1 ORDER BY at, kind, key LIMIT $2',
    [shop, limit],
  )
}

export function outcomes(sql: Reader, shop: number, fromDay: number, toDay: number) {
  return sql.rows<{ day: number; outcome: string; count: number }>(
    'SELECT day, outcome, count FROM outcomes WHERE shop = $1 AND day BETWEEN $2 AND $3 ORDER BY day, outcome',
    [shop, fromDay, toDay],
  )
}

export function readNetworks(sql: Reader, day: number, limit: number): Promise<NetworkVisitors[]> {
  const text = 'SELECT network, visitors FROM networks WHERE day = $1 ORDER BY visitors DESC LIMIT $2'
  return sql.rows<NetworkVisitors>(text, [day, limit])
}
