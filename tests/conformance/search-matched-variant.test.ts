import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness, type TestShop } from './harness.ts'
import { createSearchShop, INSTANT, SEARCH } from './search-shop.ts'

let harness: Harness
let shop: TestShop

beforeAll(async () => {
  harness = await startHarness()
  shop = await createSearchShop(harness)
})
afterAll(() => harness?.close())

interface Found {
  product_id: number
  matched_variant_id: number | null
  variants?: { variant_id: number }[]
}

async function found(path: string, body: object): Promise<Map<number, Found>> {
  const answer = await harness.post(path, body, shop)
  return new Map(answer.body.products.map((one: Found) => [one.product_id, one]))
}

const TOP = '/api/storefront/v3/headless/recommendations/top'
const AUTOMATIC = '/api/storefront/v3/headless/recommendations/automatic'
const picked = (key: string, ...values: string[]) => ({ applied_filters: [{ key, value: values }] })

describe('"the variant that satisfies query and filters together, the product\'s own order deciding among several"', () => {
  it('matches the words of the query', async () => {
    expect((await found(SEARCH, { query: 'blue linen shirt' })).get(1)?.matched_variant_id).toBe(101)
    expect((await found(SEARCH, { query: 'mauve wool shirt' })).get(2)?.matched_variant_id).toBe(201)
  })

  it('matches the filters', async () => {
    expect((await found(SEARCH, picked('size', 'L'))).get(1)?.matched_variant_id).toBe(102)
    expect((await found(SEARCH, picked('price', '20:26'))).get(2)?.matched_variant_id).toBe(201)
  })

  it('matches both if one variant does', async () => {
    const body = { query: 'red linen shirt', ...picked('size', 'L') }
    expect((await found(SEARCH, body)).get(1)?.matched_variant_id).toBe(102)
  })

  it('is the first variant if nothing distinguishes them', async () => {
    expect((await found(SEARCH, { query: 'linen' })).get(1)?.matched_variant_id).toBe(100)
  })

  it('is the variant with the SKU in the query', async () => {
    for (const query of ['SKU-1-2', 'sku12', 'SKU-2-1']) {
      const [first] = (await found(SEARCH, { query })).values()
      expect([query, first?.matched_variant_id]).toEqual([query, query === 'SKU-2-1' ? 201 : 102])
    }
  })

  it('without a query is the first available one that matches the filters', async () => {
    expect((await found(SEARCH, {})).get(1)?.matched_variant_id).toBe(101)
    expect((await found(SEARCH, picked('color', 'Red'))).get(1)?.matched_variant_id).toBe(102)
    expect((await found(SEARCH, { ...picked('color', 'Red'), view: 'product_ids' })).get(1)?.matched_variant_id).toBe(
      102,
    )
  })

  it('is on the products of filtered recommendations', async () => {
    const filter = { variants: { options: [{ name: 'Color', value: 'Red' }] } }
    expect((await found(TOP, { strategy: 'BESTSELLERS', filter })).get(1)?.matched_variant_id).toBe(102)
    const byId = await found(TOP, { strategy: 'NEW_ARRIVALS', query: 'blue linen shirt', view: 'product_ids' })
    expect(byId.get(1)).toEqual({ product_id: 1, matched_variant_id: 101 })
    const similar = { product_ids: [2], recommendation_type: 'similar_products', filter }
    expect((await found(AUTOMATIC, similar)).get(1)?.matched_variant_id).toBe(102)
    expect([...(await found(TOP, { strategy: 'BESTSELLERS' })).values()][0]).not.toHaveProperty('matched_variant_id')
  })

  it('is present if only ids are requested, and in instant search', async () => {
    const byId = await found(SEARCH, { query: 'blue linen shirt', view: 'product_ids' })
    expect(byId.get(1)).toEqual({ product_id: 1, matched_variant_id: 101 })
    expect((await found(INSTANT, { query: 'blue linen shi' })).get(1)?.matched_variant_id).toBe(101)
  })

  it('has "its picture and price … in `variants`"', async () => {
    for (const { matched_variant_id, variants } of (await found(SEARCH, {})).values())
      expect(variants!.map(({ variant_id }) => variant_id)).toContain(matched_variant_id)
  })
})
