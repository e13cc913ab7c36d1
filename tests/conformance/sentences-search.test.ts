/** Tests sentences of the contract about search that no other file covers. */
import * as contract from '@vitrine/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness, type TestShop } from './harness.ts'
import { createSearchShop, product } from './search-shop.ts'

const V1 = '/api/storefront/v1/headless'

let harness: Harness
let shop: TestShop

beforeAll(async () => {
  harness = await startHarness()
  shop = await createSearchShop(harness)
})
afterAll(() => harness.close())

const ask = async (route: string, body: object, to = shop) => (await harness.post(`${V1}/${route}`, body, to)).body

interface Declared {
  path: string
  method: string
  auth?: string
  validatedBy?: string
  request?: { properties?: Record<string, unknown> }
}

describe('unknown body fields are ignored, never an error', () => {
  const routes = (Object.values(contract) as unknown[]).filter(
    (one): one is Declared =>
      typeof one === 'object' && one !== null && 'path' in one && String(one.path).startsWith('/api/storefront/'),
  )
  const names = [...new Set(routes.flatMap(({ request }) => Object.keys(request?.properties ?? {})))]
  const queries = [{ id: 'a', recommendation_type: 'similar_products', product_ids: [1] }]
  const required: Record<string, object> = {
    '/api/storefront/v1/headless/products': { ids: [1] },
    '/api/storefront/v3/headless/recommendations/automatic': { product_ids: [1] },
    '/api/storefront/v3/headless/recommendations/top': { strategy: 'BESTSELLERS' },
    '/api/storefront/v3/headless/recommendations': { queries },
    '/api/storefront/v2/headless/recommendations': { queries },
  }

  it('even if another endpoint has a field of that name', async () => {
    expect(names.length).toBeGreaterThan(40)
    const checked = routes.filter(
      ({ path, validatedBy }) => validatedBy !== 'handler' && !path.includes('image-search'),
    )
    expect(checked.length).toBeGreaterThan(9)
    for (const { path, request } of checked) {
      const declared = request?.properties ?? {}
      const unknown = names.filter((name) => !(name in declared))
      for (const value of [5, 'x', {}, [5], true]) {
        const extra = Object.fromEntries(unknown.map((name) => [name, value]))
        const answer = await harness.post(path, { ...required[path], ...extra }, shop)
        expect([path, value, answer.status]).toEqual([path, value, 200])
      }
    }
  })
})

describe('search carries the same numbers as filter-aggregations', () => {
  const facets = ['color', 'size', 'price', 'vendor', 'tag', 'stock'].map((key) => ({ key }))

  it('in every search mode', async () => {
    for (const mode of ['text', 'hybrid', 'vector', null]) {
      for (const query of ['', 'shirt', 'linen mug']) {
        const found = await ask('search', { query, mode, facets })
        const counted = await ask('filter-aggregations', { query, mode, facets })
        expect([mode, query, found.pagination.total]).toEqual([mode, query, counted.metadata.total_products])
        expect(found.aggregations).toEqual(counted.aggregations)
      }
    }
    expect((await harness.post(`${V1}/filter-aggregations`, { mode: 'x' }, shop)).body.error).toMatchObject([
      { path: ['mode'], type: 'any.only' },
    ])
  })

  it('for a visitor whose search is part of an experiment', async () => {
    const own = await createSearchShop(harness, {
      experiences: [
        {
          id: 1,
          name: 'No typos',
          variants: [{ key: 'b', weight: 1, search: { auto_spell_correct_enabled: false } }],
        },
      ],
    })
    for (const visitor_id of [undefined, 'v']) {
      const body = { query: 'cermaic', mode: 'text', visitor_id }
      const found = await ask('search', body, own)
      const counted = await ask('filter-aggregations', body, own)
      expect(found.pagination.total).toBe(visitor_id ? 0 : 1)
      expect(counted.metadata.total_products).toBe(found.pagination.total)
    }
  })
})

describe('what is empty counts as absent', () => {
  it('without a collection, search covers the whole shop with the filters of the search page', async () => {
    const named = await ask('filter-aggregations', { collection: '' })
    expect(named.metadata.total_products).toBe(5)
    expect(named.tree).toMatchObject({ id: 100, target_page: 'search' })
    expect((await ask('search', { collection: '' })).pagination.total).toBe(5)
  })

  it('without a currency, prices are in that of the market', async () => {
    const { products } = await ask('search', { currency: '', market: 2, query: 'lamp' })
    expect(products[0]).toMatchObject({ display_currency: 'EUR', display_price: 25 })
  })
})

describe('a logged-in customer_id that belongs to a business account sees its catalogs and price list', () => {
  it('by its number and by its GraphQL id', async () => {
    const own = await createSearchShop(harness, {
      business_accounts: [{ id: 1, customer_ids: [77], catalog_ids: ['wholesale'], discount_percent: 10 }],
    })
    for (const customer_id of ['77', 'gid://shopify/Customer/77']) {
      const { products } = await ask('search', { query: 'crate', mode: 'text', customer_id }, own)
      expect(products[0]).toMatchObject({ product_id: 7, display_price: 90 })
    }
    expect((await ask('search', { query: 'crate', mode: 'text', customer_id: '777' }, own)).products).toEqual([])
  })
})

