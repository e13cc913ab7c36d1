import {
  filterAggregationsRoute,
  filtersRoute,
  instantSearchRoute,
  searchConfigRoute,
  searchInitRoute,
  searchRoute,
} from '@vitrine/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness, type TestShop } from '../conformance/harness.ts'
import { createSearchShop } from '../conformance/search-shop.ts'

const ROUTES = [
  searchConfigRoute,
  filtersRoute,
  filterAggregationsRoute,
  searchRoute,
  instantSearchRoute,
  searchInitRoute,
]

/** Valid values by field. */
const GOOD: Record<string, unknown[]> = {
  query: ['shirt', 'linen mug', 'under $20', ''],
  collection: ['shirts', 11],
  tree: [100, 101],
  target_page: ['search', 'collection'],
  target_id: [11],
  applied_filters: [
    [{ key: 'color', value: ['Red'] }],
    [{ key: 'price', value: ['5:20', ':3'], operator: 'and' }],
    [{ key: 'tag', value: ['summer', 'linen'] }, { key: 'stock' }],
  ],
  facets: [[{ key: 'color' }, { key: 'price' }], [{ key: 'rating' }]],
  options: [
    { limit: 1, sort_by: 'value' },
    { include_zero_counts: true, include_disabled: true },
  ],
  sort_by: ['price_asc', 'title_desc', 'collection_order'],
  pagination: [{ page: 2, limit: 2 }, { limit: 100 }],
  view: ['product_ids'],
  mode: ['text', 'vector'],
  explain: [true],
  objects: [['product', 'page'], []],
  limit: [1, 20],
  locale: ['de', 'fr-CA'],
  market: [1, 2, 99],
  currency: ['EUR', 'jpy', ''],
  publication_ids: ['1', ['1', '2'], []],
  customer_id: ['c-business'],
}

const ODD = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom('__proto__', 'constructor', '\u0000', '\ud800', ':', '1e999:', -1, 1e308, 2 ** 53, 'x'.repeat(300)),
)

const request = fc.constantFrom(...ROUTES).chain((route) => {
  const fields = Object.keys(route.request.properties)
  const someValue = (name: string) =>
    fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...(GOOD[name] ?? ['v'])) }, { weight: 1, arbitrary: ODD })
  const body = fc.record(Object.fromEntries(fields.map((name) => [name, someValue(name)])), { requiredKeys: [] })
  return fc.record({ path: fc.constant(route.path), body })
})

let harness: Harness
let shop: TestShop

beforeAll(async () => {
  harness = await startHarness()
  shop = await createSearchShop(harness)
})
afterAll(() => harness.close())

describe('a search-side request', () => {
  it('is answered, or refused with items, whatever it contains', async () => {
    const seen = new Set<number>()
    await fc.assert(
      fc.asyncProperty(request, async ({ path, body }) => {
        const answer = await harness.post(path, body, shop)
        seen.add(answer.status)
        expect([200, 400]).toContain(answer.status)
        if (answer.status === 200) return
        expect(answer.body.ok).toBe(false)
        for (const item of answer.body.error) {
          expect(item).toEqual({
            message: expect.any(String),
            path: expect.any(Array),
            type: expect.stringMatching(/^[a-z]+(\.[a-zA-Z]+)+$/),
            context: expect.objectContaining({ label: expect.any(String) }),
          })
        }
      }),
      { numRuns: 800 },
    )
    expect([...seen].sort()).toEqual([200, 400])
  }, 60_000)
})
