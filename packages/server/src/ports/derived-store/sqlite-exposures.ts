/** Who saw which variant of an experience first, and what they ordered afterwards. */
import type { DatabaseSync } from 'node:sqlite'
import type { Conversion, ExposureFact } from './derived-facts.ts'
import type { ExperimentVisitor, TimeRange } from './derived-store.ts'

const EVER: TimeRange = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER }

/** From here on it is cheaper to read all orders of the range than to ask for those of each visitor. */
const MANY = 5_000

type OrdersOf = (visitor: { visitor: string; firstAt: number }) => readonly { body: string }[]

export function exposureTables(db: DatabaseSync) {
  const upsert = db.prepare(
    `INSERT INTO exposures (shop, experience, visitor, variant, first_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET first_at = min(first_at, excluded.first_at)`,
  )

  const ofVisitor = db.prepare(
    `SELECT body FROM conversion_subjects AS s JOIN conversions AS c ON c.shop = s.shop AND c.kind = s.kind AND c.key = s.key
     WHERE s.shop = ? AND s.subject = ? AND s.kind = 'order' AND s.at BETWEEN ? AND ?`,
  )
  const inRange = db.prepare(
    `SELECT at, body FROM conversions WHERE shop = ? AND kind = 'order' AND at BETWEEN ? AND ?`,
  )

  /** The orders of one visitor after another. */
  function readOrders(shop: number, { toMs }: TimeRange): OrdersOf {
    return ({ visitor, firstAt }) => ofVisitor.all(shop, visitor, firstAt, toMs) as { body: string }[]
  }

  /** All orders of the range at once, by who made them. */
  function scanOrders(shop: number, { fromMs, toMs }: TimeRange): OrdersOf {
    const bySubject = new Map<string, { at: number; body: string }[]>()
    for (const order of inRange.all(shop, fromMs, toMs) as { at: number; body: string }[]) {
      for (const subject of new Set((JSON.parse(order.body) as Conversion).subjects)) {
        const known = bySubject.get(subject)
        if (known) known.push(order)
        else bySubject.set(subject, [order])
      }
    }
    return ({ visitor, firstAt }) => (bySubject.get(visitor) ?? []).filter(({ at }) => at >= firstAt)
  }

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
      const single = exposed.filter((row) => row.variants === 1)
      const ordersOf = single.length < MANY ? readOrders(shop, range) : scanOrders(shop, range)
      const visitors = single.map((row) => outcome(row, ordersOf(row)))
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
