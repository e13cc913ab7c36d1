/** Tests Vitrine with a real Medusa. It downloads about 760 MB; `-- FOLDER` keeps the download for the next run. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../packages/server/src/ports/postgres/testing/free-port.ts'
import { clickIn, creditedOrders, refundedOrder } from './connectors/buy-after-search.ts'
import { expectThat, memoryOf, until } from './connectors/measured-steps.ts'
import { writeProject } from './connectors/medusa/project.ts'
import { type Seeded, Store } from './connectors/medusa/store.ts'
import { takePictures } from './connectors/take-pictures.ts'
import { TriedPlatform } from './connectors/tried-platform.ts'
import type { TriedShop } from './connectors/tried-shop.ts'
import { ROOT } from './read-lockfile.ts'

const VERSION = '2.21.2'
const platform = new TriedPlatform(
  {
    name: 'medusa',
    connector: 'connect-medusa',
    packages: ['medusa', 'framework', 'cli'].map((name) => `@medusajs/${name}@${VERSION}`),
    currency: 'EUR',
  },
  process.argv[2],
)
try {
  await tryMedusa()
} finally {
  await platform.close()
}

async function tryMedusa(): Promise<void> {
  const { steps } = platform
  const { databaseUrl, shop } = await platform.prepare()
  const port = await freePort()
  const { admin: _, process: __, close: ___, ...connection } = shop
  writeProject(platform.folder, { databaseUrl, port, vitrine: { ...connection, currency: 'eur' } })
  const cli = join(platform.folder, 'node_modules/@medusajs/cli/cli.js')
  const medusa = (...words: string[]) => platform.run(process.execPath, cli, ...words)
  await steps.step('check the types', checkTypes)
  await steps.step('migrate', () => medusa('db:migrate', '--skip-scripts'))
  const seeded = await steps.step('seed', () => readSeeded(medusa('exec', './src/scripts/seed.js')))
  const url = `http://127.0.0.1:${port}`
  const start = [cli, 'start', '--port', String(port)]
  const server = await steps.step('start Medusa', () => platform.start(start, `${url}/health`))
  const results = await searchAndSell(new Store(url, seeded), shop, seeded)
  const memory_mb = { medusa: memoryOf(server.pid ?? 0), vitrine: memoryOf(shop.process.pid ?? 0) }
  platform.record({ products: seeded.products, memory_mb, ...results })
  expectThat('a price change is found within 5 s', (steps.seconds['a price change is found'] ?? 99) < 5, steps.seconds)
}

/** Checks products, typos, price and stock changes, the attribution of an order, and its return. */
async function searchAndSell(store: Store, shop: TriedShop, { laptop, variant, products, ...seeded }: Seeded) {
  const { steps } = platform
  await steps.step('all products arrive', () =>
    until('all products', 120, async () => ((await store.search({})).metadata.count === products ? true : undefined)),
  )
  const typo = await store.search({ q: 'labtop' })
  expectThat('labtop finds the laptop first', typo.hits[0]?.document.title === 'Laptop', typo.hits)
  const merchant = await store.signIn()
  await merchant(`/admin/products/${laptop}/variants/${variant}`, { prices: [{ currency_code: 'eur', amount: 777 }] })
  await steps.step(
    'a price change is found',
    () =>
    until('the new price', 30, async () => ((await store.search({ q: 'laptop', price: 777 })).hits.length === 1 ? true : undefined)), // biome-ignore format: one line reads better
  )
  const visitor = `v-${Date.now()}`
  const found = await store.search({ q: 'laptop' }, { 'x-vitrine-visitor': visitor })
  await clickIn(shop, visitor, String(found.provider_metadata.request_id), laptop)
  const id = await store.order({ laptop, variant, products, ...seeded }, visitor)
  const credited = await creditedOrders(shop)
  await steps.step(
    'the order takes from the stock',
    () =>
    until('less stock', 30, async () => ((await shop.admin.product(laptop)).variants[0]?.inventory_quantity === 9 ? true : undefined)), // biome-ignore format: one line reads better
  )
  await takePictures(shop, 'medusa')
  await store.returnOrder(merchant, id, seeded.location)
  return { found: { labtop: typo.metadata.count }, order: { id, ...credited }, refunded: await refundedOrder(shop) }
}

function checkTypes(): void {
  const text = `import type { ISearchProvider } from '@medusajs/types'
import { VitrineSearchService } from '@vitrine/connect-medusa'
export const provider: (options: never) => ISearchProvider = (options) => new VitrineSearchService({}, options)
`
  writeFileSync(join(platform.folder, 'check.ts'), text)
  const settings = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', '--module', 'nodenext']
  platform.run(process.execPath, join(ROOT, 'node_modules/typescript/bin/tsc'), ...settings, 'check.ts')
}

function readSeeded(output: string): Seeded {
  const [, json] = /SEEDED (\{.*\})/.exec(output) ?? []
  if (json === undefined) throw new Error(`the seed script printed no ids:\n${output.slice(-3000)}`)
  return JSON.parse(json) as Seeded
}
