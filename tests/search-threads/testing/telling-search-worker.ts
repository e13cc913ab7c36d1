/** A search thread that tells which segments it was told to let go of. */
import { parentPort } from 'node:worker_threads'
import '../../../packages/server/src/ports/search-index/search-worker.ts'
import type { SearchMessage } from '../../../packages/server/src/ports/search-index/search-messages.ts'

const channel = new BroadcastChannel('dropped segments')

parentPort!.on('message', ({ dropped }: SearchMessage) => {
  if (dropped.length > 0) channel.postMessage(dropped)
})
