import type { Sql } from './database.ts'

/** Few enough that nobody waits for the locked rows, and that the server keeps few of them for other readers. */
const BATCH = 5000

export interface Doomed {
  table: string
  /** Condition with `$1`, `$2` … */
  where: string
  values: readonly unknown[]
}

/** Commits each batch, so that others who use the same tables wait for one batch at most. It can be interrupted and started again. */
export async function deleteInBatches(sql: Pick<Sql, 'run'>, { table, where, values }: Doomed): Promise<void> {
  const text = `DELETE FROM ${table} WHERE ctid = ANY(ARRAY(SELECT ctid FROM ${table} WHERE ${where} LIMIT ${BATCH}))`
  while ((await sql.run(text, values)) === BATCH) {}
}
