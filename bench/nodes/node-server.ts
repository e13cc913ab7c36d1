/**
 * One node in a process of its own: `node node-server.ts FOLDER [STORE_URL]`. Tells its parent where it listens; answers `cpu` with what the process
 * has used, and `settle` when all that it took in is derived.
 */
import { openBenchShop } from './open-bench-shop.ts'

const [folder = '', store] = process.argv.slice(2)
const shared: Record<string, string> =
  store === undefined ? {} : { VITRINE_STORE: store, VITRINE_SECRET: 's'.repeat(32) }
const { vitrine, url } = await openBenchShop(folder, { ...shared, LOG_LEVEL: 'error' })
process.on('message', async (message: string) => {
  if (message === 'cpu') process.send?.(process.cpuUsage())
  else if (message === 'settle') {
    await vitrine.watch?.runOnce()
    await vitrine.events.settle()
    process.send?.('settled')
  } else process.exit(0)
})
process.send?.({ url })
