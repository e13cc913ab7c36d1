import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness, type TestShop } from './harness.ts'
import { AGGREGATIONS, CONFIG, config, createSearchShop, INSTANT, product, SEARCH } from './search-shop.ts'

let harness: Harness
let shop: TestShop

beforeAll(async () => {
  harness = await startHarness()
  shop = await createSearchShop(harness)
})
afterAll(() => harness?.close())

const search = async (body: object) => (await harness.post(SEARCH, body, shop)).body
const ids = async (body: object): Promise<number[]> =>
  (await search({ view: 'product_ids', ...body })).products.map((one: { product_id: number }) => one.product_id)

describe('search', () => {
  it('is compressed for clients that accept gzip, with the same content', async () => {
    const ask = (encoding: string) =>
      harness.request(SEARCH, {
        method: 'POST',
        headers: {
          'x-shop': shop.shop,
          authorization: `Bearer ${shop.key}`,
          'content-type': 'application/json',
          'accept-encoding': encoding,
        },
        body: JSON.stringify({ query: '' }),
      })
    const [packed, plain] = [await ask('br, gzip'), await ask('identity')]
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    expect(plain.headers.get('content-encoding')).toBe(null)
    expect(plain.headers.get('vary')).toBe('accept-encoding')
    expect(packed.body.products).toEqual(plain.body.products)
  })

  it('answers with every field of the contract', async () => {
    const body = await search({ query: 'linen shirt' })
    expect(body).toMatchObject({
      status: 'ok',
      request_id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      pagination: { page: 1, limit: 20, has_prev_page: false, has_next_page: false },
      search_metadata: {
        processing_time: expect.any(Number),
        search_type: 'text',
        query: 'linen shirt',
        corrected_query: null,
        redirect: null,
        has_embedding: false,
        personalized: false,
      },
      metadata: { region: 'default', locale: 'en', market: null },
    })
    expect(body.products[0]).toMatchObject({
      product_id: 1,
      title: 'Linen shirt',
      handle: 'p-1',
      tags: ['summer', 'linen'],
      price: 10,
      image: { url: 'https://cdn.example/1.jpg', alt_text: 'Picture 1' },
      display_currency: 'USD',
      is_in_stock: true,
    })
    expect(body.products[0].variants).toHaveLength(3)
  })

  it('lists with an empty query only what the online store sells to everybody', async () => {
    expect((await ids({ sort_by: 'newest' })).sort()).toEqual([1, 2, 3, 4, 6])
  })

  it('finds words with a typo and returns the corrected query', async () => {
    const body = await search({ query: 'ceramc mug' })
    expect(body.products[0].product_id).toBe(4)
    expect(body.search_metadata.corrected_query).toBe('ceramic mug')
  })

  it('shows products of the requested channels instead of the online store', async () => {
    expect(await ids({ publication_ids: ['2'] })).toEqual([5])
    expect(await ids({ publication_ids: '2' })).toEqual([5])
    expect((await ids({ publication_ids: ['1', '2'] })).sort()).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('refuses an unknown publication with an item', async () => {
    const answer = await harness.post(SEARCH, { publication_ids: ['1', '77'] }, shop)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ ok: false, error: [{ path: ['publication_ids', 1], type: 'any.only' }] })
  })

  it("excludes products of other markets and shows prices in the market's currency", async () => {
    expect((await ids({ market: 1 })).sort()).toEqual([1, 2, 3, 4])
    const body = await search({ market: 2, query: 'lamp' })
    expect(body.products[0]).toMatchObject({
      product_id: 6,
      price: 50,
      display_price: 25,
      display_currency: 'EUR',
      currency_rate: 0.5,
    })
    const [dearer] = (await search({ market: 3, sort_by: 'price_asc' })).products
    expect(dearer).toMatchObject({ price: 8, display_price: 4.8, display_currency: 'EUR', currency_rate: 0.6 })
  })

  it('shows business customers their catalogs at their prices', async () => {
    const body = await search({ query: 'crate', customer_id: 'c-business' })
    expect(body.products[0]).toMatchObject({ product_id: 7, price: 90, display_price: 90 })
    expect(await ids({ query: 'crate' })).not.toContain(7)
  })

  it('sorts in every order of the contract, out of stock last', async () => {
    expect(await ids({ sort_by: 'price_asc' })).toEqual([4, 1, 2, 6, 3])
    expect(await ids({ sort_by: 'price_desc' })).toEqual([6, 2, 1, 4, 3])
    expect(await ids({ sort_by: 'newest' })).toEqual([6, 4, 2, 1, 3])
    expect(await ids({ sort_by: 'title_asc' })).toEqual([4, 6, 1, 2, 3])
    expect(await ids({ sort_by: 'title_desc' })).toEqual([2, 1, 6, 4, 3])
    expect((await ids({ sort_by: 'discount_desc' }))[0]).toBe(2)
    expect(await ids({ sort_by: 'best_selling' })).toHaveLength(5)
    expect(await ids({ collection: 'shirts', sort_by: 'collection_order' })).toEqual([1, 2, 3])
  })

  it('refuses an unknown sort order with an item', async () => {
    const answer = await harness.post(SEARCH, { sort_by: 'random' }, shop)
    expect(answer).toMatchObject({ status: 400, body: { ok: false, error: [{ path: ['sort_by'], type: 'any.only' }] } })
  })

  it('pages without overlap and returns an empty page past the end', async () => {
    const first = await search({ sort_by: 'price_asc', pagination: { page: 1, limit: 2 }, view: 'product_ids' })
    const second = await search({ sort_by: 'price_asc', pagination: { page: 2, limit: 2 }, view: 'product_ids' })
    const all = [...first.products, ...second.products].map((one) => one.product_id)
    expect(all).toEqual([4, 1, 2, 6])
    expect(first.pagination).toEqual({
      total: 5,
      page: 1,
      limit: 2,
      total_pages: 3,
      has_next_page: true,
      has_prev_page: false,
    })
    const past = await search({ pagination: { page: 40, limit: 2 } })
    expect(past.products).toEqual([])
    expect(past.pagination).toMatchObject({ total: 5, page: 40, has_next_page: false, has_prev_page: true })
  })

  it('refuses pages beyond the 10,000th result', async () => {
    const answer = await harness.post(SEARCH, { pagination: { page: 101, limit: 100 } }, shop)
    expect(answer).toMatchObject({ status: 400, body: { ok: false, error: [{ path: ['pagination', 'page'] }] } })
    expect((await harness.post(SEARCH, { pagination: { page: 100, limit: 100 } }, shop)).status).toBe(200)
  })

  it('limits results to a collection by handle or id; an unknown one is empty', async () => {
    expect((await ids({ collection: 'shirts' })).sort()).toEqual([1, 2, 3])
    expect((await ids({ collection: 11 })).sort()).toEqual([1, 2, 3])
    expect((await ids({ collection: '11' })).sort()).toEqual([1, 2, 3])
    expect((await ids({ collection: 'cheap' })).sort()).toEqual([1, 4])
    expect(await ids({ collection: 'nothing-here' })).toEqual([])
  })

  it('explains each product on request', async () => {
    const body = await search({ query: 'wool shirt', explain: true })
    expect(body.products[0].explanation).toMatchObject({
      score: expect.any(Number),
      text_score: expect.any(Number),
      popularity_score: expect.any(Number),
      vector_score: null,
      personal_score: null,
      rule: null,
    })
  })

  it('returns the same counts as filter-aggregations', async () => {
    const body = {
      query: 'shirt',
      applied_filters: [
        { key: 'color', value: ['Red'] },
        { key: 'size', value: ['M'] },
      ],
    }
    const facets = ['color', 'size', 'price', 'vendor', 'tag', 'stock', 'material', 'rating', 'sale', 'collection'].map(
      (key) => ({ key }),
    )
    for (const context of [
      {},
      { market: 2 },
      { currency: 'JPY' },
      { customer_id: 'c-business' },
      { publication_ids: ['1', '2'] },
    ]) {
      const searched = await search({ ...body, ...context, facets })
      const counted = (await harness.post(AGGREGATIONS, { ...body, ...context, facets }, shop)).body
      expect(searched.aggregations).toEqual(counted.aggregations)
      expect(searched.pagination.total).toBe(counted.metadata.total_products)
    }
  })

  it('finds a change of price and stock, a new and a removed product at once', async () => {
    const own = await createSearchShop(harness)
    const find = async (body: object) => (await harness.post(SEARCH, body, own)).body
    await harness.putProducts(own, [
      product(4, 'Ceramic mug', [{ price: 77, stock: 0 }], { product_type: 'Mug' }),
      product(9, 'Zebra rug', [{}]),
    ])
    expect((await find({ query: 'ceramic mug' })).products[0]).toMatchObject({ display_price: 77, is_in_stock: false })
    expect((await find({ query: 'zebra' })).products[0]).toMatchObject({ product_id: 9 })
    await harness.admin('DELETE', `/shops/${own.shop}/products/9?wait=true`)
    expect((await find({ query: 'zebra' })).pagination.total).toBe(0)
  })
})

