/** Tests Vitrine with a real Vendure. `-- FOLDER` keeps its installation for the next run. */
import { freePort } from '../packages/server/src/ports/postgres/testing/free-port.ts'
import { clickIn, clientOf, creditedOrders, refundedOrder } from './connectors/buy-after-search.ts'
import { expectThat, memoryOf, until } from './connectors/measured-steps.ts'
import { takePictures } from './connectors/take-pictures.ts'
import { TriedPlatform } from './connectors/tried-platform.ts'
import type { TriedShop } from './connectors/tried-shop.ts'
import { writeProject } from './connectors/vendure/project.ts'
import { VendureApi } from './connectors/vendure/shop-api.ts'

const PRODUCTS = 54
const platform = new TriedPlatform(
  {
    name: 'vendure',
    connector: 'connect-vendure',
    packages: ['@vendure/core@3.7.3', '@vendure/create@3.7.3', 'pg@8'],
    overrides: { '@graphql-tools/batch-execute': '10.2.0' },
    currency: 'USD',
  },
  process.argv[2],
)
try {
  await tryVendure()
} finally {
  await platform.close()
}

async function tryVendure(): Promise<void> {
  const { databaseUrl, shop } = await platform.prepare()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const { admin: _, process: __, close: ___, ...connection } = shop
  writeProject(platform.folder, { databaseUrl, port, vitrine: { ...connection, assetUrlPrefix: `${url}/assets/` } })
  await platform.steps.step('populate', () => platform.run(process.execPath, 'server.js', 'populate'))
  const server = await platform.steps.step('start Vendure', () => platform.start(['server.js'], `${url}/health`))
  const results = await searchAndSell(new VendureApi(`${url}/shop-api`), new VendureApi(`${url}/admin-api`), shop)
  const memory_mb = { vendure: memoryOf(server.pid ?? 0), vitrine: memoryOf(shop.process.pid ?? 0) }
  platform.record({ products: PRODUCTS, memory_mb, ...results })
  expectThat(
    'a price change is found within 5 s',
    (platform.steps.seconds['a price change is found'] ?? 99) < 5,
    platform.steps.seconds,
  )
}

async function searchAndSell(store: VendureApi, merchant: VendureApi, shop: TriedShop) {
  const { steps } = platform
  await steps.step('all products arrive', () =>
    until('all products', 120, async () => ((await store.search({})).totalItems === PRODUCTS ? true : undefined)),
  )
  const typo = await store.search({ term: 'labtop' })
  expectThat('labtop finds the laptop first', typo.items[0]?.productName === 'Laptop', typo)
  const words = await store.search({ term: 'gaming laptop 16gb' })
  expectThat(
    'gaming laptop 16gb finds a laptop',
    words.items.some(({ productName }) => productName === 'Laptop'),
    words,
  )
  expectThat('facets and collections are counted', words.facetValues.length > 0 && words.collections.length > 0, words)
  const [laptop] = typo.items
  if (laptop === undefined) throw new Error('the search found no laptop')
  await merchant.signIn()
  await merchant.ask(
    'mutation ($input: [UpdateProductVariantInput!]!) { updateProductVariants(input: $input) { id } }',
    {
      input: [{ id: laptop.productVariantId, prices: [{ currencyCode: laptop.currencyCode, price: 77_700 }] }],
    },
  )
  const cheap = { query: 'laptop', appliedFilters: [{ key: '@price', value: ['700:950'] }] }
  await steps.step('a price change is found', () =>
    until('the new price', 30, async () =>
      (await clientOf(shop).search(cheap)).pagination.total > 0 ? true : undefined,
    ),
  )
  const visitor = `v-${Date.now()}`
  const { vitrine } = await store.search({ term: 'laptop', vitrineVisitorId: visitor })
  await clickIn(shop, visitor, vitrine.requestId, laptop.productId)
  const code = await store.order(laptop.productVariantId, visitor)
  const order = { code, ...(await creditedOrders(shop)) }
  await takePictures(shop, 'vendure')
  await merchant.refund(code)
  const found = { labtop: typo.totalItems, 'gaming laptop 16gb': words.totalItems }
  return { found, order, refunded: await refundedOrder(shop) }
}
