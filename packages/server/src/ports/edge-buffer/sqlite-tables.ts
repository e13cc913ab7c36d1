import type { DatabaseSync } from 'node:sqlite'
import { inTransaction, openDatabase } from '../sqlite/database.ts'
import type { Spooled, Waiting } from './edge-buffer.ts'

const MAX_READ_CHARS = 16 * 1024 * 1024

const TABLES = [
  // AUTOINCREMENT never reuses a number, so that a late removal does not remove a newer row.
  `CREATE TABLE spool (no INTEGER PRIMARY KEY AUTOINCREMENT, event TEXT UNIQUE, body TEXT NOT NULL) STRICT;`,
  `ALTER TABLE spool ADD COLUMN origin TEXT NOT NULL DEFAULT '';
   UPDATE spool SET origin = json_extract(body, '$.shop');
   CREATE INDEX spool_by_origin ON spool (origin, no);`,
]

/** `event` is the origin and id of an event, or null for a serve. */
export class SqliteSpoolTables {
  readonly #db: DatabaseSync

  constructor(path: string) {
    this.#db = openDatabase(path, TABLES)
    this.#db.exec('PRAGMA secure_delete = ON')
  }

  add(rows: readonly Spooled[]): boolean[] {
    const add = this.#db.prepare(
      'INSERT INTO spool (event, origin, body) VALUES (?, ?, ?) ON CONFLICT (event) DO NOTHING',
    )
    return inTransaction(this.#db, () =>
      rows.map(({ origin, ...row }) => {
        const key = row.event ? `${origin} ${row.event.id}` : null
        return add.run(key, origin, JSON.stringify(row)).changes > 0
      }),
    )
  }

  read(limit: number, without: readonly string[]): Waiting[] {
    const oldest = this.#db
      .prepare(
        'SELECT no, origin, body FROM spool WHERE origin NOT IN (SELECT value FROM json_each(?)) ORDER BY no LIMIT ?',
      )
      .iterate(JSON.stringify(without), limit) as Iterable<{ no: number; origin: string; body: string }>
    const rows: Waiting[] = []
    let chars = 0
    for (const { no, origin, body } of oldest) {
      rows.push({ ...(JSON.parse(body) as Spooled), origin, no })
      chars += body.length
      if (chars >= MAX_READ_CHARS) break
    }
    return rows
  }

  remove(numbers: readonly number[]): void {
    this.#db.prepare('DELETE FROM spool WHERE no IN (SELECT value FROM json_each(?))').run(JSON.stringify(numbers))
    // The person may be erased at home, so no removed rows may stay in the bytes of these files.
    if (!this.#db.prepare('SELECT 1 FROM spool LIMIT 1').get()) this.#db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  }

  waiting(): number {
    return this.#db.prepare('SELECT count(*) AS n FROM spool').get()?.n as number
  }

  close(): void {
    if (this.#db.isOpen) this.#db.close()
  }
}
