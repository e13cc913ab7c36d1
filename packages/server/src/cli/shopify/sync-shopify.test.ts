import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { AdminProduct } from '../../features/catalog/admin-product.ts'
import type { AdminTarget } from '../target/admin-target.ts'
import { dataFolderTarget } from '../target/data-folder-target.ts'
import { adminApi } from './admin-graphql.ts'
import { API_VERSION } from './documents.ts'
import { operationFile } from './bulk-operation.ts'
import { soldAt } from './places.ts'
import { syncShopify } from './sync-shopify.ts'
import { readSchema } from './testing/schemas.ts'
import { type Fakes, type ShopifyServer, startShopify } from './testing/shopify-server.ts'

const SHOP = 't.myshopify.com'
const gid = (kind: string, id: number) => `gid://shopify/${kind}/${id}`
const lines = (...values: object[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('')
const product = (id: number, title: string, more: object = {}) => ({
  id: gid('Product', id),
  title,
  handle: title.toLowerCase().replaceAll(' ', '-'),
  descriptionHtml: '<p>x</p>',
  vendor: 'Acme',
  productType: 'Shirts',
  tags: ['linen'],
  status: 'ACTIVE',
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-02T00:00:00Z',
  publishedAt: '2026-01-01T00:00:00Z',
  options: [{ id: gid('ProductOption', id), name: 'Size', position: 1, optionValues: [{ name: 'S' }] }],
  locale_de: [
    { key: 'title', value: 'Leinenhemd' },
    { key: 'handle', value: null },
  ],
  ...more,
})
const variant = (id: number, parent: number) => ({
  id: gid('ProductVariant', id),
  title: 'S',
  position: 1,
  sku: `SKU-${id}`,
  price: '59.00',
  compareAtPrice: '79.00',
  inventoryQuantity: 3,
  inventoryPolicy: 'DENY',
  inventoryItem: {
    id: gid('InventoryItem', id),
    tracked: true,
    measurement: { weight: { unit: 'KILOGRAMS', value: 0.3 } },
  },
  selectedOptions: [{ name: 'Size', value: 'S' }],
  __parentId: gid('Product', parent),
})
const picture = (id: number, parent: string) => ({ id: gid('MediaImage', id), alt: 'Front', image: { url: `https://cdn.example/${id}.jpg`, width: 10, height: 10 }, __parentId: parent }) // biome-ignore format: one line reads better
const published = (id: number, parent: number) => ({ isPublished: true, publication: { id: gid('Publication', id) }, __parentId: gid('Product', parent) }) // biome-ignore format: one line reads better

const catalog = (__typename: string, id: number, more: object = {}) => ({ __typename, id: gid(__typename, id), title: `${__typename} ${id}`, ...more }) // biome-ignore format: one line reads better
const publications = [
  { id: gid('Publication', 1), catalog: catalog('AppCatalog', 1, { apps: { nodes: [{ handle: 'online_store' }] } }) },
  {
    id: gid('Publication', 2),
    catalog: catalog('MarketCatalog', 2, {
      markets: { nodes: [{ id: gid('Market', 21) }] },
      priceList: { fixedPricesCount: 3, parent: { adjustment: { type: 'PERCENTAGE_DECREASE', value: 5 } } },
    }),
  },
  { id: gid('Publication', 3), catalog: catalog('CompanyLocationCatalog', 3) },
]
const market = (id: number, currencyCode: string, manualRate: string | null) => ({ id: gid('Market', id), handle: `m${id}`, name: `M ${id}`, currencySettings: { baseCurrency: { currencyCode, manualRate } } }) // biome-ignore format: one line reads better

const fakes: Fakes = {
  products: [],
  files: {
    products: lines(
      product(1, 'Linen shirt'),
      picture(11, gid('Product', 1)),
      { id: gid('Metafield', 5), namespace: 'specs', key: 'fabric', value: 'linen', type: 'single_line_text_field', __parentId: gid('Product', 1) },
      variant(101, 1),
      picture(11, gid('ProductVariant', 101)),
      product(2, 'Felt hat', { locale_de: [] }),
      variant(201, 2),
      product(3, 'Wholesale box', { locale_de: [] }),
      variant(301, 3),
    ),
    places: lines(
      { id: gid('Product', 1) },
      { id: gid('Collection', 7), handle: 'summer', __parentId: gid('Product', 1) },
      published(1, 1),
      published(2, 1),
      { id: gid('Product', 2) },
      published(1, 2),
      { id: gid('Product', 3) },
      published(3, 3),
    ),
  },
  rootCounts: { products: 3, places: 3 },
  publications,
  markets: [market(21, 'GBP', '0.85'), market(22, 'EUR', null)],
  collections: [
    { id: gid('Collection', 7), handle: 'summer', title: 'Summer', descriptionHtml: '', ruleSet: null },
    { id: gid('Collection', 8), handle: 'linen', title: 'Linen', descriptionHtml: 'All', ruleSet: { appliedDisjunctively: true, rules: [{ column: 'TAG', relation: 'EQUALS', condition: 'linen' }] } },
  ],
} // biome-ignore format: one line reads better

const schema = readSchema(`admin_${API_VERSION}`)
let server: ShopifyServer
let folder: string
beforeAll(async () => {
  server = await startShopify(schema, fakes)
})
afterAll(() => server.close())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-shopify-'))
  server.asked.length = 0
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
})

