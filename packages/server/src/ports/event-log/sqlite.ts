import { runOffThread } from '../sqlite/off-thread.ts'
import type { EventLog } from './event-log.ts'
import type { SqliteEventTables } from './sqlite-event-tables.ts'

/** The log in one SQLite file, written by a thread of its own: an fsync takes milliseconds, and searches must not wait for it. */
export function sqliteEventLog(path: string): EventLog {
  return runOffThread<SqliteEventTables>(new URL('./sqlite-thread.ts', import.meta.url), path)
}
