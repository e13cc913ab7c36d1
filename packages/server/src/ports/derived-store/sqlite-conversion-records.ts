import type { DatabaseSync } from 'node:sqlite'
import type { Carted } from './cart-rollups.ts'
import { type ConversionRecords, lessRefunds } from './conversion-reports.ts'
import type { Conversion, ConversionLine } from './derived-facts.ts'
import type { Attribution } from './derived-records.ts'

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

  const findCarted = db.prepare('SELECT body FROM carted WHERE shop = ? AND event = ? AND product = ?')
  const putCarted = db.prepare('INSERT OR REPLACE INTO carted (shop, event, product, body) VALUES (?, ?, ?, ?)')
  const mark = db.prepare('INSERT OR IGNORE INTO unattributed (shop, kind, key) VALUES (?, ?, ?)')
  const unmark = db.prepare('DELETE FROM unattributed WHERE shop = ? AND kind = ? AND key = ?')

  const bind = (shop: number): ConversionRecords => {
    const records: ConversionRecords = {
      readWhole(kind, key) {
        const row = find.get(shop, kind, key) as { body: string } | undefined
        return row && (JSON.parse(row.body) as Conversion)
      },
      read(kind, key) {
        const whole = records.readWhole(kind, key)
        return whole && records.afterRefunds(whole)
      },
      afterRefunds(conversion) {
        if (conversion.kind !== 'order') return conversion
        const rows = refundsOf.all(shop, conversion.key) as { body: string }[]
        return lessRefunds(
          conversion,
          rows.flatMap((row) => JSON.parse(row.body) as ConversionLine[]),
        )
      },
      put(conversion, before) {
        const { kind, key, atMs, eventId, subjects } = conversion
        for (const subject of before?.subjects ?? []) dropSubject.run(shop, subject, kind, key)
        put.run(shop, kind, key, atMs, eventId, JSON.stringify(conversion))
        for (const subject of subjects) putSubject.run(shop, subject, kind, key, atMs)
      },
      putRefund: ({ order, refund, lines }) => putRefund.run(shop, order, refund, JSON.stringify(lines)).changes > 0,
      attributions(kind, key) {
        const row = findAttributions.get(shop, kind, key) as { body: string } | undefined
        return row ? (JSON.parse(row.body) as Attribution[]) : []
      },
      putAttributions: (kind, key, attributions) =>
        void putAttributions.run(shop, kind, key, JSON.stringify(attributions)),
      carted({ event, product }) {
        const row = findCarted.get(shop, event, product) as { body: string } | undefined
        return row && (JSON.parse(row.body) as Carted)
      },
      putCarted: ({ event, product }, carted) => void putCarted.run(shop, event, product, JSON.stringify(carted)),
      mark: (kind, key) => void mark.run(shop, kind, key),
      unmark: (kind, key) => void unmark.run(shop, kind, key),
    }
    return records
  }

  const bound = new Map<number, ConversionRecords>()
  const of = (shop: number): ConversionRecords => {
    const known = bound.get(shop) ?? bind(shop)
    bound.set(shop, known)
    return known
  }

  return {
    of,

    *all(shop: number): Iterable<Conversion> {
      const rows = db.prepare('SELECT body FROM conversions WHERE shop = ?').iterate(shop) as Iterable<{ body: string }>
      for (const { body } of rows) yield of(shop).afterRefunds(JSON.parse(body) as Conversion)
    },

    list(shop: number, kind: string, range: { fromMs: number; toMs: number; limit: number }): Conversion[] {
      const rows = db
        .prepare(
          'SELECT body FROM conversions WHERE shop = ? AND kind = ? AND at BETWEEN ? AND ? ORDER BY at DESC, key LIMIT ?',
        )
        .all(shop, kind, range.fromMs, range.toMs, range.limit) as { body: string }[]
      return rows.map((row) => of(shop).afterRefunds(JSON.parse(row.body) as Conversion))
    },
  }
}
