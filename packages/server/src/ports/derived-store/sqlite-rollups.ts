import type { DatabaseSync } from 'node:sqlite'
import type { RollupChange } from './derived-facts.ts'
import type { RollupQuery, RollupRow } from './derived-store.ts'
import { dimensionIn, SEGMENT_MARK } from './segments.ts'

export function rollupTables(db: DatabaseSync) {
  const upsert = db.prepare(
    `INSERT INTO rollups (shop, dimension, day, key, metric, value) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET value = value + excluded.value`,
  )

  return {
    add(shop: number, changes: readonly RollupChange[]): void {
      for (const change of summed(changes)) {
        upsert.run(shop, change.dimension, change.day, change.key, change.metric, change.value)
      }
    },

    /** Forgets what was counted under the keys of a dimension, in every segment. */
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
      const key = query.key === undefined ? '' : 'AND key = ?'
      const given = query.key === undefined ? [] : [query.key]
      const rows = db
        .prepare(
          `SELECT ${day} key, metric, sum(value) AS value FROM rollups
           WHERE shop = ? AND dimension = ? AND day BETWEEN ? AND ? ${key}
           GROUP BY ${day} key, metric HAVING sum(value) <> 0 ORDER BY ${day} key, metric`,
        )
        .all(shop, query.dimension, query.fromDay, query.toDay, ...given)
      return rows.map((row) => ({ ...row })) as unknown as RollupRow[]
    },
  }
}

/** Of many thousand keys a report shows the first: the others stay where they are. */
function largest(
  db: DatabaseSync,
  shop: number,
  { dimension, fromDay, toDay, key }: RollupQuery,
  { metrics, limit }: NonNullable<RollupQuery['largest']>,
): RollupRow[] {
  const rows = db
    .prepare(
      `WITH sums AS MATERIALIZED (
         SELECT key, metric, sum(value) AS value FROM rollups
         WHERE shop = ?1 AND dimension = ?2 AND day BETWEEN ?3 AND ?4 AND (?5 IS NULL OR key = ?5)
         GROUP BY key, metric HAVING sum(value) <> 0),
       ranked AS (
         SELECT key, row_number() OVER (PARTITION BY metric ORDER BY value DESC, key) AS place FROM sums
         WHERE EXISTS (SELECT 1 FROM json_each(?6) AS asked WHERE substr(metric, 1, length(asked.value)) = asked.value))
       SELECT key, metric, value FROM sums WHERE key IN (SELECT key FROM ranked WHERE place <= ?7) ORDER BY key, metric`,
    )
    .all(shop, dimension, fromDay, toDay, key ?? null, JSON.stringify(metrics), limit)
  return rows.map((row) => ({ ...row })) as unknown as RollupRow[]
}

/** One write per number instead of one per event. */
export function summed(changes: readonly RollupChange[]): Iterable<RollupChange> {
  const sums = new Map<string, RollupChange>()
  for (const change of changes) {
    const identity = `${change.day}\n${change.dimension}\n${change.metric}\n${change.key}`
    const sum = sums.get(identity)
    if (sum) sum.value += change.value
    else sums.set(identity, { ...change })
  }
  return sums.values()
}
