/** Touches, conversions and their attributions. A conversion whose attribution may have changed is listed in `unattributed`. */
import type { DatabaseSync } from 'node:sqlite'
import { conversionReports } from './conversion-reports.ts'
import type { Conversion, RefundFact, RollupChange, Subject } from './derived-facts.ts'
import type { Attribution, AttributionResult, AttributionTask, AttributionWindows } from './derived-records.ts'
import type { ShopDays } from './shop-days.ts'
import { conversionRecords } from './sqlite-conversion-records.ts'
import type { linkTables } from './sqlite-links.ts'
import { touchTables } from './sqlite-touches.ts'
import { SAME_MOMENT_MS } from './touches.ts'

export function conversionTables(
  db: DatabaseSync,
  links: ReturnType<typeof linkTables>,
  daysOf: (shop: number) => ShopDays,
) {
  const records = conversionRecords(db)
  const touches = touchTables(db)
  const markOf = db.prepare(
    `INSERT OR IGNORE INTO unattributed (shop, kind, key)
     SELECT shop, kind, key FROM conversion_subjects WHERE shop = ? AND subject = ? AND at >= ?`,
  )

  const reports = (shop: number) => conversionReports(records.of(shop), daysOf(shop))

  return {
    addTouches: touches.add,
    prune: touches.prune,
    list: records.list,

    /** Marks conversions to be attributed again: those since `fromMs`, of everybody who may be the same person. */
    reconsider(shop: number, subject: Subject, fromMs: number): void {
      for (const other of links.around(shop, subject)) markOf.run(shop, other, fromMs - SAME_MOMENT_MS)
    },

    addConversions: (shop: number, conversions: readonly Conversion[]) => reports(shop).addConversions(conversions),
    addRefunds: (shop: number, refunds: readonly RefundFact[]) => reports(shop).addRefunds(refunds),
    putResults: (shop: number, results: readonly AttributionResult[]) => reports(shop).putResults(results),

    tasks(shop: number, windows: AttributionWindows, limit: number): AttributionTask[] {
      const rows = db.prepare('SELECT kind, key FROM unattributed WHERE shop = ? LIMIT ?').all(shop, limit)
      return rows.flatMap(({ kind, key }) => {
        const conversion = records.of(shop).read(kind as string, key as string)
        if (!conversion) {
          records.of(shop).unmark(kind as string, key as string)
          return []
        }
        const subjects = links.person(shop, conversion.subjects)
        return [{ conversion, touches: touches.before(conversion, { shop, subjects }, windows) }]
      })
    },

    find(shop: number, kind: string, key: string): { conversion: Conversion; attributions: Attribution[] } | undefined {
      const conversion = records.of(shop).read(kind, key)
      return conversion && { conversion, attributions: records.of(shop).attributions(kind, key) }
    },

    *allRollups(shop: number): Iterable<RollupChange[]> {
      for (const conversion of records.all(shop)) yield reports(shop).rollupsOf(conversion)
    },
  }
}
