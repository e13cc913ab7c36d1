import { completeConfig } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import type { Product } from '../../ports/record-store/product.ts'
import type { RecordStore } from '../../ports/record-store/record-store.ts'
import { sqliteRecordStore } from '../../ports/record-store/sqlite.ts'
import { normalizeProduct } from './normalize/normalize-product.ts'
import { storeProducts as storeAt } from './store-products.ts'

const SHOP = 'a.example.com'
const NOW = Date.parse('2026-03-01T00:00:00Z')

async function storeProducts(store: RecordStore, shop: string, products: readonly Product[], nowMs = NOW) {
  return (await storeAt({ store, nowMs }, shop, products)).map(({ outcome }) => outcome)
}

async function open(): Promise<RecordStore> {
  const store = sqliteRecordStore({ path: ':memory:' })
  await store.putShop(SHOP, completeConfig({}))
  return store
}

function product(parts: Record<string, unknown>): Product {
  const result = normalizeProduct({ title: 'Hat', handle: 'hat', ...parts })
  if (result.kind === 'fault') throw new Error(result.reason)
  return result.product
}

const fromCsv = (parts: Record<string, unknown> = {}) =>
  product({
    options: [{ name: 'Size' }],
    variants: [
      { sku: 'H-S', price: 10, option1: 'S', image_src: 'https://x/1.jpg?v=1' },
      { sku: 'H-L', price: 11, option1: 'L' },
    ],
    images: [{ src: 'https://x/1.jpg?v=1' }],
    ...parts,
  })

const fromApi = (parts: Record<string, unknown> = {}) =>
  product({
    id: 7,
    created_at: '2026-01-01T00:00:00Z',
    published_at: '2026-01-02T00:00:00Z',
    options: [{ id: 70, name: 'Size' }],
    variants: [
      { id: 71, sku: 'H-S', price: 9, option1: 'S' },
      { id: 72, sku: 'H-L', price: 9, option1: 'L' },
    ],
    images: [{ id: 75, src: 'https://x/1.jpg?v=2', width: 10, height: 20 }],
    publication_ids: ['1', '2'],
    translations: { fr: { title: 'Chapeau' } },
    metafields: { 'custom.a': 'kept' },
    ...parts,
  })

describe('storeProducts', () => {
  it('updates the platform’s product from a CSV, and keeps its ids and times', async () => {
    const store = await open()
    await storeProducts(store, SHOP, [fromApi()])
    expect(await storeProducts(store, SHOP, [fromCsv({ metafields: { 'custom.b': 'new' } })])).toEqual(['updated'])
    expect(await store.scanProducts(SHOP, 0, 10)).toMatchObject([
      {
        id: 7,
        createdAt: '2026-01-01T00:00:00.000Z',
        publishedAt: '2026-01-02T00:00:00.000Z',
        options: [{ id: 70 }],
        variants: [
          { id: 71, price: 10, imageId: 75 },
          { id: 72, price: 11, imageId: null },
        ],
        images: [{ id: 75, src: 'https://x/1.jpg?v=1', width: 10 }],
        publicationIds: ['1', '2'],
        translations: { fr: { title: 'Chapeau' } },
        metafields: [{ key: 'b' }, { key: 'a' }],
      },
    ])
  })

  it('changes nothing when the same CSV comes again', async () => {
    const store = await open()
    await storeProducts(store, SHOP, [fromApi()])
    await storeProducts(store, SHOP, [fromCsv()])
    expect(await storeProducts(store, SHOP, [fromCsv()])).toEqual(['unchanged'])
  })

  it('replaces a product from a CSV by the platform’s', async () => {
    const store = await open()
    await storeProducts(store, SHOP, [fromCsv(), fromCsv({ handle: 'cap', title: 'Cap' })])
    await storeProducts(store, SHOP, [fromApi()])
    const stored = await store.scanProducts(SHOP, 0, 10)
    expect(stored.map((one) => [one.handle, one.id === 7])).toEqual([
      ['hat', true],
      ['cap', false],
    ])
  })

  it('leaves two products of the platform with the same handle alone', async () => {
    const store = await open()
    await storeProducts(store, SHOP, [fromApi()])
    await storeProducts(store, SHOP, [fromApi({ id: 8, variants: [{ id: 81, price: 1 }] })])
    expect(await store.countProducts(SHOP)).toBe(2)
  })

  it('dates an undated product when it is first imported, and keeps that date later', async () => {
    const store = await open()
    const dates = async () => (await store.scanProducts(SHOP, 0, 10)).map(({ publishedAt }) => publishedAt)
    await storeProducts(store, SHOP, [fromCsv()])
    expect(await dates()).toEqual(['2026-03-01T00:00:00.000Z'])
    expect(await storeProducts(store, SHOP, [fromCsv()], NOW + 86_400_000)).toEqual(['unchanged'])
    await storeProducts(store, SHOP, [fromCsv({ published: false })], NOW + 86_400_000)
    expect(await dates()).toEqual([null])
    await storeProducts(store, SHOP, [fromCsv()], NOW + 2 * 86_400_000)
    expect(await dates()).toEqual(['2026-03-03T00:00:00.000Z'])
  })
})