describe('out of stock', () => {
  it('hides products without stock if the shop is configured so', async () => {
    const strict = await createSearchShop(harness, { search: { exclude_out_of_stock: true } })
    const { body } = await harness.post(SEARCH, { query: 'shirt', view: 'product_ids' }, strict)
    expect(body.products.map((one: { product_id: number }) => one.product_id).sort()).toEqual([1, 2])
  })

  it('leaves products without stock in their position if the shop does not move them', async () => {
    const mixed = await createSearchShop(harness, { search: { move_out_of_stock_at_end: false } })
    const { body } = await harness.post(SEARCH, { sort_by: 'price_asc', view: 'product_ids' }, mixed)
    expect(body.products.map((one: { product_id: number }) => one.product_id)).toEqual([4, 1, 3, 2, 6])
  })
})

describe('a shop without products', () => {
  it('returns no products, not an error', async () => {
    const empty = await harness.createShop(config)
    for (const query of ['', 'shirt', 'a b c']) {
      for (const path of [SEARCH, AGGREGATIONS, INSTANT]) {
        expect((await harness.post(path, { query }, empty)).status).toBe(200)
      }
    }
    const facets = [{ key: 'color' }, { key: 'price' }]
    const applied_filters = [{ key: 'color', value: ['Red'] }]
    const { body } = await harness.post(SEARCH, { query: 'shirt', facets, applied_filters, explain: true }, empty)
    expect(body).toMatchObject({ products: [], pagination: { total: 0, total_pages: 0 } })
    expect(body.aggregations.price.stats).toEqual({ min: null, max: null, avg: null, sum: 0, count: 0 })
    expect((await harness.post(CONFIG, {}, empty)).status).toBe(200)
  })
})
