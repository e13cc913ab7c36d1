/** Visits in PostgreSQL: the rows of a batch are read in one go, changed in memory, and written in one go. */
import type { Sql } from '../postgres/database.ts'
import { jsonRows } from '../postgres/json-rows.ts'
import type { Visit } from './derived-facts.ts'
import type { FunnelQuery, FunnelRow, VisitRow, VisitsQuery } from './derived-records.ts'
import { FunnelSums } from './funnel-sums.ts'
import { bounded } from './postgres-keys.ts'
import { PostgresActivitySpans } from './postgres-activity-spans.ts'
import type { ShopDays } from './shop-days.ts'
import { asCounted, gathered, joinVisits, visitKey } from './activity-spans.ts'
import { countVisit, type Ledger, toVisit } from './visits.ts'

/** `rows` is the number under which the visits are stored if it is not `no`. */
export interface VisitShop {
  no: number
  rows: number
  days: ShopDays
}

const VISITS = new PostgresActivitySpans<Visit>({
  table: 'visits',
  keys: { visitor: 'text' },
  columns: { path: 'text', device: 'text', placed_at: 'bigint', place: 'text', steps: 'int', pages: 'text' },
  toSpan: ({ placed_at, ...row }) => toVisit({ ...row, placedAtMs: placed_at }),
  toRow: ({ pages, placedAtMs, ...visit }) => ({ ...visit, placed_at: placedAtMs, pages: JSON.stringify(pages) }),
})

export async function addVisits(sql: Sql, shop: VisitShop, given: readonly Visit[]): Promise<void> {
  if (given.length === 0) return
  const ledger: Ledger = { days: shop.days, sums: new FunnelSums() }
  const visits = given.map(boundedVisit)
  const near = await VISITS.take(sql, shop.rows, visits)
  const joined = gathered([...near, ...visits], visitKey, joinVisits)
  for (const visit of near) countVisit(ledger, visit, -1)
  for (const visit of joined) countVisit(ledger, visit, 1)
  await VISITS.put(sql, shop.rows, joined)
  await addFunnels(sql, shop.no, ledger.sums)
}

function boundedVisit(visit: Visit): Visit {
  return { ...visit, path: bounded(visit.path), pages: [...new Set(visit.pages.map(bounded))].sort() }
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

/** Subtracts visits from the sums, including those whose rows were already removed; a page that only they reached is removed. */
export async function eraseVisits(sql: Sql, shop: VisitShop, given: readonly Visit[]): Promise<void> {
  const visits = given.map(boundedVisit)
  const ledger: Ledger = { days: shop.days, sums: new FunnelSums() }
  const near = await VISITS.take(sql, shop.rows, visits)
  for (const visit of asCounted(visits, near, visitKey)) countVisit(ledger, visit, -1)
  await addFunnels(sql, shop.no, ledger.sums)
  await sql.run('DELETE FROM funnels WHERE shop = $1 AND sessions <= 0', [shop.no])
}

export function readVisits(sql: Sql, shop: number, { fromDay, toDay, perDay }: VisitsQuery): Promise<VisitRow[]> {
  const day = perDay ? 'day, ' : ''
  return sql.rows<VisitRow>(
    `SELECT ${day} device AS segment, steps, sum(sessions) AS sessions FROM funnels
     WHERE shop = $1 AND scope = 'landing' AND day BETWEEN $2 AND $3
     GROUP BY ${day} device, steps HAVING sum(sessions) <> 0 ORDER BY ${day} device, steps`,
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
