/** Visits and searches in PostgreSQL: the rows of a batch are read in one go, worked on in memory, and written in one go. */
import type { Sql } from '../postgres/database.ts'
import { jsonRows } from '../postgres/json-rows.ts'
import { SEARCH_FLAGS, type SearchFact, type SessionFact } from './derived-facts.ts'
import type { FunnelQuery, FunnelRow, QueryQuery, QueryRow, SearchDay, VisitRow } from './derived-store.ts'
import { FunnelSums } from './funnel-sums.ts'
import { bounded } from './postgres-keys.ts'
import { SEGMENT_MARK } from './segments.ts'
import type { ShopDays } from './shop-days.ts'
import {
  countFlags,
  countLanding,
  countPages,
  isSameVisit,
  joinedVisit,
  type Ledger,
  type QueryCount,
  recountVisit,
  type SearchFlag,
  type SessionRow,
} from './visits.ts'

/** Whose visits: `rows` is the number under which they lie where it is not the shop's own. */
export interface VisitShop {
  no: number
  rows: number
  days: ShopDays
}

interface Visit {
  row: SessionRow | undefined
  pages: Set<string>
  isChanged: boolean
}

export async function addVisits(sql: Sql, shop: VisitShop, given: readonly SessionFact[]): Promise<void> {
  if (given.length === 0) return
  const facts = given.map(boundedVisit)
  const visits = await readVisitRows(sql, shop.rows, facts)
  const ledger: Ledger = { days: shop.days, sums: new FunnelSums() }
  const freshPages: { session: string; path: string }[] = []
  for (const fact of facts) {
    const visit = visits.get(fact.session) as Visit
    const after = joinedVisit(visit.row, fact)
    if (!visit.row || !isSameVisit(visit.row, after)) {
      recountVisit(ledger, visit.row, after, [...visit.pages])
      visit.row = after
      visit.isChanged = true
    }
    const fresh = fact.pages.filter((path) => !visit.pages.has(path) && visit.pages.add(path))
    for (const path of fresh) freshPages.push({ session: fact.session, path })
    countPages(ledger, after, fresh, 1)
  }
  await writeVisits(sql, shop.rows, visits)
  await sql.run(
    `INSERT INTO session_pages (shop, session, path)
     SELECT $1, session, path FROM json_to_recordset($2) AS new(session text, path text) ON CONFLICT DO NOTHING`,
    [shop.rows, jsonRows(freshPages)],
  )
  await addFunnels(sql, shop.no, ledger.sums)
}

function boundedVisit(fact: SessionFact): SessionFact {
  return { ...fact, path: bounded(fact.path), pages: [...new Set(fact.pages.map(bounded))] }
}

async function readVisitRows(sql: Sql, shop: number, facts: readonly SessionFact[]): Promise<Map<string, Visit>> {
  const sessions = [...new Set(facts.map(({ session }) => session))]
  const visits = new Map<string, Visit>(
    sessions.map((session) => [session, { row: undefined, pages: new Set<string>(), isChanged: false }]),
  )
  const asked = jsonRows(sessions.map((session) => ({ session })))
  const rows = await sql.rows<SessionRow & { session: string }>(
    `SELECT s.session, first_at, path, device, steps, placed_at, place FROM json_to_recordset($2) AS asked(session text)
     JOIN sessions AS s ON s.shop = $1 AND s.session = asked.session`,
    [shop, asked],
  )
  for (const { session, ...row } of rows) (visits.get(session) as Visit).row = row
  const pages = await sql.rows<{ session: string; path: string }>(
    `SELECT p.session, p.path FROM json_to_recordset($2) AS asked(session text)
     JOIN session_pages AS p ON p.shop = $1 AND p.session = asked.session`,
    [shop, asked],
  )
  for (const { session, path } of pages) visits.get(session)?.pages.add(path)
  return visits
}

async function writeVisits(sql: Sql, shop: number, visits: ReadonlyMap<string, Visit>): Promise<void> {
  const changed = [...visits].filter(([, { isChanged }]) => isChanged)
  await sql.run(
    `INSERT INTO sessions (shop, session, first_at, path, device, steps, placed_at, place)
     SELECT $1, session, first_at, path, device, steps, placed_at, place
     FROM json_to_recordset($2) AS new(session text, first_at bigint, path text, device text, steps int, placed_at bigint, place text)
     ON CONFLICT (shop, session) DO UPDATE
     SET first_at = excluded.first_at, path = excluded.path, device = excluded.device, steps = excluded.steps,
       placed_at = excluded.placed_at, place = excluded.place`,
    [shop, jsonRows(changed.map(([session, { row }]) => ({ session, ...row })))],
  )
}

async function addFunnels(sql: Sql, shop: number, sums: FunnelSums): Promise<void> {
  await sql.run(
    `INSERT INTO funnels AS f (shop, scope, day, path, device, steps, sessions)
     SELECT $1, scope, day, path, segment, steps, sessions
     FROM json_to_recordset($2) AS new(scope text, day int, path text, segment text, steps int, sessions bigint)
     ON CONFLICT (shop, scope, day, path, device, steps) DO UPDATE SET sessions = f.sessions + excluded.sessions`,
    [shop, jsonRows([...sums.changes()])],
  )
}

