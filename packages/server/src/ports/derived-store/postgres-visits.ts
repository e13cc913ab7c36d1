/** Visits in PostgreSQL: the rows of a batch are read in one go, changed in memory, and written in one go. */
import type { Sql } from '../postgres/database.ts'
import { jsonRows } from '../postgres/json-rows.ts'
import type { Visit } from './derived-facts.ts'
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
