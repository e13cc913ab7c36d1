/** Statements that SQLite and PostgreSQL both understand, with `$1`, `$2` … for their values. */

export type Statement = readonly [text: string, values: readonly unknown[]]

export interface SqlStore {
  rows<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>
  /** How many rows it touched. */
  run(text: string, values?: readonly unknown[]): Promise<number>
  /** In one transaction. */
  runAll(statements: readonly Statement[]): Promise<void>
}

/** First row whose column `body` is a document. */
export async function readDocument<T>(db: SqlStore, text: string, values: readonly unknown[]): Promise<T | undefined> {
  return (await readDocuments<T>(db, text, values))[0]
}

export async function readDocuments<T>(db: SqlStore, text: string, values: readonly unknown[] = []): Promise<T[]> {
  return (await db.rows<{ body: string }>(text, values)).map(({ body }) => JSON.parse(body) as T)
}