/** Takes visits back from the sums, also those whose rows are gone; a page that only they came to is not known any more. */
export async function eraseVisits(sql: Sql, shop: VisitShop, given: readonly SessionFact[]): Promise<void> {
  const facts = given.map(boundedVisit)
  const visits = await readVisitRows(sql, shop.rows, facts)
  const ledger: Ledger = { days: shop.days, sums: new FunnelSums() }
  for (const fact of facts) {
    const visit = visits.get(fact.session) as Visit
    const counted = visit.row ?? joinedVisit(undefined, fact)
    countLanding(ledger, counted, -1)
    countPages(ledger, counted, visit.row ? visit.pages : fact.pages, -1)
    // A second fact of the session finds it gone.
    visit.row = undefined
  }
  const sessions = [...visits.keys()]
  for (const table of ['sessions', 'session_pages'])
    await sql.run(`DELETE FROM ${table} WHERE shop = $1 AND session = ANY($2)`, [shop.rows, sessions])
  await addFunnels(sql, shop.no, ledger.sums)
  await sql.run('DELETE FROM funnels WHERE shop = $1 AND sessions <= 0', [shop.no])
}

/** Visits that began before this are over: their sums stay, their rows go. */
export async function pruneVisits(sql: Sql, { rows, days }: VisitShop, beforeMs: number): Promise<void> {
  await sql.run(
    `DELETE FROM session_pages AS p USING sessions AS s
     WHERE p.shop = $1 AND s.shop = $1 AND s.session = p.session AND s.first_at < $2`,
    [rows, beforeMs],
  )
  await sql.run('DELETE FROM sessions WHERE shop = $1 AND first_at < $2', [rows, beforeMs])
  await sql.run('DELETE FROM searches WHERE shop = $1 AND day < $2', [rows, days.dayOf(beforeMs)])
}

export function readVisits(sql: Sql, shop: number, fromDay: number, toDay: number): Promise<VisitRow[]> {
  return sql.rows<VisitRow>(
    `SELECT device AS segment, steps, sum(sessions) AS sessions FROM funnels
     WHERE shop = $1 AND scope = 'landing' AND day BETWEEN $2 AND $3
     GROUP BY device, steps HAVING sum(sessions) <> 0 ORDER BY device, steps`,
    [shop, fromDay, toDay],
  )
}

export function readFunnel(sql: Sql, shop: number, query: FunnelQuery): Promise<FunnelRow[]> {
  const { scope, fromDay, toDay, path = null, segments = null, limit } = query
  const asked = `shop = $1 AND scope = $2 AND day BETWEEN $3 AND $4 AND ($5::text IS NULL OR path = $5)
    AND ($6::text[] IS NULL OR device = ANY($6))`
  return sql.rows<FunnelRow>(
    `WITH most AS MATERIALIZED (
       SELECT path FROM funnels WHERE ${asked} GROUP BY path HAVING sum(sessions) > 0 ORDER BY sum(sessions) DESC, path LIMIT $7)
     SELECT path, device AS segment, steps, sum(sessions) AS sessions FROM funnels
     WHERE ${asked} AND path IN (SELECT path FROM most)
     GROUP BY path, device, steps HAVING sum(sessions) <> 0 ORDER BY path, device, steps`,
    [shop, scope, fromDay, toDay, path, segments, limit],
  )
}

const SEARCH = 'day int, session text, query text'

async function readSearches(sql: Sql, shop: number, facts: readonly SearchFact[]): Promise<Map<string, number>> {
  const rows = await sql.rows<SearchFact>(
    `SELECT s.day, s.session, s.query, s.flags FROM json_to_recordset($2) AS asked(${SEARCH})
     JOIN searches AS s ON s.shop = $1 AND s.day = asked.day AND s.session = asked.session AND s.query = asked.query`,
    [shop, jsonRows(facts)],
  )
  return new Map(rows.map((row) => [searchKey(row), row.flags]))
}

function searchKey({ day, session, query }: SearchFact): string {
  return `${day}\n${session}\n${query}`
}

export async function addSearches(sql: Sql, shop: number, given: readonly SearchFact[]): Promise<void> {
  if (given.length === 0) return
  const facts = given.map((fact) => ({ ...fact, query: bounded(fact.query) }))
  const known = await readSearches(sql, shop, facts)
  const changed = new Map<string, SearchFact>()
  const counts = new Map<string, QueryCount>()
  for (const fact of facts) {
    const { day, query } = fact
    const before = known.get(searchKey(fact)) ?? 0
    const fresh = fact.flags & ~before
    if (fresh === 0) continue
    const flags = before | fact.flags
    known.set(searchKey(fact), flags)
    changed.set(searchKey(fact), { ...fact, flags })
    const count = counts.get(`${day}\n${query}`) ?? { day, query, searched: 0, clicked: 0, cartAdded: 0, empty: 0 }
    countFlags(count, fresh)
    counts.set(`${day}\n${query}`, count)
  }
  await sql.run(
    `INSERT INTO searches (shop, day, session, query, flags)
     SELECT $1, day, session, query, flags FROM json_to_recordset($2) AS new(${SEARCH}, flags int)
     ON CONFLICT (shop, day, session, query) DO UPDATE SET flags = excluded.flags`,
    [shop, jsonRows([...changed.values()])],
  )
  await addQueries(sql, shop, [...counts.values()])
}

