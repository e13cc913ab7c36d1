import type { DatabaseSync } from 'node:sqlite'
import type { LogEntry } from '../event-log/event-log.ts'
import { inTransaction, openDatabase } from '../sqlite/database.ts'
import type { SpooledBatch, SpooledServe } from './edge-buffer.ts'

// A number is never given twice: a removal that comes late must not take something newer.
const TABLES = [
  `CREATE TABLE spool (no INTEGER PRIMARY KEY AUTOINCREMENT, event TEXT UNIQUE, body TEXT NOT NULL) STRICT;`,
]

/** One row an event or serve; `event` is its shop and id, null for a serve. */
export class SqliteSpoolTables {
  readonly #db: DatabaseSync

  constructor(path: string) {
    this.#db = openDatabase(path, TABLES)
  }

  addEvents(entries: readonly LogEntry[]): boolean[] {
    const add = this.#db.prepare('INSERT INTO spool (event, body) VALUES (?, ?) ON CONFLICT (event) DO NOTHING')
    return inTransaction(this.#db, () =>
      entries.map((entry) => add.run(`${entry.shop} ${entry.event.id}`, JSON.stringify(entry)).changes > 0),
    )
  }

  addServes(serves: readonly SpooledServe[]): void {
    const add = this.#db.prepare('INSERT INTO spool (body) VALUES (?)')
    inTransaction(this.#db, () => {
      for (const serve of serves) add.run(JSON.stringify(serve))
    })
  }

  read(limit: number): SpooledBatch {
    const rows = this.#db.prepare('SELECT no, event, body FROM spool ORDER BY no LIMIT ?').all(limit)
    const bodies = (isEvent: boolean) =>
      rows.filter(({ event }) => (event !== null) === isEvent).map(({ body }) => JSON.parse(body as string))
    return { upTo: (rows.at(-1)?.no as number | undefined) ?? 0, events: bodies(true), serves: bodies(false) }
  }

  remove(upTo: number): void {
    inTransaction(this.#db, () => this.#db.prepare('DELETE FROM spool WHERE no <= ?').run(upTo))
  }

  waiting(): number {
    return this.#db.prepare('SELECT count(*) AS n FROM spool').get()?.n as number
  }

  close(): void {
    if (this.#db.isOpen) this.#db.close()
  }
}
