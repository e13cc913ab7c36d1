import type { Sql } from '../postgres/database.ts'
import { jsonRows } from '../postgres/json-rows.ts'
import { type Conversion, type ExposureFact, LARGEST_SUM, type RollupChange } from './derived-facts.ts'
import type { ExperimentOutcomes, ExperimentQuery, RollupQuery, RollupRow } from './derived-records.ts'
import { bounded } from './postgres-keys.ts'
import { dimensionIn, SEGMENT_MARK } from './segments.ts'
import { experimentGroups, type VisitorOrder } from './experiment-groups.ts'
import type { ShopDays } from './shop-days.ts'
import { summed } from './sqlite-rollups.ts'

/** See `LARGEST_SUM`. */
const within = (sum: string) => `greatest(${-LARGEST_SUM}, least(${LARGEST_SUM}, ${sum}))`

export async function addRollups(sql: Sql, shop: number, changes: readonly RollupChange[]): Promise<void> {
  const sums = [...summed(changes.map((change) => ({ ...change, key: bounded(change.key) })))]
  const rows = sums.filter(({ value }) => value !== 0)
  if (rows.length === 0) return
  await sql.run(
    `INSERT INTO rollups AS r (shop, dimension, day, key, metric, value)
     SELECT $1, dimension, day, key, metric, value
     FROM json_to_recordset($2) AS new(dimension text, day int, key text, metric text, value bigint)
     ON CONFLICT (shop, dimension, day, key, metric) DO UPDATE SET value = ${within('r.value + excluded.value')}`,
    [shop, jsonRows(rows)],
  )
}

/** Removes the rollups of these keys, in every segment too. */
export async function forgetRollups(sql: Sql, shop: number, dimension: string, keys: readonly string[]): Promise<void> {
  await sql.run(
    'DELETE FROM rollups WHERE shop = $1 AND (dimension = $2 OR dimension >= $4 AND dimension < $5) AND key = ANY($3)',
    [shop, dimension, keys, dimensionIn('', dimension), dimensionIn(SEGMENT_MARK, dimension)],
  )
}

export function readRollups(sql: Sql, shop: number, query: RollupQuery): Promise<RollupRow[]> {
  if (query.largest) return readLargest(sql, shop, query, query.largest)
  const day = query.perDay ? 'day, ' : ''
  const only = (query.only ?? (query.key === undefined ? undefined : [query.key]))?.map(bounded)
  return sql.rows<RollupRow>(
    `SELECT ${day} key, metric, ${within('sum(value)')} AS value FROM rollups
     WHERE shop = $1 AND dimension = $2 AND day BETWEEN $3 AND $4 ${only ? 'AND key = ANY($5)' : ''}
     GROUP BY ${day} key, metric HAVING sum(value) <> 0 ORDER BY ${day} key, metric`,
    [shop, query.dimension, query.fromDay, query.toDay, ...(only ? [only] : [])],
  )
}

function readLargest(
  sql: Sql,
  shop: number,
  { dimension, fromDay, toDay, key }: RollupQuery,
  { metrics, limit }: NonNullable<RollupQuery['largest']>,
): Promise<RollupRow[]> {
  return sql.rows<RollupRow>(
    `WITH sums AS MATERIALIZED (
       SELECT key, metric, ${within('sum(value)')} AS value FROM rollups
       WHERE shop = $1 AND dimension = $2 AND day BETWEEN $3 AND $4 AND ($5::text IS NULL OR key = $5)
       GROUP BY key, metric HAVING sum(value) <> 0),
     ranked AS (
       SELECT key, row_number() OVER (PARTITION BY metric ORDER BY value DESC, key) AS place FROM sums
       WHERE EXISTS (SELECT 1 FROM unnest($6::text[]) AS asked WHERE starts_with(metric, asked)))
     SELECT key, metric, value FROM sums WHERE key IN (SELECT key FROM ranked WHERE place <= $7) ORDER BY key, metric`,
    [shop, dimension, fromDay, toDay, key === undefined ? null : bounded(key), metrics, limit],
  )
}

export async function addExposures(sql: Sql, shop: number, facts: readonly ExposureFact[]): Promise<void> {
  if (facts.length === 0) return
  // Sorted, because serves are written without the shop's lock, and nodes that write rows in different orders could
  // deadlock.
  await sql.run(
    `INSERT INTO exposures AS e (shop, experience, visitor, variant, first_at)
     SELECT $1, experience, visitor, variant, min("atMs")
     FROM json_to_recordset($2) AS new(experience text, visitor text, variant text, "atMs" bigint)
     GROUP BY experience, visitor, variant ORDER BY experience, visitor, variant
     ON CONFLICT (shop, experience, visitor, variant) DO UPDATE SET first_at = least(e.first_at, excluded.first_at)`,
    [shop, jsonRows(facts)],
  )
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
