import type { Sql } from './database.ts'

/** Few, so that others do not wait long for the locks and the server keeps few old row versions. */
const BATCH = 5000

export interface Doomed {
  table: string
  /** SQL condition with parameters `$1`, `$2` … */
  where: string
  values: readonly unknown[]
}

/** Commits each batch, so that others wait for one batch at most. It can be interrupted and started again. */
export async function deleteInBatches(sql: Pick<Sql, 'run'>, { table, where, values }: Doomed): Promise<void> {
  const text = `DELETE FROM ${table} WHERE ctid = ANY(ARRAY(SELECT ctid FROM ${table} WHERE ${where} LIMIT ${BATCH}))`
  while ((await sql.run(text, values)) === BATCH) {}
}
