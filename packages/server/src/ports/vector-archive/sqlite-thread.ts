import { serveRpc } from '@vitrine/worker-rpc'
import { SqliteVectorTables } from './sqlite-tables.ts'

serveRpc((path: string) => new SqliteVectorTables(path))
