/** Who saw which variant of an experience first, and what they ordered afterwards. */
import type { DatabaseSync } from 'node:sqlite'
import type { Conversion, ExposureFact } from './derived-facts.ts'
import type { ExperimentOutcomes, TimeRange } from './derived-store.ts'
import { experimentGroups, type VisitorOrder } from './experiment-groups.ts'

const EVER: TimeRange = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER }

export function exposureTables(db: DatabaseSync) {
  const upsert = db.prepare(
    `INSERT INTO exposures (shop, experience, visitor, variant, first_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET first_at = min(first_at, excluded.first_at)`,
  )
  // One row a variant: hundred thousands of visitors are not worth an object each.
  const byVariant = db.prepare(
    `SELECT variant, variants > 1 AS sawSeveral, count(*) AS visitors, json_group_array(first_at) AS firsts
     FROM (SELECT min(variant) AS variant, min(first_at) AS first_at, count(*) AS variants
           FROM exposures WHERE shop = ? AND experience = ? GROUP BY visitor HAVING min(first_at) BETWEEN ? AND ?)
     GROUP BY sawSeveral, variant`,
  )
  const seenBy = db.prepare(
    'SELECT variant, first_at AS firstAtMs FROM exposures WHERE shop = ? AND experience = ? AND visitor = ?',
  )
  const orders = db.prepare(
    `SELECT at, body FROM conversions WHERE shop = ? AND kind = 'order' AND at BETWEEN ? AND ? ORDER BY at`,
  )

  /** From the orders to their visitors: there are far fewer of them than visitors without any. */
  function ordersOf(shop: number, experience: string, { fromMs, toMs }: TimeRange): VisitorOrder[] {
    const found: VisitorOrder[] = []
    for (const { at, body } of orders.all(shop, fromMs, toMs) as { at: number; body: string }[]) {
      for (const visitor of new Set((JSON.parse(body) as Conversion).subjects)) {
        const seen = seenBy.all(shop, experience, visitor) as { variant: string; firstAtMs: number }[]
        const [only] = seen
        if (seen.length !== 1 || !only || only.firstAtMs < fromMs || only.firstAtMs > at) continue
        found.push({ visitor, ...only, body })
      }
    }
    return found
  }

  return {
    add(shop: number, facts: readonly ExposureFact[]): void {
      for (const { experience, visitor, variant, atMs } of facts) upsert.run(shop, experience, visitor, variant, atMs)
    },

    read(shop: number, experience: string, range = EVER): ExperimentOutcomes {
      const rows = byVariant.all(shop, experience, range.fromMs, range.toMs) as {
        variant: string
        sawSeveral: number
        visitors: number
        firsts: string
      }[]
      const single = rows
        .filter(({ sawSeveral }) => !sawSeveral)
        .map(({ variant, firsts }) => ({ variant, firstAtMs: JSON.parse(firsts) as number[] }))
      const several = rows.filter(({ sawSeveral }) => sawSeveral).reduce((sum, { visitors }) => sum + visitors, 0)
      const bought = single.length === 0 ? [] : ordersOf(shop, experience, range)
      return { groups: experimentGroups(single, bought), sawSeveral: several }
    },
  }
}