async function addQueries(sql: Sql, shop: number, counts: readonly QueryCount[]): Promise<void> {
  await sql.run(
    `INSERT INTO queries AS q (shop, query, day, searches, clicks, cart_adds, zero_results)
     SELECT $1, query, day, sum(searched), sum(clicked), sum("cartAdded"), sum("empty")
     FROM json_to_recordset($2) AS new(query text, day int, searched bigint, clicked bigint, "cartAdded" bigint, "empty" bigint)
     GROUP BY query, day
     ON CONFLICT (shop, query, day) DO UPDATE SET searches = q.searches + excluded.searches, clicks = q.clicks + excluded.clicks,
       cart_adds = q.cart_adds + excluded.cart_adds, zero_results = q.zero_results + excluded.zero_results`,
    [shop, jsonRows(counts)],
  )
}

/** Takes searches back from the sums. Answers the queries that nobody else has searched for. */
export async function eraseSearches(sql: Sql, shop: number, given: readonly SearchFact[]): Promise<string[]> {
  if (given.length === 0) return []
  const facts = given.map((fact) => ({ ...fact, query: bounded(fact.query) }))
  const known = await readSearches(sql, shop, facts)
  const counts = facts.map((fact): QueryCount => {
    const counted = known.get(searchKey(fact)) ?? fact.flags
    known.delete(searchKey(fact))
    const by = (flag: SearchFlag) => (counted & SEARCH_FLAGS[flag] ? -1 : 0)
    const { day, query } = fact
    return {
      day,
      query,
      searched: by('searched'),
      clicked: by('clicked'),
      cartAdded: by('cartAdded'),
      empty: by('empty'),
    }
  })
  await sql.run(
    `DELETE FROM searches AS s USING json_to_recordset($2) AS gone(${SEARCH})
     WHERE s.shop = $1 AND s.day = gone.day AND s.session = gone.session AND s.query = gone.query`,
    [shop, jsonRows(facts)],
  )
  await addQueries(sql, shop, counts)
  await sql.run('DELETE FROM queries WHERE shop = $1 AND searches <= 0', [shop])
  const queries = [...new Set(facts.map(({ query }) => query))]
  const left = await sql.rows<{ query: string }>(
    'SELECT DISTINCT query FROM queries WHERE shop = $1 AND query = ANY($2)',
    [shop, queries],
  )
  const isLeft = new Set(left.map(({ query }) => query))
  const gone = queries.filter((query) => !isLeft.has(query))
  // A segment whose serve was forgotten meanwhile cannot be derived again; what nobody searches for stays in none.
  await sql.run(
    `DELETE FROM queries AS q USING unnest($2::text[]) AS gone(query)
     WHERE q.shop = $1 AND q.query >= $3 AND right(q.query, length(gone.query) + 1) = $3 || gone.query`,
    [shop, gone, SEGMENT_MARK],
  )
  return gone
}

export function readSearchesByDay(
  sql: Sql,
  shop: number,
  { fromDay, toDay, prefix }: Pick<QueryQuery, 'fromDay' | 'toDay' | 'prefix'>,
) {
  return sql.rows<SearchDay>(
    `SELECT day, sum(searches) AS searches, sum(zero_results) AS "zeroResults" FROM queries
     WHERE shop = $1 AND day BETWEEN $2 AND $3 AND query >= $4 AND query < $5 GROUP BY day ORDER BY day`,
    [shop, fromDay, toDay, prefix, prefix + SEGMENT_MARK],
  )
}

export function readQueries(sql: Sql, shop: number, query: QueryQuery): Promise<QueryRow[]> {
  const [column, name] =
    query.orderBy === 'zeroResults' ? ['zero_results', '"zeroResults"'] : ['searches', '"searches"']
  return sql.rows<QueryRow>(
    `SELECT query, sum(searches) AS "searches", sum(clicks) AS clicks, sum(cart_adds) AS "cartAdds", sum(zero_results) AS "zeroResults"
     FROM queries WHERE shop = $1 AND query >= $2 AND query < $3 AND day BETWEEN $4 AND $5 AND ($7::text[] IS NULL OR query = ANY($7))
     GROUP BY query HAVING sum(${column}) > 0
       ${query.isUnclicked ? 'AND sum(clicks) = 0 AND sum(zero_results) < sum(searches)' : ''}
     ORDER BY ${name} DESC, query LIMIT $6`,
    [shop, query.prefix, query.prefix + SEGMENT_MARK, query.fromDay, query.toDay, query.limit, query.only ?? null],
  )
}
