import type { DatabaseSync } from 'node:sqlite'
import { openDatabase } from '../sqlite/database.ts'
import { type SqliteSqlStore, sqliteSqlStore } from '../sqlite/sqlite-sql-store.ts'
import type { RecordStore, ShopId } from './record-store.ts'
import { REVOKE_KEY, sqlKeys } from './sql-keys.ts'
import { productRows } from './sqlite-products.ts'
import { RECORD_MIGRATIONS } from './sqlite-schema.ts'
import { shopRows } from './sqlite-shops.ts'

export interface SqliteRecordStoreOptions {
  /** A file, or `:memory:`. */
  path: string
  now?: () => Date
}

export interface SqliteRecords {
  db: DatabaseSync
  sql: SqliteSqlStore
  now: () => Date
  changed: (shop: ShopId) => void
}

/** One file with one writer; every write is a durable transaction. */
export function sqliteRecordStore(options: SqliteRecordStoreOptions): RecordStore {
  const db = openDatabase(options.path, RECORD_MIGRATIONS)
  const sql = sqliteSqlStore(db)
  const listeners = new Set<(shop: ShopId) => void>()
  const records: SqliteRecords = {
    db,
    sql,
    now: options.now ?? (() => new Date()),
    changed: (shop) => {
      for (const listener of listeners) listener(shop)
    },
  }
  const products = productRows(records)
  return {
    ...shopRows(records),
    ...sqlKeys(sql),
    revokeKey: async (shop, id, at) => (await sql.run(REVOKE_KEY, [at, shop, id])) > 0,
    ...products.calls,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      await products.settled()
      if (db.isOpen) db.close()
    },
  }
}
