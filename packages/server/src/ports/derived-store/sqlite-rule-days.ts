import type { DatabaseSync } from 'node:sqlite'
import { ruleDaysOf } from './batch-rules.ts'
import type { RuleUse, StoredServe } from './derived-records.ts'
import type { ShopDays } from './shop-days.ts'

export function ruleDayTables(db: DatabaseSync, daysOf: (shop: number) => ShopDays) {
  const upsert = db.prepare(
    `INSERT INTO rule_days (shop, rule, day, answers) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET answers = answers + excluded.answers`,
  )
  const uses = db.prepare(
    `SELECT rule, sum(CASE WHEN day BETWEEN ? AND ? THEN answers ELSE 0 END) AS answers, max(day) AS lastDay
     FROM rule_days WHERE shop = ? GROUP BY rule ORDER BY rule`,
  )

  return {
    add(shop: number, serves: readonly StoredServe[]): void {
      for (const { rule, day, answers } of ruleDaysOf(serves, daysOf(shop))) upsert.run(shop, rule, day, answers)
    },

    read(shop: number, fromDay: number, toDay: number): RuleUse[] {
      return uses.all(fromDay, toDay, shop).map((row) => ({ ...row })) as unknown as RuleUse[]
    },
  }
}
