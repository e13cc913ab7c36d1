import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness, type TestShop } from './harness.ts'
import { createSearchShop, INSTANT } from './search-shop.ts'

let harness: Harness
let shop: TestShop

beforeAll(async () => {
  harness = await startHarness()
  shop = await createSearchShop(harness)
})
afterAll(() => harness?.close())

const instant = async (body: object) => (await harness.post(INSTANT, body, shop)).body

describe('instant search', () => {
  it('completes the last word and answers with every field of the contract', async () => {
    const body = await instant({
      query: 'shi',
      objects: ['product', 'collection', 'page', 'article', 'auto_suggestion'],
    })
    expect(body).toMatchObject({
      status: 'ok',
      request_id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      query: 'shi',
      corrected_query: null,
      trending: [],
      metadata: { region: 'default', locale: 'en', market: null },
    })
    expect(body.products.map((one: { product_id: number }) => one.product_id).sort()).toEqual([1, 2, 3])
    expect(body.products[0].image).toHaveProperty('alt_text')
    expect(body.collections).toEqual([
      {
        id: 11,
        handle: 'shirts',
        title: 'Shirts',
        url: '/collections/shirts',
        image: null,
        highlighted: '<mark>Shi</mark>rts',
      },
    ])
    expect(body.pages).toMatchObject([{ id: 21, highlighted: '<mark>Shi</mark>pping &amp; returns' }])
    expect(body.articles).toMatchObject([{ id: 31 }])
    expect(body.suggestions).toContainEqual({ text: 'shirt', highlighted: '<mark>shi</mark>rt', count: 3 })
  })

  it('returns the kinds that the shop has configured, and the requested number of each', async () => {
    const body = await instant({ query: 'shirt', limit: 1 })
    expect(body.products).toHaveLength(1)
    expect(body.articles).toEqual([])
    expect((await instant({ query: 'shirt', objects: ['collection'] })).products).toEqual([])
  })

  it('returns trending searches if nothing is typed, from the catalog until somebody has searched', async () => {
    const body = await instant({ query: '' })
    expect(body.products).toEqual([])
    expect(body.trending.map((one: { text: string }) => one.text)).toContain('shirt')
  })

  it('respects channel and market', async () => {
    expect((await instant({ query: 'app' })).products).toEqual([])
    expect((await instant({ query: 'app', publication_ids: ['2'] })).products).toMatchObject([{ product_id: 5 }])
    expect((await instant({ query: 'lamp', market: 1 })).products).toEqual([])
  })

  it('refuses unknown kinds and limits that are too large', async () => {
    expect(await harness.post(INSTANT, { objects: ['video'] }, shop)).toMatchObject({
      status: 400,
      body: { ok: false },
    })
    expect(await harness.post(INSTANT, { limit: 21 }, shop)).toMatchObject({ status: 400, body: { ok: false } })
  })
})
