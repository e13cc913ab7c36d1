/** A search thread that is stuck at the first query, and answers later ones with nonsense. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import {
  claim,
  finish,
  type SearchAnswer,
  type SearchMessage,
} from '../../../packages/server/src/ports/search-index/search-messages.ts'

const answers = workerData as MessagePort
let messages = 0

parentPort!.on('message', ({ run, control, tasks }: SearchMessage) => {
  messages++
  for (const { place } of tasks) {
    claim(control, place)
    if (messages === 1) continue
    answers.postMessage({ run, place } satisfies SearchAnswer)
    finish(control)
  }
})
