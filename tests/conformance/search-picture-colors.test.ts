/** Tests the color of a product that is derived from its picture. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Harness, startHarness, type TestShop } from './harness.ts'
import { AGGREGATIONS, INSTANT, SEARCH } from './search-shop.ts'

let harness: Harness
let shop: TestShop
let folder: string
const start = () => startHarness({ VITRINE_EMBEDDER: 'local', VITRINE_DATA: folder })

/** Draws a shirt with light and shadow, on white. */
async function shirt(light: string, dark: string): Promise<string> {
  const cut =
    '<path d="M70 30 L20 60 L38 100 L58 88 L58 200 L142 200 L142 88 L162 100 L180 60 L130 30 Q100 60 70 30Z" fill="url(#g)"/>'
  const shade = `<linearGradient id="g" x2="1" y2="1"><stop stop-color="${light}"/><stop offset="1" stop-color="${dark}"/></linearGradient>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 220" width="400" height="440"><defs>${shade}</defs><rect width="200" height="220" fill="#fff"/>${cut}</svg>`
  const file = await sharp(Buffer.from(svg)).jpeg({ quality: 90 }).toBuffer()
  return `data:image/jpeg;base64,${file.toString('base64')}`
}

const BLUE = ['#2f66d0', '#16337a'] as const
const RED = ['#d8303c', '#8a1420'] as const
const BLACK = ['#2a2a2c', '#0a0a0c'] as const

async function product(id: number, colors: readonly [string, string] | undefined, more: object = {}) {
  return {
    id,
    title: 'Petal shirt',
    handle: `p-${id}`,
    product_type: 'Shirts',
    status: 'active',
    published_at: '2026-01-01T00:00:00Z',
    variants: [{ id: 10 * id, price: '10', inventory_quantity: 5 }],
    images: colors ? [{ id: 100 + id, src: await shirt(...colors) }] : [],
    ...more,
  }
}

async function put(...products: object[]): Promise<void> {
  await harness.putProducts(shop, products)
  for (const node of harness.nodes) await node.vectors.runOnce()
}

const search = async (body: object) => (await harness.post(SEARCH, { view: 'product_ids', ...body }, shop)).body
const ids = (body: { products: { product_id: number }[] }) => body.products.map((one) => one.product_id).sort()
const found = async (query: string) => ids(await search({ query }))
/** Waits until every node has processed the pictures, which takes seconds. */
const becomes = (query: string, expected: number[]) =>
  vi.waitFor(async () => {
    for (const _ of harness.nodes) expect(await found(query)).toEqual(expected)
  }, 60_000)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-picture-colors-'))
  harness = await start()
  shop = await harness.createShop({ filters: [{ id: 1, key: 'price', title: 'Price', attribute_type: 'price' }] })
  const option = { options: [{ name: 'Color', values: ['Red'] }] }
  await put(
    await product(1, BLUE),
    await product(2, RED),
    await product(3, BLACK),
    await product(4, undefined),
    await product(5, BLUE, { title: 'Red petal shirt' }),
    await product(6, BLUE, {
      ...option,
      variants: [{ id: 60, price: '10', option1: 'Red', inventory_quantity: 5 }],
    }),
  )
  await becomes('blue shirt', [1])
  await becomes('black shirt', [3])
})
afterAll(async () => {
  await harness?.close()
  await rm(folder, { recursive: true, force: true })
})

describe('the color of a picture', () => {
  it('counts if the product states no color; a stated color always takes precedence', async () => {
    const body = await search({ query: 'blue shirt' })
    expect(body.search_metadata.understood[0]).toMatchObject({ kind: 'color', text: 'blue', label: 'blue' })
    expect([ids(body), body.search_metadata.relaxed, body.pagination.total]).toEqual([[1], false, 1])
    expect(await found('red shirt')).toEqual([2, 5, 6])
  })

  it('ranks behind products that state the color', async () => {
    const { products } = await search({ query: 'red shirt' })
    expect(products.at(-1).product_id).toBe(2)
  })

  it('is excluded by "not black", like a stated color', async () => {
    expect(await found('shirt not black')).toEqual([1, 2, 4, 5, 6])
    expect(await found('shirt not red')).toEqual([1, 3, 4])
  })

  it('is counted alike in filter-aggregations, in type-ahead and on every page', async () => {
    const counted = await harness.post(AGGREGATIONS, { query: 'red shirt', facets: [{ key: 'price' }] }, shop)
    expect(counted.body.metadata.total_products).toBe(3)
    const { body } = await harness.post(INSTANT, { query: 'blue shirt' }, shop)
    expect(body.products.map((one: { product_id: number }) => one.product_id)).toEqual([1])
    const pages = await Promise.all(
      [1, 2, 3].map((page) => search({ query: 'red shirt', pagination: { page, limit: 1 } })),
    )
    expect(pages.flatMap(ids).sort()).toEqual([2, 5, 6])
  })

  it('can be ignored by the caller, and is dropped only if nothing is left', async () => {
    const ignored = await search({ query: 'blue shirt', ignore: ['blue'] })
    expect(ignored.search_metadata.understood.map(({ kind }: { kind: string }) => kind)).not.toContain('color')
    const relaxed = await search({ query: 'blue shirt under $5' })
    expect(relaxed.search_metadata.relaxed).toBe(true)
    expect((await search({ query: 'blue shirt', understand: false })).search_metadata.understood).toEqual([])
  })

  it('is added with a later picture, changes with it and is deleted with its product', async () => {
    await put(await product(4, BLUE))
    await becomes('blue shirt', [1, 4])
    await put(await product(4, RED))
    await becomes('blue shirt', [1])
    await becomes('red shirt', [2, 4, 5, 6])
    await harness.admin('DELETE', `/shops/${shop.shop}/products/4`)
    await becomes('red shirt', [2, 5, 6])
  })

  it('is kept across a restart', async () => {
    await harness.close()
    harness = await start()
    await becomes('blue shirt', [1])
    expect(await found('shirt not black')).toEqual([1, 2, 5, 6])
  })
})
