/** Who saw which variant of an experience first, and what they ordered afterwards. */
import type { DatabaseSync } from 'node:sqlite'
import type { Conversion, ExposureFact } from './derived-facts.ts'
import type { ExperimentVisitor, TimeRange } from './derived-store.ts'

const EVER: TimeRange = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER }

export function exposureTables(db: DatabaseSync) {
  const upsert = db.prepare(
    `INSERT INTO exposures (shop, experience, visitor, variant, first_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET first_at = min(first_at, excluded.first_at)`,
  )

  return {
    add(shop: number, facts: readonly ExposureFact[]): void {
      for (const { experience, visitor, variant, atMs } of facts) upsert.run(shop, experience, visitor, variant, atMs)
    },

    read(shop: number, experience: string, range = EVER): { visitors: ExperimentVisitor[]; sawSeveral: number } {
      const exposed = db
        .prepare(
          `SELECT visitor, min(variant) AS variant, min(first_at) AS firstAt, count(*) AS variants
           FROM exposures WHERE shop = ? AND experience = ? GROUP BY visitor
           HAVING min(first_at) BETWEEN ? AND ? ORDER BY visitor`,
        )
        .all(shop, experience, range.fromMs, range.toMs) as unknown as {
        visitor: string
        variant: string
        firstAt: number
        variants: number
      }[]
      const orders = db.prepare(
        `SELECT body FROM conversion_subjects AS s JOIN conversions AS c ON c.shop = s.shop AND c.kind = s.kind AND c.key = s.key
         WHERE s.shop = ? AND s.subject = ? AND s.kind = 'order' AND s.at BETWEEN ? AND ?`,
      )
      const visitors = exposed
        .filter((row) => row.variants === 1)
        .map((row) => outcome(row, orders.all(shop, row.visitor, row.firstAt, range.toMs) as { body: string }[]))
      return { visitors, sawSeveral: exposed.length - visitors.length }
    },
  }
}

export function outcome(
  { variant, firstAt }: { variant: string; firstAt: number },
  orders: readonly { body: string }[],
): ExperimentVisitor {
  const revenue: Record<string, number> = {}
  for (const { body } of orders) {
    const { currency, lines } = JSON.parse(body) as Conversion
    for (const line of lines) revenue[currency] = (revenue[currency] ?? 0) + line.amount
  }
  return { variant, firstAtMs: firstAt, orders: orders.length, revenue }
}
