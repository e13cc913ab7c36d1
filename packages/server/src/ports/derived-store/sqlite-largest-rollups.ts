import type { DatabaseSync } from 'node:sqlite'
import { boundedSum } from './derived-facts.ts'
import type { RollupQuery, RollupRow } from './derived-records.ts'
import { compareTexts } from './activity-spans.ts'

/** Sums many thousand keys here and keeps the first, because SQLite would sort all rows of a year by their texts. */
export function largestRollups(
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
