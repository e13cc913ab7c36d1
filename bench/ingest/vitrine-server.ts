import { compose } from '../../packages/server/src/compose/compose.ts'
import { readConfig } from '../../packages/server/src/config.ts'
import { BENCH_SHOP } from './event-bodies.ts'
import { askThreads } from './memory-probe.ts'

let threads = 1
process.on('worker', (worker) => {
  threads++
  worker.on('exit', () => threads--)
})
const vitrine = await compose(readConfig(process.env))
const known = await vitrine.records.getShop(BENCH_SHOP)
const url = await vitrine.app.server.listen({ port: 0, host: '127.0.0.1' })
await vitrine.start()
const admin = async (method: string, path: string, body: object) => {
  const headers = { authorization: `Bearer ${process.env.VITRINE_ADMIN_KEY}`, 'content-type': 'application/json' }
  return (
    await fetch(`${url}/api/admin/v1${path}`, { method, headers, body: JSON.stringify(body) })
  ).json() as Promise<{ key: string }>
}
if (!known) await admin('PUT', `/shops/${BENCH_SHOP}`, { name: 'Bench', currency: 'USD' })
const { key } = await admin('POST', `/shops/${BENCH_SHOP}/keys`, { label: 'bench' })
process.send?.({ url, key })
process.on('SIGINT', () => process.exit(0))
process.on('message', async (question: { memory?: boolean }) => {
  if (question.memory) {
    process.send?.(await askThreads(threads))
    return
  }
  const begunMs = performance.now()
  await vitrine.events.settle()
  const settledMs = performance.now() - begunMs
  const logged = await vitrine.events.log.lastOffset(BENCH_SHOP)
  const derived = await vitrine.events.store.offset(BENCH_SHOP)
  process.send?.({ settledMs, logged, derived })
})
