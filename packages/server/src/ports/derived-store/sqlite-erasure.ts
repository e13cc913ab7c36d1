/** Erases a person from the derived tables. The caller opens the transaction. */
import type { DatabaseSync } from 'node:sqlite'
import { cartedKeys } from './cart-rollups.ts'
import type { Subject } from './derived-facts.ts'
import type { ErasedPerson } from './derived-records.ts'
import type { SqliteTables } from './sqlite-tables.ts'

export function eraseFacts(tables: SqliteTables, shop: number, { subjects, visits, searches }: ErasedPerson): void {
  const { db } = tables
  // Orders of others may have been attributed to something this person did.
  for (const subject of subjects) tables.conversions.reconsider(shop, subject, 0)
  eraseConversions(db, shop, subjects)
  tables.visits.erase(shop, visits)
  const { changes, gone } = tables.searches.erase(shop, searches)
  tables.rollups.add(shop, changes)
  tables.rollups.forget(shop, 'query', gone)
  for (const table of ['histories', 'cart_moves', 'visit_days', 'clicks', 'views']) {
    const erase = db.prepare(`DELETE FROM ${table} WHERE shop = ? AND subject = ?`)
    for (const subject of subjects) erase.run(shop, subject)
  }
  const unlink = db.prepare('DELETE FROM links WHERE shop = ?1 AND (a = ?2 OR b = ?2)')
  for (const subject of subjects) {
    unlink.run(shop, subject)
    tables.exposures.erase(shop, subject)
  }
  tables.serves.anonymize(shop, new Set(subjects))
}

/** An erased shopper's orders remain as sums and as lines without an owner. */
function eraseConversions(db: DatabaseSync, shop: number, subjects: readonly Subject[]): void {
  const keys = db.prepare('SELECT kind, key FROM conversion_subjects WHERE shop = ? AND subject = ?')
  const erase = ['conversions', 'attributions', 'unattributed', 'conversion_subjects'].map((table) =>
    db.prepare(`DELETE FROM ${table} WHERE shop = ? AND kind = ? AND key = ?`),
  )
  const found = db.prepare('SELECT body FROM attributions WHERE shop = ? AND kind = ? AND key = ?')
  const dropCarted = db.prepare('DELETE FROM carted WHERE shop = ? AND event = ? AND product = ?')
  for (const subject of subjects) {
    for (const { kind, key } of keys.all(shop, subject)) {
      const row = found.get(shop, kind as string, key as string) as { body: string } | undefined
      for (const { event, product } of cartedKeys(row ? JSON.parse(row.body) : [])) dropCarted.run(shop, event, product)
      for (const statement of erase) statement.run(shop, kind as string, key as string)
    }
  }
}
