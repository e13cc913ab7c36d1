/** Conversions as reported, refunds beside them, and the attributions found for each. */
import type { DatabaseSync } from 'node:sqlite'
import type { Attribution, Conversion, ConversionLine, RefundFact, Subject } from './derived-store.ts'

export function conversionRecords(db: DatabaseSync) {
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
  const putRefund = db.prepare('INSERT OR IGNORE INTO refunds (shop, key, refund, body) VALUES (?, ?, ?, ?)')
  const refundsOf = db.prepare('SELECT body FROM refunds WHERE shop = ? AND key = ? ORDER BY refund')
  const findAttributions = db.prepare('SELECT body FROM attributions WHERE shop = ? AND kind = ? AND key = ?')
  const putAttributions = db.prepare('INSERT OR REPLACE INTO attributions (shop, kind, key, body) VALUES (?, ?, ?, ?)')

  const records = {
    /** As it was reported. */
    readWhole(shop: number, kind: string, key: string): Conversion | undefined {
      const row = find.get(shop, kind, key) as { body: string } | undefined
      return row && (JSON.parse(row.body) as Conversion)
    },

    /** As it counts: without what was refunded. */
    read(shop: number, kind: string, key: string): Conversion | undefined {
      const whole = records.readWhole(shop, kind, key)
      return whole && records.afterRefunds(shop, whole)
    },

    afterRefunds(shop: number, conversion: Conversion): Conversion {
      if (conversion.kind !== 'order') return conversion
      const rows = refundsOf.all(shop, conversion.key) as { body: string }[]
      const refunds = rows.flatMap((row) => JSON.parse(row.body) as ConversionLine[])
      return refunds.length === 0 ? conversion : { ...conversion, lines: linesLeft(conversion.lines, refunds) }
    },

    put(shop: number, conversion: Conversion, before: Conversion | undefined): void {
      const { kind, key, atMs, eventId } = conversion
      const drop = (subject: Subject) => dropSubject.run(shop, subject, kind, key)
      before?.subjects.forEach(drop)
      put.run(shop, kind, key, atMs, eventId, JSON.stringify(conversion))
      for (const subject of conversion.subjects) putSubject.run(shop, subject, kind, key, atMs)
    },

    /** Answers whether the refund is new. */
    putRefund(shop: number, { order, refund, lines }: RefundFact): boolean {
      return putRefund.run(shop, order, refund, JSON.stringify(lines)).changes > 0
    },

    attributions(shop: number, kind: string, key: string): Attribution[] {
      const row = findAttributions.get(shop, kind, key) as { body: string } | undefined
      return row ? (JSON.parse(row.body) as Attribution[]) : []
    },

    putAttributions(shop: number, kind: string, key: string, attributions: readonly Attribution[]): void {
      putAttributions.run(shop, kind, key, JSON.stringify(attributions))
    },

    *all(shop: number): Iterable<Conversion> {
      const rows = db.prepare('SELECT body FROM conversions WHERE shop = ?').iterate(shop) as Iterable<{ body: string }>
      for (const { body } of rows) yield records.afterRefunds(shop, JSON.parse(body) as Conversion)
    },

    list(shop: number, kind: string, range: { fromMs: number; toMs: number; limit: number }): Conversion[] {
      const rows = db
        .prepare(
          'SELECT body FROM conversions WHERE shop = ? AND kind = ? AND at BETWEEN ? AND ? ORDER BY at DESC, key LIMIT ?',
        )
        .all(shop, kind, range.fromMs, range.toMs, range.limit) as { body: string }[]
      return rows.map((row) => records.afterRefunds(shop, JSON.parse(row.body) as Conversion))
    },
  }
  return records
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
