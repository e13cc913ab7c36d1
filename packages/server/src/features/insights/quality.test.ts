import { completeConfig, type QualityFinding } from '@vitrine/contract'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Product } from '../../ports/record-store/product.ts'
import type { Shop } from '../../ports/record-store/record-store.ts'
import { sampleProduct } from '../../ports/record-store/sample-product.ts'
import { sqliteRecordStore } from '../../ports/record-store/sqlite.ts'
import { isFaulty, checkQuality } from './quality.ts'

const image = { id: 1, src: '/a.jpg', alt: null, width: null, height: null }
const good = (id: number, parts: Partial<Product> = {}) => sampleProduct(id, { images: [image], ...parts })
const priced = (price: number) => [{ ...sampleProduct(1).variants[0]!, price }]
const uncounted = { ...sampleProduct(1).variants[0]!, inventoryTracked: false }

async function openShop(products: Product[]) {
  const store = sqliteRecordStore({ path: ':memory:' })
  onTestFinished(() => store.close())
  await store.putShop('a.example', completeConfig({}))
  await store.putProducts('a.example', products)
  const asked: number[][] = []
  const deps = {
    store,
    searchesAbout: async (_: Shop, ids: readonly number[]) => {
      asked.push([...ids])
      return ids.length * 10
    },
  }
  const shop = (await store.getShop('a.example')) as Shop
  return { asked, look: () => checkQuality(deps, shop) }
}
async function findings(products: Product[]): Promise<QualityFinding[]> {
  return (await openShop(products)).look()
}
const found = async (products: Product[]) =>
  (await findings(products)).map(({ check, sample_ids }) => [check, ...sample_ids])

describe('the faults of a catalog', () => {
  it('K1: are none in a sound catalog', async () => {
    expect(await findings([good(1), good(2)])).toEqual([])
  })

  it('K2: are found by one check each', async () => {
    expect(await found([good(1), good(2, { images: [] })])).toEqual([['no_picture', 2]])
    expect(await found([good(1, { variants: priced(0.01) }), good(2, { variants: priced(0) })])).toEqual([
      ['price_zero', 2],
    ])
    expect(await found([good(1), good(2, { productType: ' ' })])).toEqual([['no_type', 2]])
    expect(await found([good(1), good(2, { bodyHtml: '<p> </p>' })])).toEqual([['no_description', 2]])
    const oneCounted = [uncounted, sampleProduct(1).variants[0]!]
    expect(await found([good(1, { variants: oneCounted }), good(2, { variants: [uncounted] })])).toEqual([
      ['unknown_stock', 2],
    ])
  })

  it('K3: include duplicate titles in any case, with their number', async () => {
    const [finding, ...rest] = await findings([good(1, { title: 'Cap' }), good(2, { title: 'cap ' }), good(3)])
    expect(finding).toMatchObject({
      check: 'duplicate_title',
      sample_ids: [1, 2],
      details: [{ text: 'cap', count: 2 }],
    })
    expect(rest).toEqual([])
  })

  it('K3b: include the twenty most frequent duplicate titles', async () => {
    const titled = Array.from({ length: 22 }, (_, i) => Array.from({ length: i === 7 ? 4 : i === 3 ? 3 : 2 }, (_, j) => good(i * 10 + j + 1, { title: `T${i}` }))).flat() // biome-ignore format: one line reads better
    const [finding] = await findings(titled)
    expect(finding?.details.slice(0, 3)).toEqual([
      { text: 't7', count: 4 },
      { text: 't3', count: 3 },
      { text: 't0', count: 2 },
    ])
    expect(finding?.details).toHaveLength(20)
  })

  it('K4: include vendors, types and options with several spellings; each product counts once', async () => {
    const option = (value: string) => [{ id: 1, name: 'Color', position: 1, values: [value] }]
    const [finding] = await findings([
      good(1, { vendor: 'Acme Co.', options: option('Grey') }),
      good(2, { vendor: 'ACME CO', options: option('gray') }),
      good(3, { vendor: 'Acmé Co', options: option('Red') }),
    ])
    expect(finding?.check).toBe('spelling')
    expect(finding?.sample_ids.toSorted()).toEqual([1, 2, 3])
    expect(finding?.details).toEqual([
      { text: 'vendor: Acme Co., ACME CO, Acmé Co', count: 3 },
      { text: 'Color: Grey, gray', count: 2 },
    ])
    expect(await findings([good(1, { vendor: '' }), good(2, { vendor: '' })])).toEqual([])
  })

  it('K5: are sorted by severity, then by frequency', async () => {
    const products = [
      good(1, { images: [], bodyHtml: '' }),
      good(2, { productType: '', variants: priced(0) }),
      good(3, { variants: priced(0) }),
    ]
    expect((await findings(products)).map(({ check, severity, count }) => [check, severity, count])).toEqual([
      ['price_zero', 'high', 2],
      ['no_picture', 'high', 1],
      ['no_type', 'medium', 1],
      ['no_description', 'low', 1],
    ])
  })

  it('K6: count all active products over all pages, and name twenty of them', async () => {
    const many = Array.from({ length: 450 }, (_, i) =>
      good(i + 1, { images: [], status: i % 2 ? 'draft' : 'active', title: `T${i}` }),
    )
    const { asked, look } = await openShop(many)
    const [finding] = await look()
    expect([finding?.count, finding?.sample_ids.length, finding?.searches_affected]).toEqual([225, 20, 2250])
    expect(finding?.sample_ids.slice(0, 3)).toEqual([1, 3, 5])
    expect(asked[0]).toHaveLength(225)
  })

  it('K7: include a variant without a price, and unknown stock only if the stock of no variant is known', () => {
    const [variant] = sampleProduct(1).variants
    const of = (...parts: object[]) => sampleProduct(1, { variants: parts.map((one) => ({ ...variant!, ...one })) })
    expect([isFaulty('price_zero', of({ price: 0 }, {})), isFaulty('price_zero', of({ price: 0.01 }, {}))]).toEqual([true, false]) // biome-ignore format: one line reads better
    const counted = [of({ inventoryTracked: false }, {}), of({ inventoryTracked: false }, { inventoryTracked: false })]
    expect(counted.map((one) => isFaulty('unknown_stock', one))).toEqual([false, true])
    expect([isFaulty('no_type', sampleProduct(1, { productType: ' ' })), isFaulty('duplicate_title', sampleProduct(1))]).toEqual([true, false]) // biome-ignore format: one line reads better
  })
})
