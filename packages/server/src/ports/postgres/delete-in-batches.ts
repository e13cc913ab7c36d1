import type { Sql } from './database.ts'

/** Few enough that nobody waits for the rows, and that a server keeps little of them for others who still read. */
const BATCH = 5000

export interface Doomed {
  table: string
  /** With `$1`, `$2` … */
  where: string
  values: readonly unknown[]
}

/** A commit for each batch: whoever works on the same tables waits for one of them at most. Can be broken off, and begun again. */
export async function deleteInBatches(sql: Pick<Sql, 'run'>, { table, where, values }: Doomed): Promise<void> {
  const text = `DELETE FROM ${table} WHERE ctid = ANY(ARRAY(SELECT ctid FROM ${table} WHERE ${where} LIMIT ${BATCH}))`
  while ((await sql.run(text, values)) === BATCH) {}
}