describe('type-ahead', () => {
  it('answers a text shorter than `minimum_type_ahead_input_count` with trending searches', async () => {
    const own = await createSearchShop(harness, { search: { minimum_type_ahead_input_count: 3 } })
    const objects = ['product', 'collection', 'page', 'article', 'auto_suggestion']
    const nothing = { products: [], collections: [], pages: [], articles: [], suggestions: [] }
    const empty = await ask('instant-search', { query: ' ', objects }, own)
    expect(empty).toMatchObject({ ...nothing, query: '', corrected_query: null })
    expect(empty.trending.length).toBeGreaterThan(0)
    for (const query of ['s', 'sh', '👕s']) {
      const short = await ask('instant-search', { query, objects }, own)
      expect(short).toMatchObject({ ...nothing, query, corrected_query: null, trending: empty.trending })
    }
    const typed = await ask('instant-search', { query: 'shi', objects }, own)
    expect([typed.products.length, typed.collections.length, typed.trending]).toEqual([3, 1, []])
  })
})

describe('a product that is to be published later', () => {
  it('appears at its publication time in results, counts and filters', async () => {
    let nowMs = Date.parse('2026-03-01T12:00:00Z')
    const clocked = await startHarness({}, { clock: () => nowMs })
    try {
      const own = await clocked.createShop({
        publications: [{ id: '1', name: 'Online Store', is_online_store: true }],
        filters: [{ id: 1, key: 'tag', title: 'Tag', attribute_type: 'tag' }],
      })
      await clocked.putProducts(own, [
        product(1, 'Now', [{}], { tags: 'a' }),
        product(2, 'Later', [{}], { tags: 'a', published_at: '2026-03-01T13:00:00Z' }),
      ])
      const counts = async () => {
        const found = await clocked.post(`${V1}/search`, { facets: [{ key: 'tag' }] }, own)
        const { body } = await clocked.post(`${V1}/config`, {}, own)
        const { buckets } = found.body.aggregations.tag
        return [found.body.pagination.total, buckets[0].count, body.filters[0].values[0].count]
      }
      expect(await counts()).toEqual([1, 1, 1])
      nowMs += 3_600_000
      expect(await counts()).toEqual([2, 2, 2])
    } finally {
      await clocked.close()
    }
  })
})

describe('ranges are in the presentment currency', () => {
  const price = { id: 1, key: 'price', title: 'Price', attribute_type: 'price', type: 'range' }
  const ofPrice = async (fields: object, body: object = {}) => {
    const own = await createSearchShop(harness, { filters: [{ ...price, ...fields }], filter_trees: [] })
    const definition = (await ask('config', body, own)).filters[0]
    const { buckets } = (await ask('filter-aggregations', body, own)).aggregations.price
    return { definition, buckets }
  }

  it('including bounds, step and unit, which the merchant wrote in the shop’s currency', async () => {
    const written = { min: 0, max: 400, step: 10, unit: '$' }
    const home = await ofPrice(written)
    expect(home.definition).toMatchObject(written)
    expect(home.buckets[0]).toMatchObject({ value: '0:9.99' })
    // In this market, a euro is worth two dollars.
    const abroad = await ofPrice(written, { market: 2, locale: 'de' })
    expect(abroad.definition).toMatchObject({ min: 0, max: 200, step: 5, unit: '€' })
    expect(abroad.buckets[0]).toMatchObject({ value: '0:4.99' })
    expect((await ofPrice({ unit: null }, { market: 2 })).definition).toMatchObject({ unit: null, step: null })
    const asked = await ofPrice(written, { currency: 'eur' })
    expect(asked.definition).toMatchObject({ min: 0, max: 200, step: 5, unit: '€' })
  })

  it('have the same label and count everywhere, however the merchant wrote them', async () => {
    const values = [
      { value: '0:20.00', label: 'Cheap' },
      { value: '20.5:' },
      { value: ':5', enabled: false },
      { value: 'nonsense' },
    ]
    const { definition, buckets } = await ofPrice({ values })
    expect(buckets).toEqual([
      { value: '0:20', label: 'Cheap', count: 3 },
      { value: '20.5:', label: '$20.50 & up', count: 2 },
    ])
    expect(definition.values).toMatchObject(buckets)
    expect(definition.values).toHaveLength(2)
  })
})

describe('`collection` is a string or an integer', () => {
  it('an integer is an id, even if a handle has the same digits', async () => {
    const own = await createSearchShop(harness, {
      collections: [
        { id: 5, handle: '12', title: 'Twelve', product_ids: [1] },
        { id: 12, handle: 'five', title: 'Five', product_ids: [2, 4] },
      ],
      filter_trees: [{ id: 7, title: 'Of five', target_page: 'collection', target_ids: [12], filters: [1] }],
    })
    const total = async (collection: unknown) => (await ask('search', { collection }, own)).pagination.total
    expect([await total(12), await total('12'), await total('five'), await total('5')]).toEqual([2, 1, 2, 1])
    expect((await ask('config', { target_page: 'collection', target_id: 12 }, own)).filter_tree.id).toBe(7)
  })
})
