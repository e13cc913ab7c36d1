/** Fills a folder with the shop, its own process: `prepare-shop.ts FOLDER PRODUCTS EVENTS`. Events go straight into the models: writing the log is another bench. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  ADMIN_KEY,
  BENCH_SHOP,
  benchProduct,
  FACTS_FILE,
  makeEvents,
  MODELS_FILE,
  type ShopFacts,
  STOREFRONT_KEY_FILE,
} from './bench-shop.ts'
import { openBenchShop } from './open-bench-shop.ts'

const [folder, ...counts] = process.argv.slice(2) as [string, string, string]
const [products, events] = counts.map(Number) as [number, number]
const LINES = 2000
const nowMs = Date.now()

const { vitrine, url } = await openBenchShop(folder)
await admin('PUT', '', { name: 'Bench', currency: 'USD' })
const { key } = (await admin('POST', '/keys', { label: 'bench' })) as { key: string }
writeFileSync(join(folder, STOREFRONT_KEY_FILE), key)
const importing = process.cpuUsage()
for (let from = 0; from < products; from += LINES)
  await admin(
    'POST',
    '/products/bulk',
    Array.from({ length: Math.min(LINES, products - from) }, (_, i) => benchProduct(from + i, nowMs)),
  )
const importSeconds = cpuSecondsSince(importing)
const learning = process.cpuUsage()
const models = vitrine.models.of(BENCH_SHOP)
for (const batch of makeEvents(products, events, nowMs)) models.learn(batch)
const buildSeconds = cpuSecondsSince(learning)
const bytes = models.save()
writeFileSync(join(folder, MODELS_FILE), bytes)
const modelMegabytes = Math.round((models.ranker.byteLength + models.orders.byteLength + models.carts.byteLength) / 1e6)
const facts: ShopFacts = { products, events, importSeconds, buildSeconds, modelMegabytes }
await vitrine.close()
writeFileSync(join(folder, FACTS_FILE), JSON.stringify(facts))
process.exit(0)

function cpuSecondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return Math.round((user + system) / 1e4) / 100
}

async function admin(method: string, path: string, body: object): Promise<unknown> {
  const isBulk = Array.isArray(body)
  const response = await fetch(`${url}/api/admin/v1/shops/${BENCH_SHOP}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${ADMIN_KEY}`,
      'content-type': isBulk ? 'application/x-ndjson' : 'application/json',
    },
    body: isBulk ? body.map((line) => JSON.stringify(line)).join('\n') : JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response.json()
}
