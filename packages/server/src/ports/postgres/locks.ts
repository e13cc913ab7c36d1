import { PostgresDatabase, type PostgresSettings } from './database.ts'

/** Work that only one node does at a time, by key. Held by connections of their own: the work itself needs others. */
export class PostgresLocks {
  readonly #db: PostgresDatabase
  /** Work that is being done, and work that waits for its turn. */
  held = 0
  waiting = 0

  constructor(settings: PostgresSettings) {
    this.#db = new PostgresDatabase({ ...settings, connections: 4 })
  }

  exclusively<T>(key: string, work: () => Promise<T>): Promise<T> {
    // The transaction may be made again when its connection breaks; the work is not.
    let working: Promise<T> | undefined
    this.waiting++
    const begin = () => {
      this.waiting--
      this.held++
      return work().finally(() => this.held--)
    }
    const done = this.#db.transaction(async (sql) => {
      await sql.rows('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${this.#db.schema} ${key}`])
      working ??= begin()
      return working
    })
    return done.finally(() => {
      if (!working) this.waiting--
    })
  }

  hurry(): void {
    this.#db.hurry()
  }

  close(): Promise<void> {
    return this.#db.close()
  }
}
