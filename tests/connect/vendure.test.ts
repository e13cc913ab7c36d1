/** Entities have the format of Vendure's services. */
import { createClient } from '@vitrine/client'
import { searchWindow } from '@vitrine/client/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CatalogFeed } from '../../packages/connect-vendure/src/catalog-feed.ts'
import { connect, readOptions } from '../../packages/connect-vendure/src/options.ts'
import {
  namedFacetValues,
  toSearchRequest,
  UnsupportedSearch,
} from '../../packages/connect-vendure/src/search-request.ts'
import { idOf, toResults } from '../../packages/connect-vendure/src/search-results.ts'
import { toReportedOrder, toReportedRefunds } from '../../packages/connect-vendure/src/to-order.ts'
import type { ProductParts, StockedVariant } from '../../packages/connect-vendure/src/to-product.ts'
import type { FacetValue, ID, Product, SearchInput } from '../../packages/connect-vendure/src/vendure.ts'
import { type Harness, startHarness, type TestShop } from '../conformance/harness.ts'

const facet = (id: number, code: string, isPrivate = false) => ({ id, code, name: code, isPrivate })
const [CATEGORY, BRAND, COLOR, MARGIN] = [facet(1, 'category'), facet(2, 'brand'), facet(3, 'color'), facet(4, 'margin', true)] // biome-ignore format: one line reads better
const value = (id: number, name: string, of: FacetValue['facet']): FacetValue => ({ id, name, facet: of })
const VALUES = {
  electronics: value(1, 'Electronics', CATEGORY),
  computers: value(2, 'Computers', CATEGORY),
  apple: value(3, 'Apple', BRAND),
  red: value(5, 'red', COLOR),
  blue: value(6, 'blue', COLOR),
  high: value(7, 'high', MARGIN),
}

const variant = (id: number, productId: number, more: Partial<StockedVariant> = {}): StockedVariant => ({
  id,
  productId,
  name: `Variant ${id}`,
  sku: `SKU-${id}`,
  enabled: true,
  price: id * 1000,
  priceWithTax: id * 1200,
  currencyCode: 'EUR',
  options: [{ name: `${id} GB`, group: { name: 'RAM' } }],
  facetValues: [],
  stock: 3,
  ...more,
})

const product = (id: number, name: string, more: Partial<Product> = {}): Product => ({
  id,
  name,
  slug: name.toLowerCase().replaceAll(' ', '-'),
  description: `<p>${name}</p>`,
  enabled: true,
  createdAt: new Date('2026-05-01T00:00:00Z'),
  updatedAt: new Date('2026-05-01T00:00:00Z'),
  translations: [
    { languageCode: 'en', name, description: '' },
    { languageCode: 'de', name: `Das ${name}`, description: 'Gut' },
  ],
  facetValues: [VALUES.electronics, VALUES.computers, VALUES.apple, VALUES.high],
  featuredAsset: { id: 9, preview: 'preview\\a.jpg', focalPoint: { x: 0.5, y: 0.1 } },
  assets: [],
  channels: [{ id: 1 }],
  ...more,
})

const COMPUTERS = { id: 12, slug: 'computers', name: 'Computers', isPrivate: false }
const catalog: ProductParts[] = [
  { product: product(1, 'Laptop'), variants: [variant(10, 1), variant(11, 1, { enabled: false })], collections: [COMPUTERS] },
  { product: product(2, 'Tablet', { facetValues: [VALUES.red, VALUES.blue] }), variants: [variant(20, 2), variant(21, 2)], collections: [] },
  { product: product(3, 'Gone laptop', { enabled: false }), variants: [variant(30, 3)], collections: [] },
  { product: product(4, 'Mouse', { facetValues: [VALUES.red] }), variants: [variant(40, 4, { stock: 0 })], collections: [] },
  { product: product(5, 'Radio', { channels: [{ id: 2 }] }), variants: [variant(50, 5, { stock: Number.POSITIVE_INFINITY })], collections: [] },
] // biome-ignore format: one line reads better

let harness: Harness
let shop: TestShop
let feed: CatalogFeed
const options = () => ({
  baseUrl: harness.url,
  shop: shop.shop,
  apiKey: shop.key,
  adminKey: harness.adminKey,
  webhookSecret: 's',
})
const source = {
  productIds: async (skip: number, take: number) => catalog.map(({ product: { id } }) => id).slice(skip, skip + take),
  readProducts: async (ids: readonly ID[]) =>
    catalog.filter(({ product: { id } }) => ids.map(String).includes(String(id))),
}

