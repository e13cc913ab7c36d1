/** A search thread that does what it is sent, and dies before it answers. */
import { parentPort } from 'node:worker_threads'
import { doShardTask } from '@vitrine/engine'
import { claim, type SearchMessage } from '../../../packages/server/src/ports/search-index/search-messages.ts'

parentPort!.on('message', ({ control, tasks, added }: SearchMessage) => {
  for (const { place, segment, task } of tasks) {
    claim(control, place)
    doShardTask(added.find(({ id }) => id === segment)!.segment, task)
  }
  process.exit()
})
