import { serveThread } from '../sqlite/off-thread.ts'
import { SqliteEventTables } from './sqlite-event-tables.ts'

serveThread((path: string) => new SqliteEventTables(path))
