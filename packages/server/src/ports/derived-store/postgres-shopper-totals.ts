import type { Sql } from '../postgres/database.ts'
import { jsonRows } from '../postgres/json-rows.ts'
import type { Subject, VisitDayFact } from './derived-facts.ts'
import type { ShopperTotals } from './derived-records.ts'
import { ConversionWork } from './postgres-conversions.ts'
import { totalsOf } from './shopper-totals.ts'

export async function addVisitDays(sql: Sql, shop: number, facts: readonly VisitDayFact[]): Promise<void> {
  if (facts.length === 0) return
  await sql.run(
    `INSERT INTO visit_days (shop, subject, day)
     SELECT DISTINCT $1::bigint, subject, day FROM json_to_recordset($2) AS new(subject text, day int) ON CONFLICT DO NOTHING`,
    [shop, jsonRows(facts)],
  )
}

export async function readShopperTotals(sql: Sql, shop: number, subjects: readonly Subject[]): Promise<ShopperTotals> {
  if (subjects.length === 0) return totalsOf(0, [])
  const [days] = await sql.rows<{ days: number }>(
    'SELECT count(DISTINCT day)::int AS days FROM visit_days WHERE shop = $1 AND subject = ANY($2)',
    [shop, subjects],
  )
  const keys = await sql.rows<{ kind: 'order'; key: string }>(
    `SELECT DISTINCT kind, key FROM conversion_subjects WHERE shop = $1 AND subject = ANY($2) AND kind = 'order' LIMIT 1000`,
    [shop, subjects],
  )
  const work = await ConversionWork.load(sql, shop, keys)
  return totalsOf(
    days?.days ?? 0,
    keys.flatMap(({ key }) => work.read('order', key) ?? []),
  )
}
