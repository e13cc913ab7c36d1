import { runOffThread } from '../sqlite/off-thread.ts'
import type { DerivedStore } from './derived-store.ts'
import type { SqliteDerivedTables } from './sqlite-derived-tables.ts'

/** The derived store in one SQLite file, kept by a thread of its own: reports scan, and requests must not wait for them. */
export function sqliteDerivedStore(path: string): DerivedStore {
  return runOffThread<SqliteDerivedTables>(new URL('./sqlite-thread.ts', import.meta.url), path)
}
