import type { DatabaseSync } from 'node:sqlite'
import type { SetAside, SetAsideKind } from './set-aside.ts'
import { ruleDaysOf } from './batch-rules.ts'
import type { StoredServe } from './derived-records.ts'
import type { ShopDays } from './shop-days.ts'
import { inTransaction, openDatabase } from '../sqlite/database.ts'
import { sqliteSqlStore } from '../sqlite/sqlite-sql-store.ts'
import type { SqlStore } from '../sql/sql-store.ts'
import { conversionTables } from './sqlite-conversions.ts'
import { exposureTables } from './sqlite-exposures.ts'
import { historyTables } from './sqlite-histories.ts'
import { linkTables } from './sqlite-links.ts'
import { rollupTables } from './sqlite-rollups.ts'
import { MIGRATIONS } from './sqlite-schema.ts'
import { serveTables } from './sqlite-serves.ts'
import { shopperTotalTables } from './sqlite-shopper-totals.ts'
import { searchTables } from './sqlite-searches.ts'
import { visitTables } from './sqlite-visits.ts'
import { zoneTables } from './sqlite-zones.ts'

export interface SqliteTables {
  readonly db: DatabaseSync
  /** Runs the statements that SQLite and PostgreSQL share. */
  readonly sql: SqlStore
  readonly links: ReturnType<typeof linkTables>
  readonly histories: ReturnType<typeof historyTables>
  readonly totals: ReturnType<typeof shopperTotalTables>
  readonly rollups: ReturnType<typeof rollupTables>
  readonly visits: ReturnType<typeof visitTables>
  readonly searches: ReturnType<typeof searchTables>
  readonly conversions: ReturnType<typeof conversionTables>
  readonly exposures: ReturnType<typeof exposureTables>
  readonly serves: ReturnType<typeof serveTables>
  readonly ruleDays: ReturnType<typeof ruleDayTables>
  readonly zones: ReturnType<typeof zoneTables>
  readonly aside: ReturnType<typeof setAsideTables>
}

export function openTables(path: string, shared: boolean): SqliteTables {
  const db = openDatabase(path, MIGRATIONS)
  // A commit need not wait for the disk: commits that are lost in a crash are derived again from the log, because the
  // offset is lost with them.
  db.exec(
    `PRAGMA synchronous = NORMAL; PRAGMA cache_size = ${shared ? -16384 : -65536}; PRAGMA wal_autocheckpoint = 8000; PRAGMA secure_delete = ON`,
  )
  const zones = zoneTables(db)
  const links = linkTables(db, shared)
  const conversions = conversionTables(db, links, zones.days)
  return {
    db,
    sql: sqliteSqlStore(db),
    zones,
    links,
    histories: historyTables(db),
    rollups: rollupTables(db),
    visits: visitTables(db, zones.days),
    searches: searchTables(db, zones.days),
    conversions,
    totals: shopperTotalTables(db, (shop, key) => conversions.find(shop, 'order', key)?.conversion),
    exposures: exposureTables(db, zones.days),
    serves: serveTables(db),
    ruleDays: ruleDayTables(db, zones.days),
    aside: setAsideTables(db),
  }
}

/** Applies all of the work or none of it, in memory too. */
export function asOne<T>({ db, links, zones }: SqliteTables, work: () => T): T {
  try {
    return inTransaction(db, work)
  } catch (error) {
    // The rows of the failed work were rolled back, so caches must not keep them.
    links.forget()
    zones.forget()
    throw error
  }
}

export function emptyTables({ db }: SqliteTables, shop: number, tables: readonly string[]): void {
  for (const table of tables) db.prepare(`DELETE FROM ${table} WHERE shop = ?`).run(shop)
}

function ruleDayTables(db: DatabaseSync, daysOf: (shop: number) => ShopDays) {
  const upsert = db.prepare(
    `INSERT INTO rule_days (shop, rule, day, answers) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET answers = answers + excluded.answers`,
  )

  return {
    add(shop: number, serves: readonly StoredServe[]): void {
      for (const { rule, day, answers } of ruleDaysOf(serves, daysOf(shop))) upsert.run(shop, rule, day, answers)
    },
  }
}

function setAsideTables(db: DatabaseSync) {
  const put = db.prepare(
    'INSERT OR REPLACE INTO set_aside (shop, kind, key, at, name, cause, body) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  const drop = db.prepare('DELETE FROM set_aside WHERE shop = ? AND kind = ? AND key = ?')
  return {
    put(shop: number, { kind, key, atMs, name, cause, body }: SetAside): void {
      put.run(shop, kind, key, atMs, name, cause, body)
    },

    drop: (shop: number, kind: SetAsideKind, key: string): boolean => drop.run(shop, kind, key).changes > 0,
  }
}
