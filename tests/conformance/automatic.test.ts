/** Tests the filters and sections of a shop that configures none. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness, type TestShop } from './harness.ts'
import { AGGREGATIONS, CONFIG, SEARCH } from './search-shop.ts'

const SECTIONS = '/api/storefront/v3/headless/sections'

let harness: Harness
let nowMs = Date.parse('2026-06-01T12:00:00Z')
beforeAll(async () => {
  harness = await startHarness({}, { clock: () => nowMs })
})
afterAll(() => harness.close())

interface Parts {
  type?: string
  color?: string
  sizes?: string[]
  price?: number
  stock?: number
}

function product(id: number, { type = 'Shirt', color = 'Red', sizes = ['M'], price = 10 + id, stock = 3 }: Parts = {}) {
  return {
    id,
    title: `Product ${id}`,
    handle: `product-${id}`,
    vendor: 'Acme',
    product_type: type,
    status: 'active',
    published_at: `2026-05-0${1 + (id % 9)}T00:00:00Z`,
    options: [{ name: 'Colour' }, { name: 'Size' }],
    variants: sizes.map((size, i) => ({
      id: id * 100 + i,
      price: String(price),
      option1: color,
      option2: size,
      inventory_quantity: i === 0 ? stock : 0,
      inventory_management: 'shopify',
    })),
  }
}

const catalog = [
  product(1, { type: 'Scarf', color: 'RED', sizes: ['S', 'XL'], stock: 0 }),
  product(2, { type: 'Scarves', color: 'Red', sizes: ['XS', 'M'] }),
  product(3, { type: 'Shirts', color: 'Red', sizes: ['M', '3XL'] }),
  product(4, { type: 'Shirt', color: 'Blue', sizes: ['L', 'M'] }),
  product(5, { type: 'Shirts', color: 'blue', sizes: ['S', 'M'] }),
]

const config = (to: TestShop) => harness.admin('GET', `/shops/${to.shop}/config`)
const effective = async (to: TestShop) => (await harness.admin('GET', `/shops/${to.shop}/config?effective=true`)).body
const filterKeys = async (to: TestShop) =>
  (await harness.post(CONFIG, {}, to)).body.filters.map(({ key }: { key: string }) => key)
const homeSections = async (to: TestShop) =>
  (await harness.post(SECTIONS, { page_type: 'home', client_id: 'c' }, to)).body.sections

async function importedShop(document?: object): Promise<TestShop> {
  const shop = await harness.createShop(document)
  await harness.putProducts(shop, catalog)
  return shop
}

describe('a shop after an import and without configuration', () => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await importedShop()
  })

  it('gets automatic filters, whose values are merged by spelling and sorted', async () => {
    expect(await filterKeys(shop)).toEqual(['product_type', 'size', 'color', 'price', 'availability'])
    const { body } = await harness.post(AGGREGATIONS, {}, shop)
    const buckets = (key: string) =>
      body.aggregations[key].buckets.map(({ value, count }: { value: string; count: number }) => `${value} ${count}`)
    expect(buckets('size')).toEqual(['XS 1', 'S 2', 'M 4', 'L 1', 'XL 1', '3XL 1'])
    expect(buckets('color')).toEqual(['Red 3', 'Blue 2'])
    expect(buckets('product_type')).toEqual(['Shirts 3', 'Scarf 2'])
  })

  it('has counts of products in and out of stock that add up to the total', async () => {
    const { body } = await harness.post(AGGREGATIONS, {}, shop)
    const sum = body.aggregations.availability.buckets.reduce(
      (all: number, { count }: { count: number }) => all + count,
      0,
    )
    expect(sum).toBe(body.metadata.total_products)
  })

  it('has price ranges that contain every product once', async () => {
    const { body } = await harness.post(AGGREGATIONS, {}, shop)
    const counts = body.aggregations.price.buckets.map(({ count }: { count: number }) => count)
    expect(counts.length).toBeGreaterThan(1)
    expect(counts.reduce((all: number, count: number) => all + count, 0)).toBe(catalog.length)
  })

  it('can be filtered by any spelling of a value', async () => {
    const found = async (key: string, value: string) => {
      const { body } = await harness.post(SEARCH, { applied_filters: [{ key, value: [value] }] }, shop)
      return body.products.map(({ product_id: id }: { product_id: number }) => id).sort()
    }
    expect(await found('color', 'RED')).toEqual([1, 2, 3])
    expect(await found('product_type', 'shirt')).toEqual([3, 4, 5])
    expect(await found('size', 'x-small')).toEqual([2])
  })

  it('gets automatic sections', async () => {
    const sections = await homeSections(shop)
    expect(sections.map(({ type }: { type: string }) => type)).toContain('bestsellers')
  })

  it('shows its automatic filters as configuration that can be copied', async () => {
    const document = await effective(shop)
    expect(document.filters.map(({ key }: { key: string }) => key)).toEqual(await filterKeys(shop))
    expect(document.derived.filters[0]).toEqual({ key: 'product_type', reason: expect.stringContaining('100 %') })
    expect((await config(shop)).body).not.toHaveProperty('filters')
    const taken = await importedShop()
    const put = await harness.admin('PUT', `/shops/${taken.shop}/config`, {
      ...document,
      filters: [document.filters[3]],
      filter_trees: [],
    })
    expect(put.status).toBe(200)
    expect(await filterKeys(taken)).toEqual(['price'])
  })

  it('gets other filters when the catalog has changed', async () => {
    const changing = await importedShop()
    expect(await filterKeys(changing)).toContain('availability')
    await harness.putProducts(
      changing,
      catalog.map(({ id }) => product(id)),
    )
    expect((await effective(changing)).filters.map(({ key }: { key: string }) => key)).toEqual(['price'])
    expect(await filterKeys(changing)).toEqual(['price'])
  })

  it('keeps its filters for some seconds while products are written', async () => {
    const changing = await importedShop()
    const before = await filterKeys(changing)
    await harness.putProducts(
      changing,
      catalog.map(({ id }) => product(id)),
    )
    expect(await filterKeys(changing)).toEqual(before)
    nowMs += 60_000
    await filterKeys(changing)
    await effective(changing)
    expect(await filterKeys(changing)).toEqual(['price'])
  })
})

describe('automatic parts of a configuration', () => {
  it('are absent if the merchant writes `[]`', async () => {
    const shop = await importedShop({ filters: [], sections: [] })
    expect(await filterKeys(shop)).toEqual([])
    expect(await homeSections(shop)).toEqual([])
    expect((await config(shop)).body).toMatchObject({ filters: [], sections: [] })
  })

  it('are disabled by one setting', async () => {
    const shop = await importedShop({ automatic: false })
    expect(await filterKeys(shop)).toEqual([])
    expect(await homeSections(shop)).toEqual([])
  })

  it('do not replace the merchant’s own', async () => {
    const own = { id: 1, key: 'brand', title: 'Brand', attribute_type: 'vendor' }
    const shop = await importedShop({ filters: [own] })
    expect(await filterKeys(shop)).toEqual(['brand'])
    expect((await homeSections(shop)).length).toBeGreaterThan(0)
  })

  it('return when the merchant’s own are removed', async () => {
    const shop = await importedShop({ filters: [] })
    await harness.admin('PATCH', `/shops/${shop.shop}/config`, { filters: null })
    expect(await filterKeys(shop)).toContain('price')
    await harness.admin('PUT', `/shops/${shop.shop}`, { name: 'Another name' })
    expect(await filterKeys(shop)).toContain('price')
  })

  it('are previewed: a draft without filters shows those that would be derived', async () => {
    const own = { id: 1, key: 'brand', title: 'Brand', attribute_type: 'vendor' }
    const shop = await importedShop({ filters: [own] })
    const preview = async (of: TestShop, patch?: object) => {
      const body = { query: '', ...(patch ? { patch } : {}) }
      return (await harness.admin('POST', `/shops/${of.shop}/preview/filter-aggregations`, body)).body
    }
    const { live, draft } = await preview(shop, { filters: null })
    expect(Object.keys(live.aggregations)).toEqual(['brand'])
    const configured = await importedShop()
    expect(Object.keys(draft.aggregations)).toEqual(Object.keys((await preview(configured)).live.aggregations))
    expect(Object.keys(draft.aggregations)).toContain('price')
    expect(await filterKeys(shop)).toEqual(['brand'])
  })
})
