import { serveThread } from '../sqlite/off-thread.ts'
import { SqliteDerivedTables } from './sqlite-derived-tables.ts'

serveThread((path: string) => new SqliteDerivedTables(path))
