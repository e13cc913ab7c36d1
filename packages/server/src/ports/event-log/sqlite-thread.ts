import { serveRpc } from '@vitrine/worker-rpc'
import { SqliteEventTables } from './sqlite-event-tables.ts'

serveRpc((path: string) => new SqliteEventTables(path))
