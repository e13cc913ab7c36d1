import type { DatabaseSync } from 'node:sqlite'
import { boundedSum, LARGEST_SUM, type RollupChange } from './derived-facts.ts'
import type { RollupQuery, RollupRow } from './derived-records.ts'
import { dimensionIn, SEGMENT_MARK } from './segments.ts'
import { compareTexts } from './activity-spans.ts'

/** The sum of two bounded values never overflows 64 bits. */
const bounded = (sum: string) => `max(${-LARGEST_SUM}, min(${LARGEST_SUM}, ${sum}))`

export function rollupTables(db: DatabaseSync) {
  const upsert = db.prepare(
    `INSERT INTO rollups (shop, dimension, day, key, metric, value) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET value = ${bounded('value + excluded.value')}`,
  )

  return {
    add(shop: number, changes: readonly RollupChange[]): void {
      for (const change of summed(changes)) {
        upsert.run(shop, change.dimension, change.day, change.key, change.metric, change.value)
      }
    },

    /** Removes the rollups of these keys, in every segment too. */
    forget(shop: number, dimension: string, keys: readonly string[]): void {
      const erase = db.prepare(
        'DELETE FROM rollups WHERE shop = ?1 AND (dimension = ?2 OR dimension >= ?3 AND dimension < ?4) AND key = ?5',
      )
      const [from, to] = [dimensionIn('', dimension), dimensionIn(SEGMENT_MARK, dimension)]
      for (const key of keys) erase.run(shop, dimension, from, to, key)
    },

    read(shop: number, query: RollupQuery): RollupRow[] {
      if (query.largest) return largest(db, shop, query, query.largest)
      const day = query.perDay ? 'day, ' : ''
      const only = query.only ?? (query.key === undefined ? undefined : [query.key])
      const key = only === undefined ? '' : 'AND key IN (SELECT value FROM json_each(?))'
      const given = only === undefined ? [] : [JSON.stringify(only)]
      const rows = db
        .prepare(
          `SELECT ${day} key, metric, ${bounded('total(value)')} AS value FROM rollups
           WHERE shop = ? AND dimension = ? AND day BETWEEN ? AND ? ${key}
           GROUP BY ${day} key, metric HAVING total(value) <> 0 ORDER BY ${day} key, metric`,
        )
        .all(shop, query.dimension, query.fromDay, query.toDay, ...given)
      return rows.map((row) => ({ ...row })) as unknown as RollupRow[]
    },
  }
}

/**
 * A report shows the first of many thousand keys. They are summed here, because SQLite would first sort all rows of a
 * year by their texts. Rows are read as three lists, because reading them one by one takes twice as long.
 */
function largest(
  db: DatabaseSync,
  shop: number,
  { dimension, fromDay, toDay, key }: RollupQuery,
  { metrics, limit }: NonNullable<RollupQuery['largest']>,
): RollupRow[] {
  const lists = db
    .prepare(
      `SELECT json_group_array(key) AS keys, json_group_array(metric) AS metrics, json_group_array(value) AS "values" FROM rollups
       WHERE shop = ?1 AND dimension = ?2 AND day BETWEEN ?3 AND ?4 AND (?5 IS NULL OR key = ?5)`,
    )
    .get(shop, dimension, fromDay, toDay, key ?? null) as { keys: string; metrics: string; values: string }
  const sums = sumByMetric(JSON.parse(lists.keys), JSON.parse(lists.metrics), JSON.parse(lists.values))
  const shown = new Set<string>()
  for (const [metric, byKey] of sums)
    if (metrics.some((asked) => metric.startsWith(asked))) for (const name of topKeys(byKey, limit)) shown.add(name)
  return [...sums]
    .flatMap(([metric, byKey]) =>
      [...shown].flatMap((name) => (byKey.get(name) ? [{ key: name, metric, value: byKey.get(name)! }] : [])),
    )
    .sort((a, b) => compareTexts(a.key, b.key) || compareTexts(a.metric, b.metric))
}

function sumByMetric(
  keys: readonly string[],
  metrics: readonly string[],
  values: readonly number[],
): Map<string, Map<string, number>> {
  const sums = new Map<string, Map<string, number>>()
  for (const [i, key] of keys.entries()) {
    const byKey = sums.get(metrics[i]!) ?? new Map<string, number>()
    if (byKey.size === 0) sums.set(metrics[i]!, byKey)
    byKey.set(key, boundedSum((byKey.get(key) ?? 0) + values[i]!))
  }
  return sums
}

/** Keeps the top keys sorted during a single pass: nearly all others are below the last of them. */
function topKeys(byKey: ReadonlyMap<string, number>, limit: number): string[] {
  const top: [key: string, value: number][] = []
  for (const [key, value] of byKey) {
    if (value === 0) continue
    const isBehind = ([name, other]: [string, number]) => other < value || (other === value && name > key)
    if (top.length === limit && !isBehind(top[limit - 1]!)) continue
    const place = top.findIndex(isBehind)
    top.splice(place < 0 ? top.length : place, 0, [key, value])
    if (top.length > limit) top.pop()
  }
  return top.map(([key]) => key)
}

/** Adds up changes, so that each number is written once instead of once per event. */
export function summed(changes: readonly RollupChange[]): Iterable<RollupChange> {
  const sums = new Map<string, RollupChange>()
  for (const change of changes) {
    const identity = `${change.day}\n${change.dimension}\n${change.metric}\n${change.key}`
    const sum = sums.get(identity)
    if (sum) sum.value = boundedSum(sum.value + change.value)
    else sums.set(identity, { ...change })
  }
  return sums.values()
}