function open(token = 'shpat_of_the_test') {
  const waits: number[] = []
  const said: string[] = []
  const target = dataFolderTarget(join(folder, 'data'))
  onTestFinished(() => target.close())
  const wait = async (ms: number) => void waits.push(ms)
  const api = adminApi({ shop: SHOP, token, version: API_VERSION, origin: server.origin, wait })
  const memory = operationFile(join(folder, 'state.json'))
  const sync = (webhookOrigin: string | null = null, maxRemovedShare = 0.5) =>
    syncShopify(
      { api, target, memory, say: (line) => void said.push(line) },
      { shop: SHOP, webhookOrigin, maxRemovedShare },
    )
  return { target, memory, sync, waits, said }
}

describe('vitrine sync shopify', () => {
  it('Y1: imports products with pictures, variants, metafields, translations and the places where they are sold', async () => {
    const { target, sync, said } = open()
    expect(await sync()).toMatchObject({ created: 3, rejected: 0, removed: 0, webhooksAdded: 0, faults: [] })
    const products = await productsIn(target)
    expect(products[0]).toMatchObject({
      id: 1,
      title: 'Linen shirt',
      status: 'active',
      body_html: '<p>x</p>',
      variants: [{ id: 101, price: '59.00', compare_at_price: '79.00', option1: 'S', inventory_quantity: 3, grams: 300, image_id: 11 }],
      images: [{ id: 11, src: 'https://cdn.example/11.jpg', alt: 'Front' }],
      collections: ['summer'],
      publication_ids: ['1'],
      market_ids: [21, 22],
      catalog_ids: null,
      metafields: [{ namespace: 'specs', key: 'fabric', value: 'linen' }],
      translations: { de: { title: 'Leinenhemd' } },
    }) // biome-ignore format: one line reads better
    expect(products[1]).toMatchObject({ market_ids: [22], catalog_ids: null, translations: {} })
    expect(products[2]).toMatchObject({ publication_ids: [], catalog_ids: ['3'] })
    const config = (await target.getConfig(SHOP)) as Record<string, unknown>
    expect(config).toMatchObject({
      shop: { currency: 'EUR', timezone: 'Europe/Berlin' },
      publications: [{ id: '1', is_online_store: true }],
      markets: [
        { id: 21, currency: 'GBP', price_adjustment_percent: -5 },
        { id: 22, currency: 'EUR', price_adjustment_percent: 0 },
      ],
      currency_rates: { GBP: 0.85 },
      collections: [{ handle: 'summer' }, { handle: 'linen', rules: [{ column: 'tag' }], disjunctive: true }],
    })
    expect(said.join('\n')).toMatch(/products: running.*\n.*products: completed/)
    expect(said).toContain("M 21: 3 variants have fixed prices, which are not imported; the market's percentage applies to them") // biome-ignore format: one line reads better
  })

  it('Y2: a second run changes nothing but removes absent products, up to the allowed share', async () => {
    const { target, sync } = open()
    await sync()
    await target.importProducts(SHOP, bytes({ id: 99, title: 'Of before', variants: [{ price: 1 }] }), {})
    expect(await sync(null, 0.2)).toMatchObject({ unchanged: 3, removed: 0, keptBack: 1 })
    expect(await sync(null, 0.5)).toMatchObject({ unchanged: 3, removed: 1, keptBack: 0 })
    expect((await productsIn(target)).map(({ id }) => id)).toEqual([1, 2, 3])
  })

  it('Y3: a failed operation is run again; an error names the scopes that the token lacks', async () => {
    const { sync } = open()
    server.fates.push({ status: 'FAILED', errorCode: 'INTERNAL_SERVER_ERROR' }, { status: 'EXPIRED' })
    expect(await sync()).toMatchObject({ created: 3 })
    expect(server.asked).toEqual([
      'run places',
      'run places',
      'run places',
      'file places',
      'run products',
      'file products',
    ])
    server.fates.push({ status: 'FAILED', errorCode: 'ACCESS_DENIED' })
    await expect(sync()).rejects.toThrow('read_publications')
    server.fates.push(...Array.from({ length: 3 }, () => ({ status: 'FAILED', errorCode: 'TIMEOUT' })))
    await expect(sync()).rejects.toThrow('failed 3 times')
  })

  it('Y4: a file that is cut off is read again, and products received so far stay', async () => {
    const { sync, target } = open()
    server.cutFiles = 1
    expect(await sync()).toMatchObject({ created: 3 })
    expect(server.asked.filter((one) => one === 'file places')).toHaveLength(2)
    fakes.rootCounts.products = 4
    onTestFinished(() => {
      fakes.rootCounts.products = 3
    })
    await expect(sync()).rejects.toThrow('3 of 4 objects')
    expect(await productsIn(target)).toHaveLength(3)
  })

  it('Y5: continues an operation that an earlier sync started', async () => {
    const { sync, memory } = open()
    await sync()
    server.asked.length = 0
    await memory.write('products', gid('BulkOperation', 2))
    await sync()
    expect(server.asked).toEqual(['run places', 'file places', 'file products'])
    expect(await memory.read('products')).toBeUndefined()
    await memory.write('products', gid('BulkOperation', 4040))
    expect(await sync()).toMatchObject({ unchanged: 3 })
  })

  it('Y6: waits for the platform’s request budget, and gives up after eight tries', async () => {
    const { sync, waits } = open()
    server.throttled = 2
    await sync()
    expect(waits.slice(0, 2)).toEqual([1000, 2000])
    server.throttled = 8
    await expect(sync()).rejects.toThrow('after 8 attempts')
    server.throttled = 0
  })

  it('Y7: subscribes to every topic once', async () => {
    const { sync } = open()
    expect(await sync('https://v.example/')).toMatchObject({ webhooksAdded: 12 })
    expect(await sync('https://v.example')).toMatchObject({ webhooksAdded: 0 })
    expect(new Set(server.webhooks.map(({ uri }) => uri))).toEqual(new Set(['https://v.example/webhooks/shopify']))
    await expect(sync('http://v.example')).rejects.toThrow('https')
  })

  it('Y8: reveals the token neither in errors nor to the host of the files', async () => {
    const { sync } = open('shpat_wrong')
    const error = await sync().catch((one: Error) => one)
    expect(String(error)).toContain('rejected the token')
    expect(String((error as Error).stack)).not.toContain('shpat_wrong')
    expect(server.tokens).toEqual(new Set(['undefined']))
  })
})

describe('where a product is sold', () => {
  it('Y9: is every market if no market has a catalog of its own', () => {
    const known = new Map([[publications[0]!.id, publications[0] as never]])
    expect(soldAt({ collections: [], publications: [publications[0]!.id] }, known, [gid('Market', 21)])).toEqual({ publication_ids: ['1'], market_ids: null, catalog_ids: null }) // biome-ignore format: one line reads better
  })
})

async function productsIn(target: AdminTarget) {
  const products: AdminProduct[] = []
  for await (const product of target.products(SHOP)) products.push(product)
  return products
}

async function* bytes(value: object) {
  yield Buffer.from(`${JSON.stringify(value)}\n`)
}
