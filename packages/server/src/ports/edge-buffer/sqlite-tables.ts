import type { DatabaseSync } from 'node:sqlite'
import { inTransaction, openDatabase } from '../sqlite/database.ts'
import type { Spooled, SpooledBatch } from './edge-buffer.ts'

const TABLES = [
  // AUTOINCREMENT never reuses a number: a late removal must not remove a newer row.
  `CREATE TABLE spool (no INTEGER PRIMARY KEY AUTOINCREMENT, event TEXT UNIQUE, body TEXT NOT NULL) STRICT;`,
  `ALTER TABLE spool ADD COLUMN origin TEXT NOT NULL DEFAULT '';
   UPDATE spool SET origin = json_extract(body, '$.shop');
   CREATE INDEX spool_by_origin ON spool (origin, no);`,
]

/** One row per event or serve; `event` is its origin and id, or null for a serve. */
export class SqliteSpoolTables {
  readonly #db: DatabaseSync

  constructor(path: string) {
    this.#db = openDatabase(path, TABLES)
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

  read(limit: number, without: readonly string[]): SpooledBatch {
    const rows = this.#db
      .prepare(
        'SELECT no, origin, body FROM spool WHERE origin NOT IN (SELECT value FROM json_each(?)) ORDER BY no LIMIT ?',
      )
      .all(JSON.stringify(without), limit) as { no: number; origin: string; body: string }[]
    return {
      upTo: rows.at(-1)?.no ?? 0,
      rows: rows.map(({ origin, body }) => ({ ...(JSON.parse(body) as Spooled), origin })),
    }
  }

  remove(origin: string, upTo: number): void {
    inTransaction(this.#db, () => this.#db.prepare('DELETE FROM spool WHERE origin = ? AND no <= ?').run(origin, upTo))
  }

  waiting(): number {
    return this.#db.prepare('SELECT count(*) AS n FROM spool').get()?.n as number
  }

  close(): void {
    if (this.#db.isOpen) this.#db.close()
  }
}
