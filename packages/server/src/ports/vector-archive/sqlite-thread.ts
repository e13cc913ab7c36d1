import { serveThread } from '../sqlite/off-thread.ts'
import { SqliteVectorTables } from './sqlite-tables.ts'

serveThread((path: string) => new SqliteVectorTables(path))
