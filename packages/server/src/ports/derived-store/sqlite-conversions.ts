/** Touches, conversions and what ties them together. A conversion whose explanation may have changed is listed in `unattributed`. */
import type { DatabaseSync } from 'node:sqlite'
import { attributionRollups, conversionRollups } from './conversion-rollups.ts'
import type {
  Attribution,
  AttributionResult,
  AttributionTask,
  AttributionWindows,
  Conversion,
  ConversionLine,
  RefundFact,
  RollupChange,
  Subject,
  Touch,
  TouchedProduct,
  TouchFact,
} from './derived-store.ts'
import type { ShopDays } from './shop-days.ts'
import type { linkTables } from './sqlite-links.ts'
import { negated } from './sqlite-rollups.ts'

/** A shop's own add-to-cart event and the platform's are sent at the same moment, in either order. */
const SAME_MOMENT_MS = 5000

export function conversionTables(
  db: DatabaseSync,
  links: ReturnType<typeof linkTables>,
  daysOf: (shop: number) => ShopDays,
) {
  const putClick = db.prepare(
    'INSERT OR IGNORE INTO clicks (shop, subject, product, at, event, source) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const putView = db.prepare(
    'INSERT OR IGNORE INTO views (shop, subject, at, event, products, source) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const find = db.prepare('SELECT body FROM conversions WHERE shop = ? AND kind = ? AND key = ?')
  const put = db.prepare(
    'INSERT OR REPLACE INTO conversions (shop, kind, key, at, event, body) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const putSubject = db.prepare(
    'INSERT OR REPLACE INTO conversion_subjects (shop, subject, kind, key, at) VALUES (?, ?, ?, ?, ?)',
  )
  const dropSubject = db.prepare(
    'DELETE FROM conversion_subjects WHERE shop = ? AND subject = ? AND kind = ? AND key = ?',
  )
  const mark = db.prepare('INSERT OR IGNORE INTO unattributed (shop, kind, key) VALUES (?, ?, ?)')
  const unmark = db.prepare('DELETE FROM unattributed WHERE shop = ? AND kind = ? AND key = ?')
  const findAttributions = db.prepare('SELECT body FROM attributions WHERE shop = ? AND kind = ? AND key = ?')
  const putAttributions = db.prepare('INSERT OR REPLACE INTO attributions (shop, kind, key, body) VALUES (?, ?, ?, ?)')
  const markOf = db.prepare(
    `INSERT OR IGNORE INTO unattributed (shop, kind, key)
     SELECT shop, kind, key FROM conversion_subjects WHERE shop = ? AND subject = ? AND at >= ?`,
  )
  const clicksOf = db.prepare(
    'SELECT at, event, source FROM clicks WHERE shop = ? AND subject = ? AND product = ? AND at BETWEEN ? AND ?',
  )
  const viewsOf = db.prepare(
    'SELECT at, event, products, source FROM views WHERE shop = ? AND subject = ? AND at BETWEEN ? AND ?',
  )

  const putRefund = db.prepare('INSERT OR IGNORE INTO refunds (shop, key, refund, body) VALUES (?, ?, ?, ?)')
  const refundsOf = db.prepare('SELECT body FROM refunds WHERE shop = ? AND key = ? ORDER BY refund')

  /** As it was reported. */
  function readWhole(shop: number, kind: string, key: string): Conversion | undefined {
    const row = find.get(shop, kind, key) as { body: string } | undefined
    return row && (JSON.parse(row.body) as Conversion)
  }

  /** As it counts: without what was refunded. */
  function read(shop: number, kind: string, key: string): Conversion | undefined {
    const whole = readWhole(shop, kind, key)
    return whole && afterRefunds(shop, whole)
  }

  function afterRefunds(shop: number, conversion: Conversion): Conversion {
    if (conversion.kind !== 'order') return conversion
    const rows = refundsOf.all(shop, conversion.key) as { body: string }[]
    const refunds = rows.flatMap((row) => JSON.parse(row.body) as ConversionLine[])
    return refunds.length === 0 ? conversion : { ...conversion, lines: linesLeft(conversion.lines, refunds) }
  }

  /** What the reports have of it so far, to be taken back. */
  function takeBack(shop: number, counted: Conversion): RollupChange[] {
    const { kind, key } = counted
    const changes = negated(rollupsOf(shop, counted))
    putAttributions.run(shop, kind, key, '[]')
    return changes
  }

  /** All that the reports have of it. */
  function rollupsOf(shop: number, counted: Conversion): RollupChange[] {
    const days = daysOf(shop)
    const attributions = readAttributions(shop, counted.kind, counted.key)
    return [...conversionRollups(counted, days), ...attributionRollups(counted, attributions, days)]
  }

  function readAttributions(shop: number, kind: string, key: string): Attribution[] {
    const row = findAttributions.get(shop, kind, key) as { body: string } | undefined
    return row ? (JSON.parse(row.body) as Attribution[]) : []
  }

  function touchesOf(shop: number, conversion: Conversion, windows: AttributionWindows): Touch[] {
    const { atMs } = conversion
    const until = conversion.kind === 'cart' ? atMs + SAME_MOMENT_MS : atMs
    const products = new Set(conversion.lines.map((line) => line.productId))
    const touches: Touch[] = []
    for (const subject of links.person(shop, conversion.subjects)) {
      for (const productId of products) {
        for (const row of clicksOf.all(shop, subject, productId, atMs - windows.clickMs, until)) {
          touches.push(toTouch('click', { productId }, row))
        }
      }
      for (const row of viewsOf.all(shop, subject, atMs - windows.viewMs, until)) {
        for (const product of JSON.parse(row.products as string) as TouchedProduct[]) {
          if (products.has(product.productId)) touches.push(toTouch('view', product, row))
        }
      }
    }
    return touches.sort((a, b) => a.atMs - b.atMs || compare(a.eventId, b.eventId) || a.productId - b.productId)
  }

  return {
    addTouches(shop: number, touches: readonly TouchFact[]): void {
      for (const { kind, subject, atMs, eventId, products, source } of touches) {
        if (kind === 'view') {
          putView.run(shop, subject, atMs, eventId, JSON.stringify(products), JSON.stringify(source))
          continue
        }
        for (const { productId, ...shown } of products) {
          putClick.run(shop, subject, productId, atMs, eventId, JSON.stringify({ ...source, ...shown }))
        }
      }
    },

    /** Lists again every conversion from `fromMs` on of anybody who may be the same person. */
    reconsider(shop: number, subject: Subject, fromMs: number): void {
      for (const other of links.around(shop, subject)) markOf.run(shop, other, fromMs - SAME_MOMENT_MS)
    },

    /** Answers how the rollups change. */
    addConversions(shop: number, conversions: readonly Conversion[]): RollupChange[] {
      const changes: RollupChange[] = []
      for (const conversion of conversions) {
        const { kind, key } = conversion
        const before = readWhole(shop, kind, key)
        const joined = joinReports(before ?? conversion, conversion)
        if (before && sameReport(before, joined)) continue
        if (before) {
          for (const subject of before.subjects) dropSubject.run(shop, subject, kind, key)
          changes.push(...takeBack(shop, afterRefunds(shop, before)))
        }
        put.run(shop, kind, key, joined.atMs, joined.eventId, JSON.stringify(joined))
        for (const subject of joined.subjects) putSubject.run(shop, subject, kind, key, joined.atMs)
        changes.push(...conversionRollups(afterRefunds(shop, joined), daysOf(shop)))
        mark.run(shop, kind, key)
      }
      return changes
    },

    /** Answers how the rollups change. A refund of an order not known yet waits for it. */
    addRefunds(shop: number, refunds: readonly RefundFact[]): RollupChange[] {
      const changes: RollupChange[] = []
      for (const { order, refund, lines } of refunds) {
        const before = read(shop, 'order', order)
        if (putRefund.run(shop, order, refund, JSON.stringify(lines)).changes === 0 || !before) continue
        const after = read(shop, 'order', order) as Conversion
        changes.push(...takeBack(shop, before), ...conversionRollups(after, daysOf(shop)))
        mark.run(shop, 'order', order)
      }
      return changes
    },

    tasks(shop: number, windows: AttributionWindows, limit: number): AttributionTask[] {
      const rows = db.prepare('SELECT kind, key FROM unattributed WHERE shop = ? LIMIT ?').all(shop, limit)
      return rows.flatMap(({ kind, key }) => {
        const conversion = read(shop, kind as string, key as string)
        if (!conversion) unmark.run(shop, kind as string, key as string)
        return conversion ? [{ conversion, touches: touchesOf(shop, conversion, windows) }] : []
      })
    },

    /** Answers how the rollups change. */
    putResults(shop: number, results: readonly AttributionResult[]): RollupChange[] {
      const changes: RollupChange[] = []
      for (const { kind, key, attributions } of results) {
        unmark.run(shop, kind, key)
        const conversion = read(shop, kind, key)
        if (!conversion) continue
        const before = readAttributions(shop, kind, key)
        changes.push(...negated(attributionRollups(conversion, before, daysOf(shop))))
        changes.push(...attributionRollups(conversion, attributions, daysOf(shop)))
        putAttributions.run(shop, kind, key, JSON.stringify(attributions))
      }
      return changes
    },

    find(shop: number, kind: string, key: string): { conversion: Conversion; attributions: Attribution[] } | undefined {
      const conversion = read(shop, kind, key)
      return conversion && { conversion, attributions: readAttributions(shop, kind, key) }
    },

    /** What all of the shop's conversions add to the reports, some at a time. */
    *allRollups(shop: number): Iterable<RollupChange[]> {
      const rows = db.prepare('SELECT body FROM conversions WHERE shop = ?').iterate(shop) as Iterable<{ body: string }>
      for (const { body } of rows) yield rollupsOf(shop, afterRefunds(shop, JSON.parse(body) as Conversion))
    },

    list(shop: number, kind: string, range: { fromMs: number; toMs: number; limit: number }): Conversion[] {
      const rows = db
        .prepare(
          'SELECT body FROM conversions WHERE shop = ? AND kind = ? AND at BETWEEN ? AND ? ORDER BY at DESC, key LIMIT ?',
        )
        .all(shop, kind, range.fromMs, range.toMs, range.limit) as { body: string }[]
      return rows.map((row) => afterRefunds(shop, JSON.parse(row.body) as Conversion))
    },

    prune(shop: number, newestAtMs: number, windows: AttributionWindows): void {
      // Events are taken up to two days late and two days early.
      const slackMs = 5 * 86_400_000
      db.prepare('DELETE FROM clicks WHERE shop = ? AND at < ?').run(shop, newestAtMs - windows.clickMs - slackMs)
      db.prepare('DELETE FROM views WHERE shop = ? AND at < ?').run(shop, newestAtMs - windows.viewMs - slackMs)
    },
  }
}

function toTouch(kind: Touch['kind'], product: TouchedProduct, row: Record<string, unknown>): Touch {
  const { at, event, source } = row as { at: number; event: string; source: string }
  const { productId, ...shown } = product
  return { kind, productId, atMs: at, eventId: event, source: { ...JSON.parse(source), ...shown } }
}

/** The pixel and the platform's own report tell of one order: the earlier tells what, both tell who, in an order of its own. */
function joinReports(a: Conversion, b: Conversion): Conversion {
  const first = compareConversions(a, b) <= 0 ? a : b
  return { ...first, subjects: [...new Set([...a.subjects, ...b.subjects])].sort() }
}

function sameReport(a: Conversion, b: Conversion): boolean {
  return a.eventId === b.eventId && a.subjects.length === b.subjects.length
}

/** Quantities and amounts, less what came back for the product, never below nothing. A line keeps its place: attributions name it. */
function linesLeft(lines: readonly ConversionLine[], refunds: readonly ConversionLine[]): ConversionLine[] {
  const owed = new Map<number, { quantity: number; amount: number }>()
  for (const { productId, quantity, amount } of refunds) {
    const sum = owed.get(productId) ?? { quantity: 0, amount: 0 }
    owed.set(productId, { quantity: sum.quantity + quantity, amount: sum.amount + amount })
  }
  return lines.map((line) => {
    const sum = owed.get(line.productId)
    if (!sum) return line
    const quantity = Math.min(line.quantity, sum.quantity)
    const amount = Math.min(line.amount, sum.amount)
    sum.quantity -= quantity
    sum.amount -= amount
    return { ...line, quantity: line.quantity - quantity, amount: line.amount - amount }
  })
}

function compareConversions(a: Conversion, b: Conversion): number {
  return a.atMs - b.atMs || compare(a.eventId, b.eventId)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