beforeAll(async () => {
  harness = await startHarness()
  shop = await harness.createShop({ shop: { currency: 'EUR' }, webhook_secret: 's' })
  const facets = { productType: 'category', vendor: 'brand' }
  feed = new CatalogFeed(connect(options()), source, { precision: 2, defaultLanguage: 'en', assetUrlPrefix: 'https://a.example/', facets }) // biome-ignore format: one line reads better
})
afterAll(() => harness.close())

async function search(input: SearchInput, channelId = 1) {
  const client = createClient({ baseUrl: harness.url, shop: shop.shop, apiKey: shop.key })
  const named = namedFacetValues(input).map(String)
  const facetValues = Object.values(VALUES).filter(({ id }) => named.includes(String(id)))
  const request = toSearchRequest(input, { channelId, languageCode: 'en', facetValues })
  const { products, answer } = await searchWindow(client, request, { skip: input.skip ?? 0, take: input.take ?? 25 })
  const hydrated = {
    products: new Map(catalog.map((one) => [String(one.product.id), one.product])),
    variants: new Map(catalog.flatMap((one) => one.variants).map((one) => [String(one.id), one])),
  }
  return { items: toResults(products, input, hydrated), total: answer.pagination.total, ids: products.map(idOf) }
}
const names = async (input: SearchInput, channelId?: number) =>
  (await search(input, channelId)).items.map(({ productName }) => productName).sort()

describe('a catalog of Vendure in Vitrine', () => {
  it('C1: is written as a whole; products that only Vitrine has are removed', async () => {
    await harness.putProducts(shop, [{ id: 99, title: 'Of before', variants: [{ price: 1 }] }])
    expect(await feed.isEmpty()).toBe(false)
    expect(await feed.run({ kind: 'everything' })).toEqual({ written: 5, removed: 1, refused: [] })
    const stored = (await harness.admin('GET', `/shops/${shop.shop}/products/1`)).body
    expect(stored).toMatchObject({
      handle: 'laptop',
      product_type: 'Computers',
      vendor: 'Apple',
      status: 'active',
      variants: [{ id: 10, price: '120.00', option1: '10 GB', inventory_quantity: 3 }],
      images: [{ src: 'https://a.example/preview/a.jpg' }],
      collections: ['computers'],
      translations: { de: { title: 'Das Laptop', body_html: 'Gut' } },
    })
    expect(JSON.stringify(stored.metafields)).not.toContain('"margin"')
  })

  it('C2: is followed: a product that Vendure no longer has is removed', async () => {
    const extra: ProductParts = { product: product(6, 'Lamp'), variants: [variant(60, 6)], collections: [] }
    catalog.push(extra)
    expect(await feed.run({ kind: 'products', ids: [6] })).toMatchObject({ written: 1 })
    expect(await names({ term: 'lamp' })).toEqual(['Lamp'])
    catalog.pop()
    expect(await feed.run({ kind: 'products', ids: [6] })).toMatchObject({ written: 0, removed: 1 })
    expect(await names({ term: 'lamp' })).toEqual([])
  })
})

