/** Entry of an index thread: one task at a time, in order. */
import { parentPort } from 'node:worker_threads'
import { doIndexTask, type IndexTask } from './index-work.ts'

parentPort?.on('message', ({ id, task }: { id: number; task: IndexTask }) => {
  try {
    parentPort?.postMessage({ id, result: doIndexTask(task) })
  } catch (error) {
    const { name, message, stack } = error as Error
    parentPort?.postMessage({ id, error: { name, message, stack } })
  }
})
