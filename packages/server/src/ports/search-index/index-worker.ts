/** Runs one task at a time, in order. */
import { serveRpc } from '@vitrine/worker-rpc'
import { doIndexTask, type IndexTask, type IndexTaskResult } from './index-work.ts'

export interface IndexWorker {
  run(task: IndexTask): IndexTaskResult
}

serveRpc((): IndexWorker => ({ run: doIndexTask }))
