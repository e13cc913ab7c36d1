/** Entry of a search thread: does the parts of queries that it is sent, as far as the calling thread has not done them itself by then. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { doShardTask, type Segment } from '@vitrine/engine'
import { collectWhenIdle } from '@vitrine/worker-rpc'
import { claim, finish, type SearchMessage, type SearchAnswer } from './search-messages.ts'

collectWhenIdle()
const answers = workerData as MessagePort
const segments = new Map<number, Segment>()

parentPort!.on('message', ({ run, control, tasks, added, dropped }: SearchMessage) => {
  for (const { id, segment } of added) segments.set(id, segment)
  for (const id of dropped) segments.delete(id)
  for (const { place, segment, task } of tasks) {
    if (!claim(control, place)) continue
    answers.postMessage(answerOf(run, place, () => doShardTask(segments.get(segment)!, task)))
    finish(control)
  }
})

function answerOf(run: number, place: number, work: () => unknown): SearchAnswer {
  try {
    return { run, place, result: work() }
  } catch {
    // The calling thread does it again, and fails with the same error where it is the query's own fault.
    return { run, place, failed: true }
  }
}
