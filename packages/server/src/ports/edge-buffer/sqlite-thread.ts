import { serveRpc } from '@vitrine/worker-rpc'
import { SqliteSpoolTables } from './sqlite-tables.ts'

serveRpc((path: string) => new SqliteSpoolTables(path))
