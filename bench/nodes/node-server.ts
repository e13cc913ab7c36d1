/**
 * One node in a process of its own: `node node-server.ts FOLDER [STORE_URL]`. Tells its parent where it listens; answers `cpu` with what the process
 * has used, and `settle` when all that it took in is derived.
 */
import { compose } from '../../packages/server/src/compose/compose.ts'
import { readConfig } from '../../packages/server/src/config.ts'

export const ADMIN_KEY = `vak_${'N'.repeat(32)}`

const [folder, store] = process.argv.slice(2)
const vitrine = await compose(
  readConfig({
    PORT: '0',
    VITRINE_DATA: folder,
    ...(store === undefined ? {} : { VITRINE_STORE: store, VITRINE_SECRET: 's'.repeat(32) }),
    VITRINE_DEMO: 'off',
    VITRINE_ADMIN_KEY: ADMIN_KEY,
    VITRINE_EMBEDDER: 'none',
    VITRINE_RATE_LIMIT: '0',
    LOG_LEVEL: 'error',
  }),
)
const url = await vitrine.app.server.listen({ port: 0, host: '127.0.0.1' })
await vitrine.start()
process.on('message', async (message: string) => {
  if (message === 'cpu') process.send?.(process.cpuUsage())
  else if (message === 'settle') {
    await vitrine.watch?.runOnce()
    await vitrine.events.settle()
    process.send?.('settled')
  } else process.exit(0)
})
process.send?.({ url })
