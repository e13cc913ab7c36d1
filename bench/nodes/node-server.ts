/**
 * Runs one node: `node node-server.ts FOLDER [STORE_URL [CODE]]`. It answers the messages `cpu`, `memory`, and `settle`
 * (when all accepted events are derived). Any other message stops it.
 */
import { openBenchShop } from './open-bench-shop.ts'

const [folder = '', store = '', code] = process.argv.slice(2)
const shared: Record<string, string> = store === '' ? {} : { VITRINE_STORE: store, VITRINE_SECRET: 's'.repeat(32) }
const { vitrine, url } = await openBenchShop(folder, { ...shared, LOG_LEVEL: 'error' }, code)
process.on('message', async (message: string) => {
  if (message === 'cpu') process.send?.(process.cpuUsage())
  else if (message === 'memory') process.send?.(process.memoryUsage.rss())
  else if (message === 'settle') {
    await vitrine.watch?.runOnce()
    await vitrine.events.settle()
    process.send?.('settled')
  } else {
    await vitrine.close()
    process.exit(0)
  }
})
process.send?.({ url })
