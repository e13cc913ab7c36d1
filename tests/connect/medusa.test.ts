/** Tests the provider with calls of Medusa's Search Module. Rows have the format of Medusa's graph. */
import { createClient } from '@vitrine/client'
import { createTracker, memoryStorage } from '@vitrine/client/events'
import type { ProviderQuery } from '../../packages/connect-medusa/src/medusa.ts'
import { productIdsOf, toDocument } from '../../packages/connect-medusa/src/product-document.ts'
import { reportOrder } from '../../packages/connect-medusa/src/report-order.ts'
import { VitrineSearchService } from '../../packages/connect-medusa/src/search-provider.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness, type TestShop } from '../conformance/harness.ts'

const row = (id: string, title: string, more: object = {}) => ({
  id: `prod_${id}`,
  title,
  subtitle: null,
  description: `A ${title}.`,
  handle: id.toLowerCase(),
  status: 'published',
  thumbnail: `https://img.example/${id}.png`,
  metadata: { warranty: '2 years', dimensions: { w: 3 } },
  created_at: new Date('2026-05-01T00:00:00Z'),
  updated_at: '2026-05-02T00:00:00Z',
  type: { value: 'Electronics' },
  tags: [{ value: 'new' }],
  collection: { id: 'pcol_1', title: 'Office', handle: 'office' },
  categories: [
    { id: 'pcat_1', name: 'Electronics', handle: 'electronics' },
    { id: 'pcat_2', name: 'Computers', handle: 'computers' },
  ],
  sales_channels: [{ id: 'sc_web' }],
  images: [{ id: 'img_1', url: `https://img.example/${id}.png`, rank: 0 }],
  options: [{ title: 'Memory', values: [{ value: '8 GB' }, { value: '16 GB' }] }],
  variants: [variant(`${id}8`, '8 GB', 899), variant(`${id}16`, '16 GB', 1099)],
  ...more,
})

function variant(id: string, memory: string, amount: number, more: object = {}) {
  return {
    id: `variant_${id}`,
    title: memory,
    sku: `SKU-${id}`,
    manage_inventory: true,
    allow_backorder: false,
    options: [{ value: memory, option: { title: 'Memory' } }],
    prices: [
      { amount: amount * 2, currency_code: 'usd' },
      { amount: { value: String(amount) }, currency_code: 'eur', rules_count: 0 },
      { amount: amount - 100, currency_code: 'eur', price_list_id: 'plist_sale' },
      { amount: amount - 50, currency_code: 'eur', rules_count: 1 },
      { amount: amount - 70, currency_code: 'eur', min_quantity: 10 },
    ],
    inventory_items: [
      {
        required_quantity: 2,
        inventory: { location_levels: [{ stocked_quantity: 9, reserved_quantity: 2 }, { stocked_quantity: 4 }] },
      },
    ],
    ...more,
  }
}

