import { serveRpc } from '@vitrine/worker-rpc'
import { sqliteVectorTables } from './sqlite-tables.ts'

serveRpc(sqliteVectorTables)
