/** The server on a prepared folder, in its own process; tells its parent where, and on request how much CPU it has used and how long its rankings take. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openRecommendContext } from '../../packages/server/src/features/recommend/open-recommend-context.ts'
import { takeFirst } from '../../packages/server/src/features/recommend/recommend-queries.ts'
import type { Shop } from '../../packages/server/src/ports/record-store/record-store.ts'
import { BENCH_SHOP, MODELS_FILE, STOREFRONT_KEY_FILE } from './bench-shop.ts'
import { mulberry32, popular } from './make-visits.ts'
import { openBenchShop } from './open-bench-shop.ts'

const [folder] = process.argv.slice(2) as [string]
const { vitrine, url } = await openBenchShop(folder)
// The follower must start with the shop before the models are restored: otherwise it would begin at the first event, without models.
vitrine.events.follower.wake(BENCH_SHOP)
await vitrine.events.follower.runOnce()
vitrine.models.restore(BENCH_SHOP, readFileSync(join(folder, MODELS_FILE)))
const shop = (await vitrine.records.getShop(BENCH_SHOP)) as Shop
await vitrine.recommending.catalogs.of(shop)
process.on('message', async (message: 'cpu' | 'calls' | 'stop') => {
  if (message === 'cpu') process.send?.({ cpu: process.cpuUsage(), loop: process.threadCpuUsage() })
  else if (message === 'calls') process.send?.(await timeCalls(6000))
  else process.exit(0)
})
process.send?.({ url, key: readFileSync(join(folder, STOREFRONT_KEY_FILE), 'utf8') })

/** Wall-clock microseconds of rankings that are not cached, sorted: anchors drawn by popularity, 12 products each. */
async function timeCalls(calls: number): Promise<number[]> {
  // Writes and garbage that the previous load left would run on the same core and count as ranking time.
  await vitrine.events.serves.flush()
  await vitrine.events.settle()
  globalThis.gc?.()
  const random = mulberry32(23)
  const times: number[] = []
  const call = { shop, body: {}, identity: { visitorId: null, clientId: null, customerId: null }, nowMs: Date.now() }
  for (let i = 0; i < calls; i++) {
    const anchors = [popular(vitrine.models.of(BENCH_SHOP).items.size, random) + 1]
    const context = await openRecommendContext(vitrine.recommending, {
      ...call,
      nowMs: call.nowMs + i * 10_000,
    } as never)
    context.models.generation++
    const begun = performance.now()
    takeFirst(context, { type: 'similar_products', anchors, cart: [] }, 12)
    times.push(1000 * (performance.now() - begun))
  }
  // The first third only warms up: otherwise compilation and early garbage collection would be half of the slowest hundredth.
  return times.slice(calls / 3).sort((a, b) => a - b)
}
