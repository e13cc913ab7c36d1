/** The clock of a shared store, because due times and days must not depend on a machine's wrong clock. */
import type { Sql } from '../ports/postgres/database.ts'

export class StoreClock {
  /** The store's time and this process's monotonic clock, read at the same moment. */
  #heard: { ms: number; atMs: number } | undefined

  /** Returns the machine's time until the store has been asked. */
  readonly now = (): number => {
    if (!this.#heard) return Date.now()
    return Math.round(this.#heard.ms + performance.now() - this.#heard.atMs)
  }

  async ask(sql: Pick<Sql, 'rows'>): Promise<void> {
    const askedMs = performance.now()
    const [row] = await sql.rows<{ ms: number }>('SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms')
    const atMs = (askedMs + performance.now()) / 2
    if (row) this.#heard = { ms: row.ms, atMs }
  }
}
