import { boundedSum, type RollupChange } from './derived-facts.ts'
import type { RollupQuery, RollupRow } from './derived-records.ts'
import type { DerivedSql } from './derived-sql.ts'
import { boundedSql, ROLLUPS } from './derived-tables.ts'
import { dimensionIn, SEGMENT_MARK } from './segments.ts'

export async function addRollups(sql: DerivedSql, shop: number, changes: readonly RollupChange[]): Promise<void> {
  await sql.put(ROLLUPS, shop, summed(changes, sql))
}

/** Writes each number once instead of once per event. */
function summed(changes: readonly RollupChange[], { keyText }: DerivedSql): RollupChange[] {
  const sums = new Map<string, RollupChange>()
  for (const change of changes) {
    const key = keyText(change.key)
    const identity = `${change.day}\n${change.dimension}\n${change.metric}\n${key}`
    const sum = sums.get(identity)
    if (sum) sum.value = boundedSum(sum.value + change.value)
    else sums.set(identity, { ...change, key })
  }
  const rows: RollupChange[] = []
  for (const sum of sums.values()) if (sum.value !== 0) rows.push(sum)
  return rows
}

/** Also removes the rollups of every segment. */
export async function forgetRollups(
  sql: DerivedSql,
  shop: number,
  dimension: string,
  keys: readonly string[],
): Promise<void> {
  await sql.run(
    'DELETE FROM rollups WHERE shop = $1 AND (dimension = $2 OR dimension >= $4 AND dimension < $5) AND key = ANY($3)',
    [shop, dimension, keys, dimensionIn('', dimension), dimensionIn(SEGMENT_MARK, dimension)],
  )
}

export function readRollups(sql: DerivedSql, shop: number, query: RollupQuery): Promise<RollupRow[]> {
  if (query.largest) return sql.largestRollups(shop, query, query.largest)
  const day = query.perDay ? 'day, ' : ''
  const only = (query.only ?? (query.key === undefined ? undefined : [query.key]))?.map(sql.keyText)
  const sum = `${sql.names.total}(value)`
  return sql.rows<RollupRow>(
    `SELECT ${day} key, metric, ${boundedSql(sum)} AS value FROM rollups
     WHERE shop = $1 AND dimension = $2 AND day BETWEEN $3 AND $4 ${only ? 'AND key = ANY($5)' : ''}
     GROUP BY ${day} key, metric HAVING ${sum} <> 0 ORDER BY ${day} key, metric`,
    [shop, query.dimension, query.fromDay, query.toDay, ...(only ? [only] : [])],
  )
}
