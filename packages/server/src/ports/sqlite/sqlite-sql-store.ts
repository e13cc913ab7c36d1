import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { SqlStore, Statement } from '../sql/sql-store.ts'
import { inTransaction } from './database.ts'

export interface SqliteSqlStore extends SqlStore {
  /** Runs inside the caller's transaction. */
  runAllNow(statements: readonly Statement[]): void
}

/** Each call completes synchronously, so that no other statement comes between the statements of one call. */
export function sqliteSqlStore(db: DatabaseSync): SqliteSqlStore {
  const prepared = new Map<string, StatementSync>()
  const statement = (text: string) => {
    const known = prepared.get(text) ?? db.prepare(text.replaceAll(/\$(\d+)/g, '?$1'))
    prepared.set(text, known)
    return known
  }
  const run = (text: string, values: readonly unknown[]) =>
    Number(statement(text).run(...(values as SQLInputValue[])).changes)
  const runAllNow = (statements: readonly Statement[]) => {
    for (const [text, values] of statements) run(text, values)
  }
  return {
    rows: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      statement(text)
        .all(...(values as SQLInputValue[]))
        .map((row) => ({ ...row }) as Row),
    run: async (text, values = []) => run(text, values),
    runAllNow,
    async runAll(statements: readonly Statement[]) {
      inTransaction(db, () => runAllNow(statements))
    },
  }
}
