/** Sentences of the contract and its decisions about the search side that no other file holds, each by its own words. */
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
    '/api/storefront/v3/headless/recommendations/automatic': { product_ids: [1] },
    '/api/storefront/v3/headless/recommendations/top': { strategy: 'BESTSELLERS' },
    '/api/storefront/v3/headless/recommendations': { queries },
    '/api/storefront/v2/headless/recommendations': { queries },
  }

  it('also those that another endpoint knows, whatever is in them', async () => {
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

  it('in every mode', async () => {
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

  it('for a visitor whose search is varied by an experiment', async () => {
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
  it('a collection: the whole shop, with the tree of the search page', async () => {
    const named = await ask('filter-aggregations', { collection: '' })
    expect(named.metadata.total_products).toBe(5)
    expect(named.tree).toMatchObject({ id: 100, target_page: 'search' })
    expect((await ask('search', { collection: '' })).pagination.total).toBe(5)
  })

  it('a currency: that of the market', async () => {
    const { products } = await ask('search', { currency: '', market: 2, query: 'lamp' })
    expect(products[0]).toMatchObject({ display_currency: 'EUR', display_price: 25 })
  })
})

describe('a logged-in customer_id that belongs to a business account sees its catalogs and price list', () => {
  it('by the number, and by the address the platform’s storefront API gives', async () => {
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
  it('answers fewer letters than `minimum_type_ahead_input_count` like none: with what is trending', async () => {
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
  it('appears at its moment in results, counts and definitions alike', async () => {
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
