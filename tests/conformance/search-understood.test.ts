/** Constraints recognized in a query are filters, not only preferences. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness, type TestShop } from './harness.ts'
import { AGGREGATIONS, config, product, SEARCH } from './search-shop.ts'

let harness: Harness
let shop: TestShop

beforeAll(async () => {
  harness = await startHarness()
  shop = await harness.createShop(config)
  await harness.putProducts(shop, [
    product(1, 'Oak table', [{ price: 40 }]),
    product(2, 'Pine table', [{ price: 120 }]),
    product(3, 'Table lamp', [{ price: 90 }]),
    product(4, 'Wig 20 inch', [{ price: 200 }]),
  ])
})
afterAll(() => harness?.close())

const search = async (body: object) => (await harness.post(SEARCH, { view: 'product_ids', ...body }, shop)).body
const ids = (body: { products: { product_id: number }[] }) => body.products.map((one) => one.product_id).sort()

describe('a price in the query', () => {
  it('is a filter: nothing more expensive is found, in every sort order', async () => {
    expect(ids(await search({ query: 'table under $100' }))).toEqual([1, 3])
    expect(ids(await search({ query: 'table under $100', sort_by: 'price_desc' }))).toEqual([1, 3])
    expect(ids(await search({ query: 'table over 100 dollars' }))).toEqual([2])
  })

  it('is listed in `understood`, with the equivalent facet selection', async () => {
    const { search_metadata: said } = await search({ query: 'Table Under $100' })
    expect(said.understood).toEqual([
      { kind: 'price', text: 'Under $100', label: '≤ $100', filter: { key: 'price', value: [':100'] }, held: 'filter' },
    ])
    expect(said).toMatchObject({ query: 'Table Under $100', relaxed: false, dropped: [] })
  })

  it('may be the whole query', async () => {
    expect(ids(await search({ query: 'under $100' }))).toEqual([1, 3])
  })

  it('is in the currency that the shopper sees', async () => {
    expect(ids(await search({ query: 'table under 50', currency: 'EUR' }))).toEqual([1, 3])
  })

  it('is applied alike in filter-aggregations', async () => {
    const counted = await harness.post(AGGREGATIONS, { query: 'table under $100', facets: [{ key: 'color' }] }, shop)
    expect(counted.body.metadata.total_products).toBe(2)
  })

  it('is disabled by `ignore` and by `understand: false`', async () => {
    const ignored = await search({ query: 'table under $100', ignore: ['under $100'] })
    expect(ignored.search_metadata.understood).toEqual([])
    expect(ids(ignored)).toContain(2)
    expect(ids(await search({ query: 'table under $100', understand: false }))).toContain(2)
  })

  it('is dropped only if no product satisfies it, and the answer says so', async () => {
    const { search_metadata: said, products } = await search({ query: 'table under $5' })
    expect(said).toMatchObject({
      understood: [{ text: 'under $5', held: 'dropped' }],
      relaxed: true,
      dropped: ['under $5'],
    })
    expect(products.length).toBeGreaterThan(0)
  })

  it('is not dropped because of filters that the shopper selected', async () => {
    const body = await search({ query: 'table under $100', applied_filters: [{ key: 'vendor', value: ['Nobody'] }] })
    expect(body.pagination.total).toBe(0)
    expect(body.search_metadata.understood).toHaveLength(1)
  })
})

describe('other constraints in a query', () => {
  let clothes: TestShop
  beforeAll(async () => {
    clothes = await harness.createShop(config)
    await harness.putProducts(clothes, [
      product(1, 'Linen shirt', [
        { color: 'Navy', size: 'M', price: 30 },
        { color: 'Red', size: 'L', price: 20 },
      ]),
      product(2, 'Wool shirt', [{ color: 'Black', size: 'M', price: 10 }], { vendor: 'Northern Mill' }),
      product(3, 'Blue Ridge shirt', [{ color: 'Grey', size: 'S' }]),
      product(4, 'Rug 24 in.', [{}], { product_type: 'Rugs' }),
      product(5, 'Rug 90 cm', [{}], { product_type: 'Rugs' }),
    ])
  })
  const ask = async (body: object) => (await harness.post(SEARCH, { view: 'product_ids', ...body }, clothes)).body
  const kinds = (body: { search_metadata: { understood: { kind: string; text: string; label: string }[] } }) =>
    body.search_metadata.understood.map(({ kind, text, label }) => [kind, text, label])

  it('color and size apply to one and the same variant, which `matched_variant_id` names', async () => {
    const body = await ask({ query: 'blue shirt size M' })
    expect(kinds(body)).toEqual([
      ['color', 'blue', 'blue'],
      ['product_type', 'shirt', 'Shirt'],
      ['size', 'size M', 'M'],
    ])
    expect(body.products).toEqual([expect.objectContaining({ product_id: 1, matched_variant_id: 100 })])
    expect(body.search_metadata.understood[0].filter).toEqual({ key: 'color', value: ['Navy'] })
    expect(body.search_metadata.understood[2].filter).toEqual({ key: 'size', value: ['M'] })
  })

  it('a measure is the same in every unit', async () => {
    const body = await ask({ query: 'rug 60.96 cm' })
    expect([ids(body), kinds(body)[1]]).toEqual([[4], ['measure', '60.96 cm', '60.96 cm']])
  })

  it('a vendor, a quoted phrase and an exclusion are filters, each with its text', async () => {
    expect(kinds(await ask({ query: 'northern mill shirt' }))[0]).toEqual(['vendor', 'northern mill', 'Northern Mill'])
    expect(ids(await ask({ query: '"blue ridge"' }))).toEqual([3])
    const without = await ask({ query: 'shirt -linen' })
    expect([ids(without), kinds(without)[1]]).toEqual([
      [2, 3],
      ['exclude', '-linen', '− linen'],
    ])
  })

  it('each is removed by `ignore` with its text', async () => {
    const body = await ask({ query: 'red shirt size L', ignore: ['Red'] })
    expect(kinds(body).map(([kind]) => kind)).toEqual(['product_type', 'size'])
    expect((await ask({ query: 'blue shirt size M', understand: false })).search_metadata.understood).toEqual([])
  })

  it('are dropped one by one, least certain first, only if nothing satisfies them, and the answer says so', async () => {
    const body = await ask({ query: 'black shirt size L under $15' })
    expect(body.search_metadata).toMatchObject({
      understood: [
        { kind: 'color', held: 'filter' },
        { kind: 'product_type', held: 'preference' },
        { kind: 'size', held: 'dropped' },
        { kind: 'price', held: 'filter' },
      ],
      relaxed: true,
      dropped: ['size L'],
    })
    expect(ids(body)).toEqual([2])
  })
})
