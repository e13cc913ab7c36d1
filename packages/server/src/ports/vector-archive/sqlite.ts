import { forward } from '@vitrine/worker-rpc'
import { storeWorker } from '../sqlite/store-worker.ts'
import type { VectorArchive } from './vector-archive.ts'

export function sqliteVectorArchive(path: string): VectorArchive {
  const worker = storeWorker<VectorArchive>(new URL('./sqlite-thread.ts', import.meta.url), path)
  return forward(worker, METHODS)
}

const METHODS = [
  'listSpaces',
  'openSpace',
  'dropSpace',
  'write',
  'scan',
  'get',
  'count',
  'pictureColors',
  'pictureChanges',
  'lastPictureChange',
  'setFailures',
  'listFailures',
  'failuresOf',
  'dueFailures',
  'close',
] as const
