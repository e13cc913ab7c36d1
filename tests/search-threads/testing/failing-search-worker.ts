/** A search thread that fails at whatever it is sent, and then answers an earlier query, too late. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import {
  claim,
  finish,
  type SearchAnswer,
  type SearchMessage,
} from '../../../packages/server/src/ports/search-index/search-messages.ts'

const answers = workerData as MessagePort

parentPort!.on('message', ({ run, control, tasks }: SearchMessage) => {
  for (const { place } of tasks) {
    claim(control, place)
    answers.postMessage({ run, place, failed: true } satisfies SearchAnswer)
    answers.postMessage({ run: run - 1, place } satisfies SearchAnswer)
    finish(control)
  }
})
