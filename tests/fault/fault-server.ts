/** Runs a server whose clock and timers obey messages. `VITRINE_CODE` names another checkout to run. */
import { hash } from 'node:crypto'
import { registerHooks } from 'node:module'
import { join } from 'node:path'

const code = process.env.VITRINE_CODE ?? new URL('../..', import.meta.url).pathname
if (process.env.VITRINE_CODE) allowLocalAlerts()
const source = (path: string) => join(code, 'packages/server/src', path)
const { compose }: typeof import('../../packages/server/src/compose/compose.ts') = await import(
  source('compose/compose.ts')
)
const { readConfig }: typeof import('../../packages/server/src/config.ts') = await import(source('config.ts'))

interface Message {
  shiftMs?: number
  stop?: boolean
  run?: 'alerts' | 'drafts' | 'settle'
  /** Requests a hash of this shop's models. */
  modelsOf?: string
}

const now = Date.now
let shiftMs = 0
Date.now = () => now() + shiftMs

const alertDelivery = { isAllowedAddress: () => true, isAllowedPort: () => true }
const vitrine = await compose(readConfig(process.env), { alertDelivery })
process.on('message', async (message: Message) => {
  if (message.stop) {
    await vitrine.events.settle()
    await vitrine.close()
    process.exit(0)
  }
  process.send?.({ done: await obey(message).catch((error: Error) => ({ failed: error.message })) })
})
const url = await vitrine.app.server.listen({ port: 0, host: '127.0.0.1' })
await vitrine.start()
process.send?.({ url })

async function obey({ shiftMs: shift, run, modelsOf }: Message): Promise<unknown> {
  if (shift !== undefined) shiftMs = shift
  if (run === 'settle') {
    await vitrine.watch?.runOnce()
    await vitrine.events.settle()
    // Older versions learn all models on each node.
    await vitrine.events.follower.exchangeModels?.()
    for (const shop of await vitrine.records.listShops())
      await vitrine.index.waitFor(shop, await vitrine.records.lastChange(shop.id))
  } else if (run) await vitrine[run].runOnce()
  if (modelsOf === undefined) return true
  const bytes = vitrine.models.snapshot(modelsOf)
  return bytes ? hash('sha256', bytes) : 'none'
}

/** Older versions have no such setting and would not send alerts to the test's receiver. */
function allowLocalAlerts(): void {
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context)
      if (!url.endsWith('/ports/alert-delivery/http.ts')) return loaded
      const source = String(loaded.source)
        .replace('isAllowedAddress: isPublicAddress', 'isAllowedAddress: () => true')
        .replace('port === 80 || port === 443', 'port > 0')
      return { ...loaded, source }
    },
  })
}
