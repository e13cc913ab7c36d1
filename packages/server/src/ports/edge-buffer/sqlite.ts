import { forward } from '@vitrine/worker-rpc'
import { storeWorker } from '../sqlite/store-worker.ts'
import type { EdgeBuffer } from './edge-buffer.ts'
import type { SqliteSpoolTables } from './sqlite-tables.ts'

/** Runs in its own thread, so that searches do not wait for its fsync. */
export function sqliteEdgeBuffer(path: string): EdgeBuffer {
  return forward(storeWorker<SqliteSpoolTables>(new URL('./sqlite-thread.ts', import.meta.url), path), METHODS)
}

const METHODS = ['add', 'read', 'remove', 'waiting', 'close'] as const
