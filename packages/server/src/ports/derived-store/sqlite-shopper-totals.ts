import type { DatabaseSync } from 'node:sqlite'
import type { Conversion, Subject, VisitDayFact } from './derived-facts.ts'
import type { ShopperTotals } from './derived-records.ts'
import { totalsOf } from './shopper-totals.ts'

export function shopperTotalTables(db: DatabaseSync, findOrder: (shop: number, key: string) => Conversion | undefined) {
  const add = db.prepare('INSERT OR IGNORE INTO visit_days (shop, subject, day) VALUES (?, ?, ?)')
  return {
    add(shop: number, facts: readonly VisitDayFact[]): void {
      for (const { subject, day } of facts) add.run(shop, subject, day)
    },

    read(shop: number, subjects: readonly Subject[]): ShopperTotals {
      if (subjects.length === 0) return totalsOf(0, [])
      const marks = subjects.map(() => '?').join(', ')
      const days = db
        .prepare(`SELECT count(DISTINCT day) AS days FROM visit_days WHERE shop = ? AND subject IN (${marks})`)
        .get(shop, ...subjects) as { days: number }
      const orders = db
        .prepare(
          `SELECT DISTINCT key FROM conversion_subjects WHERE shop = ? AND subject IN (${marks}) AND kind = 'order' LIMIT 1000`,
        )
        .all(shop, ...subjects) as { key: string }[]
      return totalsOf(
        days.days,
        orders.flatMap(({ key }) => findOrder(shop, key) ?? []),
      )
    },
  }
}
