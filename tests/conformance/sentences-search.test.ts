/** Sentences of the contract and its decisions about the search side that no other file holds, each by its own words. */
import * as contract from '@vitrine/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness, type TestShop } from './harness.ts'
import { createSearchShop } from './search-shop.ts'

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
