/** Statements for SQLite and PostgreSQL, with `$1`, `$2` … for values. `= ANY($1)` compares with a list. */

export type Statement = readonly [text: string, values: readonly unknown[]]

export interface SqlStore {
  rows<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>
  /** Returns the number of affected rows. */
  run(text: string, values?: readonly unknown[]): Promise<number>
  /** Runs all in one transaction. */
  runAll(statements: readonly Statement[]): Promise<void>
}

/** Reads the JSON in column `body` of the first row. */
export async function readDocument<T>(db: SqlStore, text: string, values: readonly unknown[]): Promise<T | undefined> {
  return (await readDocuments<T>(db, text, values))[0]
}

export async function readDocuments<T>(db: SqlStore, text: string, values: readonly unknown[] = []): Promise<T[]> {
  return (await db.rows<{ body: string }>(text, values)).map(({ body }) => JSON.parse(body) as T)
}
