/** The whole server in a process that the fault test may kill; its clock can be moved by a message. */
import { compose } from '../../packages/server/src/compose/compose.ts'
import { readConfig } from '../../packages/server/src/config.ts'

let shiftMs = 0
const vitrine = await compose(readConfig(process.env), { clock: () => Date.now() + shiftMs })
process.on('message', async (message: { shiftMs?: number; stop?: boolean }) => {
  if (message.shiftMs !== undefined) {
    shiftMs = message.shiftMs
    process.send?.({ shifted: shiftMs })
  }
  if (!message.stop) return
  await vitrine.events.settle()
  await vitrine.close()
  process.exit(0)
})
const url = await vitrine.app.server.listen({ port: 0, host: '127.0.0.1' })
await vitrine.start()
process.send?.({ url })
