import { RECORD_MIGRATIONS } from '../record-store/sqlite-schema.ts'
import { openDatabase } from '../sqlite/database.ts'
import { sqliteSqlStore } from '../sqlite/sqlite-sql-store.ts'
import type { AdminStore } from './admin-store.ts'
import { sqlAdminStore } from './sql-admin-store.ts'

/** Uses the file of the records, so that a backup of that file includes it. */
export function sqliteAdminStore(path: string): AdminStore {
  const db = openDatabase(path, RECORD_MIGRATIONS)
  const dialect = { held: '', updatedAt: "body ->> '$.updatedAt'", latestFirst: 'rowid DESC' }
  return {
    ...sqlAdminStore(sqliteSqlStore(db), dialect),
    async close() {
      if (db.isOpen) db.close()
    },
  }
}