describe('searches of Vendure', () => {
  it('S1: find what is enabled and in the channel, despite typos', async () => {
    expect(await names({ term: 'labtop' })).toEqual(['Laptop'])
    expect(await names({})).toEqual(['Laptop', 'Mouse', 'Tablet'])
    expect(await names({}, 2)).toEqual(['Radio'])
  })

  it('S2: filter by facets combined with "or" and "and", by collections and by stock', async () => {
    expect(await names({ facetValueFilters: [{ and: 5 }] })).toEqual(['Mouse', 'Tablet'])
    expect(await names({ facetValueFilters: [{ and: '5' }, { and: '6' }] })).toEqual(['Tablet'])
    expect(await names({ facetValueFilters: [{ or: [5, 6] }] })).toEqual(['Mouse', 'Tablet'])
    expect(await names({ facetValueFilters: [{ or: [5, 6] }, { and: 3 }] })).toEqual([])
    expect(await names({ facetValueIds: [5, 6] })).toEqual(['Tablet'])
    expect(await names({ facetValueIds: [5, 6], facetValueOperator: 'OR' })).toEqual(['Mouse', 'Tablet'])
    expect(await names({ facetValueFilters: [{ and: 404 }] })).toEqual([])
    expect(await names({ collectionSlug: 'computers' })).toEqual(['Laptop'])
    expect(await names({ collectionId: 12, collectionIds: [12, 13] })).toEqual(['Laptop'])
    expect(await names({ collectionId: 12, collectionIds: [13] })).toEqual([])
    expect(await names({ inStock: false })).toEqual(['Mouse'])
    await expect(search({ facetValueFilters: [{ or: [3, 5] }] })).rejects.toThrow(UnsupportedSearch)
    await expect(search({ facetValueFilters: [{ or: [5, 6] }, { and: 5 }] })).rejects.toThrow('one "or"')
  })

  it('S3: return names and prices of Vendure, as a range if a product has several', async () => {
    const { items } = await search({ term: 'tablet', groupByProduct: true })
    expect(items).toMatchObject([
      {
        productId: 2,
        slug: 'tablet',
        sku: 'SKU-20',
        productAsset: { id: 9, focalPoint: { x: 0.5, y: 0.1 } },
        price: { min: 20_000, max: 21_000 },
        priceWithTax: { min: 24_000, max: 25_200 },
        currencyCode: 'EUR',
        facetIds: [3],
        facetValueIds: ['5', '6'],
        channelIds: ['1'],
        inStock: true,
        score: 1,
      },
    ])
    expect((await search({ term: 'laptop', groupByProduct: true })).items[0]).toMatchObject({ price: { value: 10_000 }, collectionIds: ['12'] }) // biome-ignore format: one line reads better
  })

  it('S4: are sorted and paged', async () => {
    const page = async (skip: number, take: number) => (await search({ skip, take, sort: { name: 'DESC' }, inStock: true })).items.map(({ productName }) => productName) // biome-ignore format: one line reads better
    expect([await page(0, 2), await page(1, 2), await page(5, 2)]).toEqual([['Tablet', 'Laptop'], ['Laptop'], []])
  })
})

describe('an order of Vendure', () => {
  it('O1: counts once, in major units, for the visitor it was marked with, minus refunds', async () => {
    const order = {
      id: 7,
      code: 'T_7',
      currencyCode: 'EUR',
      totalWithTax: 24_000,
      orderPlacedAt: new Date(),
      customer: { id: 3 },
      customFields: { vitrineVisitor: 'v-1' },
      lines: [{ id: 70, productVariant: { id: 10, productId: 1 }, quantity: 2, orderPlacedQuantity: 2, proratedUnitPriceWithTax: 12_000 }],
    } // biome-ignore format: one line reads better
    const { webhooks } = connect(options())
    const reported = toReportedOrder(order, 2)
    expect(reported.note_attributes).toEqual([{ name: '_vitrine_visitor', value: 'v-1' }])
    for (let i = 0; i < 2; i++) await webhooks.order(reported)
    await harness.settle()
    const totals = async () => (await harness.admin('GET', `/shops/${shop.shop}/analytics/overview`)).body.totals
    expect(await totals()).toMatchObject({ orders: 1, units: 2, revenue: 240 })
    const refund = (id: number, parts: object) => ({ id, createdAt: new Date(), state: 'Settled', total: 9000, lines: [{ orderLineId: '70', quantity: 1 }], ...parts }) // biome-ignore format: one line reads better
    const refunds = [refund(1, {}), refund(2, { state: 'Pending' }), refund(3, { lines: [] })]
    const reports = toReportedRefunds(order, refunds, 2)
    expect(reports).toMatchObject([{ id: 1, order_id: 'T_7', refund_line_items: [{ quantity: 1, subtotal: 90 }] }])
    for (let i = 0; i < 2; i++) await webhooks.refund(reports[0]!)
    await harness.settle()
    expect(await totals()).toMatchObject({ orders: 1, revenue: 150 })
    const cancelled = { ...order, lines: order.lines.map((line) => ({ ...line, quantity: 0 })) }
    await webhooks.cancelOrder(toReportedOrder(cancelled, 2))
    await harness.settle()
    expect(await totals()).toMatchObject({ revenue: 0 })
    await expect(connect({ ...options(), webhookSecret: 'another' }).webhooks.order(reported)).rejects.toMatchObject({ status: 401 }) // biome-ignore format: one line reads better
  })

  it('O2: needs options, and the error names the missing ones', () => {
    expect(() => readOptions({ shop: 'x' })).toThrow('lack baseUrl, apiKey, adminKey, webhookSecret')
  })
})
