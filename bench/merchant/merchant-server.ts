/** Runs the demo shop with many more products and a year of history, in its own process. */
import { DEMO_ADMIN_KEY, DEMO_SHOP } from '@vitrine/contract/demo-shop'
import { ensureDemoShop } from '@vitrine/demo'
import { compose } from '../../packages/server/src/compose/compose.ts'
import { demoHost } from '../../packages/server/src/compose/demo.ts'
import { readConfig } from '../../packages/server/src/config.ts'
import { generateCatalog } from '../search/generate-catalog.ts'

const DAYS = 365
const FIRST_ID = 900_000_000
const A_BATCH = 500

const [data, products, visits] = process.argv.slice(2)
const vitrine = await compose(
  readConfig({
    PORT: '0',
    VITRINE_DATA: data,
    VITRINE_DEMO: 'on',
    VITRINE_ADMIN_KEY: DEMO_ADMIN_KEY,
    VITRINE_EMBEDDER: 'none',
    VITRINE_RATE_LIMIT: '0',
    LOG_LEVEL: 'error',
  }),
)
const host = demoHost({
  shops: { store: vitrine.records },
  keys: vitrine.keys,
  history: vitrine.events.history,
  store: vitrine.events.store,
})
if (await ensureDemoShop(host, Date.now(), { historyDays: DAYS, historyVisits: Number(visits) })) await addProducts()
const url = await vitrine.app.server.listen({ port: 0, host: '127.0.0.1' })
await vitrine.start()
process.on('message', (message) => {
  if (message === 'cpu') process.send?.(process.cpuUsage())
  else void vitrine.close().then(() => process.exit(0))
})
process.send?.({ url, shop: DEMO_SHOP })

async function addProducts(): Promise<void> {
  let batch: { handle: string }[] = []
  let id = FIRST_ID
  for (const { title, vendor, productType, tags, description, skus, price } of generateCatalog(Number(products))) {
    id++
    const variants = skus.map((sku, i) => ({ id: id * 10 + i, sku, price, inventory_quantity: 5 }))
    const own = { id, title, handle: `p-${id}`, vendor, product_type: productType, tags, body_html: description }
    batch.push({ ...own, status: 'active', published_at: '2026-01-01T00:00:00Z', variants } as { handle: string })
    if (batch.length < A_BATCH) continue
    await host.putProducts(batch)
    batch = []
  }
  await host.putProducts(batch)
}