const context = () => ({ navigator: { user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0' } })

let harness: Harness
let shop: TestShop
let provider: VitrineSearchService
const warnings: string[] = []
const options = () => ({
  baseUrl: harness.url,
  shop: shop.shop,
  apiKey: shop.key,
  adminKey: harness.adminKey,
  webhookSecret: 'of the shop',
  currency: 'eur',
})

beforeAll(async () => {
  harness = await startHarness()
  shop = await harness.createShop({ shop: { currency: 'EUR' }, webhook_secret: 'of the shop' })
  const logger = { info: () => {}, error: () => {}, warn: (text: string) => void warnings.push(text) }
  provider = new VitrineSearchService({ logger }, options())
  const documents = [
    row('L', 'Laptop'),
    row('M', 'Monitor', { tags: [], sales_channels: [{ id: 'sc_pos' }], collection: null }),
    row('K', 'Keyboard', { variants: [variant('K', '8 GB', 49, { inventory_items: [{ inventory: {} }] })] }),
    row('D', 'Draft laptop', { status: 'draft' }),
    row('N', 'Laptop without a price', { variants: [variant('N', '8 GB', 5, { prices: [] })] }),
  ].map(toDocument)
  await provider.upsertIndex({ index: { physical_name: 'product_v1' } })
  await provider.upsertDocuments({ index: 'product_v1', documents })
})
afterAll(() => harness.close())

const FIELDS = ['id', 'title', 'price', 'in_stock', 'sales_channel_ids', 'categories', 'variants.id', 'variants.price']
const search = (query: Partial<ProviderQuery>) =>
  provider.search({
    index: { name: 'product', physical_name: 'product_v1', fields: {} },
    attributes_to_retrieve: FIELDS,
    ...query,
  })
const titles = async (query: Partial<ProviderQuery>) =>
  (await search(query)).hits.map(({ document }) => document.title).sort()

describe('documents of Medusa in Vitrine', () => {
  it('D1: are found under their own ids, with the price for everybody and the stock that can be made', async () => {
    const { hits, metadata, provider_metadata } = await search({ q: 'laptop' })
    expect(hits).toEqual([
      {
        id: 'prod_L',
        document: {
          id: 'prod_L',
          title: 'Laptop',
          price: 899,
          in_stock: true,
          sales_channel_ids: ['sc_web'],
          categories: ['Electronics', 'Computers'],
          variants: [
            { id: 'variant_L8', title: '8 GB', sku: 'SKU-L8', price: 899, in_stock: true },
            { id: 'variant_L16', title: '16 GB', sku: 'SKU-L16', price: 1099, in_stock: true },
          ],
        },
      },
    ])
    expect(metadata).toMatchObject({ skip: 0, take: 20, count: 1, query: 'laptop' })
    expect(provider_metadata).toMatchObject({ request_id: expect.any(String) })
    const stored = await harness.admin('GET', `/shops/${shop.shop}/products/prod_L`)
    expect(stored.body.variants.map((one: { inventory_quantity: number }) => one.inventory_quantity)).toEqual([5, 5])
    expect(stored.body).toMatchObject({
      product_type: 'Electronics',
      collections: ['electronics', 'computers', 'office'],
    })
    expect(stored.body.metafields).toContainEqual(expect.objectContaining({ namespace: 'metadata', key: 'warranty', value: '2 years' })) // biome-ignore format: one line reads better
  })

  it('D2: are found despite a typo; drafts and products without a price in the currency are stored but not found', async () => {
    expect(await titles({ q: 'labtop' })).toEqual(['Laptop'])
    for (const id of ['prod_D', 'prod_N'])
      expect((await harness.admin('GET', `/shops/${shop.shop}/products/${id}`)).body.status).toBe('draft')
  })

  it('D3: are counted by version, and removed with the last version that contains them', async () => {
    const again = [toDocument(row('O', 'Old lamp'))]
    await provider.upsertDocuments({ index: 'product_v0', documents: again })
    const counts = async () => Object.fromEntries((await provider.listIndexes()).map((one) => [one.name, one.document_count])) // biome-ignore format: one line reads better
    expect(await counts()).toEqual({ product_v0: 1, product_v1: 5 })
    await provider.deleteIndex({ index: 'product_v0' })
    expect(await counts()).toEqual({ product_v1: 5 })
    expect(await titles({ q: 'lamp' })).toEqual([])
    await provider.upsertDocuments({ index: 'product_v1', documents: again })
    await provider.deleteDocuments({ index: 'product_v1', filters: { id: ['prod_O', 'prod_unknown'] } })
    expect(await counts()).toEqual({ product_v1: 5 })
    await expect(provider.deleteDocuments({ index: 'product_v1', filters: { title: 'x' } })).rejects.toThrow('by id')
  })

  it('D4: that Vitrine refuses are named with the reason; a batch of only such documents fails', async () => {
    const bad = { ...toDocument(row('B', 'Bad')), id: 'x'.repeat(200) }
    expect(await provider.upsertDocuments({ index: 'product_v1', documents: [bad] })).toMatchObject({
      status: 'failed',
    })
    expect(warnings.at(-1)).toMatch(/did not take x{200}: id/)
  })
})

describe('queries of Medusa', () => {
  it('Q1: filter by what the index declares, combined with $and, each exactly', async () => {
    const everything = ['Keyboard', 'Laptop', 'Monitor']
    expect(await titles({})).toEqual(everything)
    expect(await titles({ filters: { status: 'published' } })).toEqual(everything)
    expect(await titles({ filters: { status: 'draft' } })).toEqual([])
    expect(await titles({ filters: { $and: [{ status: 'published' }, { sales_channel_ids: ['sc_web'] }] } })).toEqual(['Keyboard', 'Laptop']) // biome-ignore format: one line reads better
    expect(await titles({ filters: { sales_channel_ids: { $in: ['sc_web', 'sc_pos'] } } })).toEqual(everything)
    expect(await titles({ filters: { sales_channel_ids: [] } })).toEqual([])
    expect(await titles({ filters: { price: { $gte: 100, $lte: 899 } } })).toEqual(['Laptop', 'Monitor'])
    expect(await titles({ filters: { in_stock: false } })).toEqual(['Keyboard'])
    expect(await titles({ filters: { tags: 'new', collection_id: 'pcol_1' } })).toEqual(['Keyboard', 'Laptop'])
    expect(await titles({ filters: { categories: { $contains: ['Electronics', 'Computers'] } } })).toEqual(everything)
    expect(await titles({ filters: { option_values: '16 GB' } })).toEqual(['Laptop', 'Monitor'])
  })

  it('Q2: narrow what the shop allows by a shopper’s own filter, and never widen it', async () => {
    const allowed = { sales_channel_ids: ['sc_web'] }
    expect(await titles({ filters: { $and: [allowed, { sales_channel_ids: ['sc_web', 'sc_pos'] }] } })).toEqual(['Keyboard', 'Laptop']) // biome-ignore format: one line reads better
    await expect(search({ filters: { $and: [allowed, { sales_channel_ids: ['sc_pos'] }] } })).rejects.toThrow('two conditions') // biome-ignore format: one line reads better
  })

  it('Q3: refuse filters that cannot be expressed exactly, and name an alternative', async () => {
    for (const filters of [{ $or: [{}] }, { $not: {} }, { price: { $gt: 1 } }, { tags: { $ne: 'x' } }, { type: null }, { tags: { $gte: 'a' } }]) // biome-ignore format: one line reads better
      await expect(search({ filters })).rejects.toMatchObject({ name: 'UnsupportedFilter', type: 'invalid_data' })
    await expect(search({ search_options: { vector: {} } })).rejects.toThrow('meaning')
    await expect(search({ pagination: { cursor: 'x' } })).rejects.toThrow('skip and take')
    await expect(search({ pagination: { order: { created_at: 'ASC' } } })).rejects.toThrow('created_at DESC')
  })

  it('Q4: are paged by any skip and take, and sorted', async () => {
    const order = { price: 'ASC' as const }
    const page = async (skip: number, take: number) =>
      (await search({ pagination: { skip, take, order } })).hits.map(({ id }) => id)
    // The keyboard is last, because it is out of stock.
    expect(await page(0, 3)).toEqual(['prod_L', 'prod_M', 'prod_K'])
    expect(await page(1, 2)).toEqual(['prod_M', 'prod_K'])
    expect(await page(2, 5)).toEqual(['prod_K'])
    const counted = await search({ pagination: { take: 0 } })
    expect([counted.hits, counted.metadata.count]).toEqual([[], 3])
    expect((await search({ search_options: { count: 'none' } })).metadata.count).toBeNull()
  })

  it('Q5: count facets and mark found words', async () => {
    const facets = ['categories', { field: 'price', type: 'stats' as const }, { field: 'tags', limit: 1 }]
    const found = await search({ q: 'laptop', search_options: { facets, highlight: { fields: ['title'], pre_tag: '<b>', post_tag: '</b>' } } }) // biome-ignore format: one line reads better
    expect(found.facets).toMatchObject({
      categories: {
        type: 'value',
        values: [
          { value: 'Computers', count: 1 },
          { value: 'Electronics', count: 1 },
        ],
      },
      price: { type: 'stats', min: 899, max: 899, count: 1 },
      tags: { values: [{ value: 'new', count: 1 }] },
    })
    expect(found.hits[0]?.highlights).toEqual({ title: ['<b>Laptop</b>'] })
  })
})

describe('events of Medusa', () => {
  it('E1: lead to the products that they concern', async () => {
    const asked: unknown[] = []
    const query = {
      graph: async (input: object) => {
        asked.push(input)
        return { data: [{ price_set: { variant: { product_id: 'prod_L' } } }, { product_id: 'prod_K' }, {}] }
      },
    }
    expect(await productIdsOf({ name: 'product.updated', data: [{ id: 'prod_1' }, { id: 'prod_2' }] }, query)).toEqual(['prod_1', 'prod_2']) // biome-ignore format: one line reads better
    expect(await productIdsOf({ name: 'pricing.price.updated', data: { id: 'price_1' } }, query)).toEqual(['prod_L'])
    expect(await productIdsOf({ name: 'product-variant.deleted', data: { id: ['v1'] } }, query)).toEqual(['prod_K'])
    expect(asked[0]).toMatchObject({ entity: 'price', filters: { id: ['price_1'] } })
  })

  it('E2: credit an order to the search its visitor clicked in, and subtract returns in part or a cancelled order whole', async () => {
    const { provider_metadata } = await search({ q: 'laptop', filters: { vitrine_visitor_id: 'v-medusa' } })
    const client = createClient({ baseUrl: harness.url, shop: shop.shop, apiKey: shop.key })
    const tracker = createTracker({ client, channel: 'headless', storage: memoryStorage(), context })
    tracker.identity.rememberVisitor('v-medusa')
    const products = [{ product_id: 'prod_L' }]
    await tracker.custom('svc:search_result_clicked', { request_id: String(provider_metadata?.request_id), products })
    const order = {
      id: 'order_1',
      currency_code: 'eur',
      total: 2198,
      created_at: new Date(),
      customer_id: 'cus_1',
      metadata: { vitrine_visitor: 'v-medusa' },
      items: [{ product_id: 'prod_L', variant_id: 'variant_L16', quantity: 2, unit_price: 1099 }, { product_id: null }],
    }
    const returned = {
      id: 'return_1',
      received_at: new Date(),
      items: [{ received_quantity: 1, item: order.items[0] }],
    }
    const query = {
      graph: async ({ entity }: { entity: string }) => ({ data: [entity === 'order' ? order : returned] }),
    }
    await reportOrder({ name: 'order.placed', data: { id: 'order_1' } }, query, options())
    await harness.settle()
    const report = async () => (await harness.admin('GET', `/shops/${shop.shop}/analytics/overview`)).body.totals
    expect(await report()).toMatchObject({ orders: 1, revenue: 2198, attributed_orders: 1, attributed_revenue: 2198 })
    const received = { name: 'order.return_received', data: { order_id: 'order_1', return_id: 'return_1' } }
    for (let i = 0; i < 2; i++) await reportOrder(received, query, options())
    await harness.settle()
    expect(await report()).toMatchObject({ orders: 1, revenue: 1099, attributed_revenue: 1099 })
    await reportOrder({ name: 'order.canceled', data: { id: 'order_1' } }, query, options())
    await harness.settle()
    expect(await report()).toMatchObject({ revenue: 0 })
  })

  it('E3: say which options are missing', () => {
    expect(() => new VitrineSearchService({}, { shop: 'x', baseUrl: 'y' } as never)).toThrow('lack apiKey, adminKey, webhookSecret, currency') // biome-ignore format: one line reads better
  })
})
