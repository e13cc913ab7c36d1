import type { Sql } from '../postgres/database.ts'
import type { Conversion, ExposureFact } from './derived-facts.ts'
import type { ExperimentOutcomes, ExperimentQuery } from './derived-records.ts'
import type { DerivedSql } from './derived-sql.ts'
import { EXPOSURES } from './derived-tables.ts'
import { experimentGroups, type VisitorOrder } from './experiment-groups.ts'
import type { ShopDays } from './shop-days.ts'

export async function addExposures(sql: DerivedSql, shop: number, facts: readonly ExposureFact[]): Promise<void> {
  const rows = facts.map(({ atMs, ...fact }) => ({ ...fact, first_at: atMs }))
  await sql.put(EXPOSURES, shop, rows)
}

export async function readExperiment(
  sql: Sql,
  shop: number,
  experience: string,
  { days, fromMs = 0, toMs = Number.MAX_SAFE_INTEGER, sample }: ExperimentQuery & { days: ShopDays },
): Promise<ExperimentOutcomes> {
  const exposed = `SELECT visitor, min(variant) AS variant, min(first_at) AS first_at, count(*) AS variants
     FROM exposures WHERE shop = $1 AND experience = $2 GROUP BY visitor HAVING min(first_at) BETWEEN $3 AND $4`
  const given = [shop, experience, fromMs, toMs]
  const rows = await sql.rows<{ variant: string; sawSeveral: boolean; visitors: number; firsts: string }>(
    `SELECT variant, variants > 1 AS "sawSeveral", count(*)::int AS visitors, json_agg(first_at)::text AS firsts
     FROM (${exposed}) AS e GROUP BY variants > 1, variant`,
    given,
  )
  const orders = await sql.rows<Pick<VisitorOrder, 'visitor' | 'variant'> & { firstAtMs: string; body: string }>(
    `SELECT e.visitor, e.variant, e.first_at AS "firstAtMs", c.body FROM (${exposed}) AS e
     JOIN conversion_subjects AS s ON s.shop = $1 AND s.subject = e.visitor AND s.kind = 'order' AND s.at BETWEEN e.first_at AND $4
     JOIN conversions AS c ON c.shop = s.shop AND c.kind = s.kind AND c.key = s.key
     WHERE e.variants = 1 ORDER BY c.at, c.key`,
    given,
  )
  const single = rows
    .filter(({ sawSeveral }) => !sawSeveral)
    .map(({ variant, firsts }) => ({ variant, firstAtMs: JSON.parse(firsts) as number[] }))
  const several = rows.filter(({ sawSeveral }) => sawSeveral).reduce((sum, { visitors }) => sum + visitors, 0)
  const bought = orders.map(({ visitor, variant, firstAtMs, body }) => {
    const { currency, lines } = JSON.parse(body) as Conversion
    return { visitor, variant, firstAtMs: Number(firstAtMs), currency, lines }
  })
  return { groups: experimentGroups(single, bought, { days, sample }), sawSeveral: several }
}
