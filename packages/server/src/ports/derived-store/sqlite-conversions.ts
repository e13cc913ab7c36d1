/** Touches, conversions and what ties them together. A conversion whose explanation may have changed is listed in `unattributed`. */
import type { DatabaseSync } from 'node:sqlite'
import { attributionRollups, conversionRollups } from './conversion-rollups.ts'
import type {
  Attribution,
  AttributionResult,
  AttributionTask,
  AttributionWindows,
  Conversion,
  RefundFact,
  RollupChange,
  Subject,
} from './derived-store.ts'
import type { ShopDays } from './shop-days.ts'
import { conversionRecords } from './sqlite-conversion-records.ts'
import type { linkTables } from './sqlite-links.ts'
import { negated } from './sqlite-rollups.ts'
import { compareTexts, SAME_MOMENT_MS, touchTables } from './sqlite-touches.ts'

export function conversionTables(
  db: DatabaseSync,
  links: ReturnType<typeof linkTables>,
  daysOf: (shop: number) => ShopDays,
) {
  const records = conversionRecords(db)
  const touches = touchTables(db)
  const mark = db.prepare('INSERT OR IGNORE INTO unattributed (shop, kind, key) VALUES (?, ?, ?)')
  const unmark = db.prepare('DELETE FROM unattributed WHERE shop = ? AND kind = ? AND key = ?')
  const markOf = db.prepare(
    `INSERT OR IGNORE INTO unattributed (shop, kind, key)
     SELECT shop, kind, key FROM conversion_subjects WHERE shop = ? AND subject = ? AND at >= ?`,
  )

  /** All that the reports have of it. */
  function rollupsOf(shop: number, counted: Conversion): RollupChange[] {
    const days = daysOf(shop)
    const attributions = records.attributions(shop, counted.kind, counted.key)
    return [...conversionRollups(counted, days), ...attributionRollups(counted, attributions, days)]
  }

  /** What the reports have of it so far, to be taken back. */
  function takeBack(shop: number, counted: Conversion): RollupChange[] {
    const changes = negated(rollupsOf(shop, counted))
    records.putAttributions(shop, counted.kind, counted.key, [])
    return changes
  }

  function addConversion(shop: number, conversion: Conversion): RollupChange[] {
    const { kind, key } = conversion
    const before = records.readWhole(shop, kind, key)
    const joined = joinReports(before ?? conversion, conversion)
    if (before && sameReport(before, joined)) return []
    const taken = before ? takeBack(shop, records.afterRefunds(shop, before)) : []
    records.put(shop, joined, before)
    mark.run(shop, kind, key)
    return [...taken, ...conversionRollups(records.afterRefunds(shop, joined), daysOf(shop))]
  }

  return {
    addTouches: touches.add,
    prune: touches.prune,
    list: records.list,

    /** Lists again every conversion from `fromMs` on of anybody who may be the same person. */
    reconsider(shop: number, subject: Subject, fromMs: number): void {
      for (const other of links.around(shop, subject)) markOf.run(shop, other, fromMs - SAME_MOMENT_MS)
    },

    /** Answers how the rollups change. */
    addConversions(shop: number, conversions: readonly Conversion[]): RollupChange[] {
      return conversions.flatMap((conversion) => addConversion(shop, conversion))
    },

    /** Answers how the rollups change. A refund of an order not known yet waits for it. */
    addRefunds(shop: number, refunds: readonly RefundFact[]): RollupChange[] {
      const changes: RollupChange[] = []
      for (const fact of refunds) {
        const before = records.read(shop, 'order', fact.order)
        if (!records.putRefund(shop, fact) || !before) continue
        const after = records.read(shop, 'order', fact.order) as Conversion
        changes.push(...takeBack(shop, before), ...conversionRollups(after, daysOf(shop)))
        mark.run(shop, 'order', fact.order)
      }
      return changes
    },

    tasks(shop: number, windows: AttributionWindows, limit: number): AttributionTask[] {
      const rows = db.prepare('SELECT kind, key FROM unattributed WHERE shop = ? LIMIT ?').all(shop, limit)
      return rows.flatMap(({ kind, key }) => {
        const conversion = records.read(shop, kind as string, key as string)
        if (!conversion) {
          unmark.run(shop, kind as string, key as string)
          return []
        }
        const subjects = links.person(shop, conversion.subjects)
        return [{ conversion, touches: touches.before(conversion, { shop, subjects }, windows) }]
      })
    },

    /** Answers how the rollups change. */
    putResults(shop: number, results: readonly AttributionResult[]): RollupChange[] {
      const changes: RollupChange[] = []
      for (const { kind, key, attributions } of results) {
        unmark.run(shop, kind, key)
        const conversion = records.read(shop, kind, key)
        if (!conversion) continue
        const before = records.attributions(shop, kind, key)
        changes.push(...negated(attributionRollups(conversion, before, daysOf(shop))))
        changes.push(...attributionRollups(conversion, attributions, daysOf(shop)))
        records.putAttributions(shop, kind, key, attributions)
      }
      return changes
    },

    find(shop: number, kind: string, key: string): { conversion: Conversion; attributions: Attribution[] } | undefined {
      const conversion = records.read(shop, kind, key)
      return conversion && { conversion, attributions: records.attributions(shop, kind, key) }
    },

    /** What all of the shop's conversions add to the reports, some at a time. */
    *allRollups(shop: number): Iterable<RollupChange[]> {
      for (const conversion of records.all(shop)) yield rollupsOf(shop, conversion)
    },
  }
}

/** The pixel and the platform's own report tell of one order: the earlier tells what, both tell who, in an order of its own. */
function joinReports(a: Conversion, b: Conversion): Conversion {
  const first = compareConversions(a, b) <= 0 ? a : b
  return { ...first, subjects: [...new Set([...a.subjects, ...b.subjects])].sort() }
}

function sameReport(a: Conversion, b: Conversion): boolean {
  return a.eventId === b.eventId && a.subjects.length === b.subjects.length
}

function compareConversions(a: Conversion, b: Conversion): number {
  return a.atMs - b.atMs || compareTexts(a.eventId, b.eventId)
}
