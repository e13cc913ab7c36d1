import { runOffThread } from '../sqlite/off-thread.ts'
import type { SqliteVectorTables } from './sqlite-tables.ts'
import type { VectorArchive } from './vector-archive.ts'

/** The embedded archive: one SQLite file, worked on in a thread of its own. */
export function sqliteVectorArchive(path: string): VectorArchive {
  return runOffThread<SqliteVectorTables>(new URL('./sqlite-thread.ts', import.meta.url), path) as VectorArchive
}
