import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { SqlStore, Statement } from '../sql/sql-store.ts'
import { inTransaction } from './database.ts'

export interface SqliteSqlStore extends SqlStore {
  /** Runs inside the caller's transaction. */
  runAllNow(statements: readonly Statement[]): void
}

/** Each call is synchronous, so that no other statement runs between its statements. */
export function sqliteSqlStore(db: DatabaseSync): SqliteSqlStore {
  const prepared = new Map<string, StatementSync>()
  const statement = (text: string) => {
    const known = prepared.get(text) ?? db.prepare(inSqlite(text))
    prepared.set(text, known)
    return known
  }
  const run = (text: string, values: readonly unknown[]) => Number(statement(text).run(...values.map(bindable)).changes)
  const runAllNow = (statements: readonly Statement[]) => {
    for (const [text, values] of statements) run(text, values)
  }
  return {
    rows: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      statement(text)
        .all(...values.map(bindable))
        .map((row) => ({ ...row }) as Row),
    run: async (text, values = []) => run(text, values),
    runAllNow,
    async runAll(statements: readonly Statement[]) {
      inTransaction(db, () => runAllNow(statements))
    },
  }
}

/** Translates PostgreSQL's syntax. Locks are removed, because a file has one writer. */
export function inSqlite(text: string): string {
  return text
    .replaceAll(/= ANY\((\$\d+)\)/g, 'IN (SELECT value FROM json_each($1))')
    .replaceAll(/\bjson_array_elements\(/g, 'json_each(')
    .replaceAll(/\bgreatest\(/g, 'max(')
    .replaceAll(/\bleast\(/g, 'min(')
    .replaceAll(/::\w+/g, '')
    .replaceAll(/ FOR (NO KEY UPDATE|KEY SHARE|UPDATE OF \w+)/g, '')
    .replaceAll(/\$(\d+)/g, '?$1')
}

function bindable(value: unknown): SQLInputValue {
  return Array.isArray(value) ? JSON.stringify(value) : (value as SQLInputValue)
}
