import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness, type TestShop } from './harness.ts'

const config = {
  markets: [
    { id: 1, handle: 'eu', name: 'Europe', currency: 'EUR' },
    { id: 2, handle: 'us', name: 'America', currency: 'USD' },
  ],
  currency_rates: { EUR: 0.5 },
  publications: [
    { id: '1', name: 'Online Store', is_online_store: true },
    { id: '2', name: 'App' },
  ],
  business_accounts: [
    { id: 1, name: 'A', customer_ids: ['71'], catalog_ids: ['c1'], discount_percent: 10 },
    { id: 2, name: 'B', customer_ids: ['72'], catalog_ids: ['c2'], discount_percent: 20 },
  ],
  filters: [
    { id: 1, key: 'vendor', title: 'Vendor', attribute_type: 'vendor' },
    { id: 2, key: 'price', title: 'Price', type: 'range', attribute_type: 'price' },
  ],
  sections: [{ id: 1, title: 'Best', type: 'bestsellers', page_types: ['home'] }],
}

/** Each title says who may see the product. */
const products = [
  ...Array.from({ length: 12 }, (_, i) => ({ word: 'everybody', publication_ids: ['1', '2'], price: 100 + i })),
  { word: 'onlyaccounta', publication_ids: ['1'], catalog_ids: ['c1'], price: 10 },
  { word: 'onlyaccountb', publication_ids: ['1'], catalog_ids: ['c2'], price: 11 },
  { word: 'onlyeurope', publication_ids: ['1'], market_ids: [1], price: 12 },
  { word: 'onlyapp', publication_ids: ['2'], price: 13 },
].map(({ word, price, ...parts }, i) => ({
  id: i + 1,
  title: `Lamp ${word} ${i}`,
  vendor: `Vendor ${word}`,
  product_type: 'Lamps',
  status: 'active',
  published_at: '2026-01-01T00:00:00Z',
  variants: [{ id: 100 + i, price, inventory_quantity: 5 }],
  translations: { de: { title: `Lampe ${word} ${i}` } },
  ...parts,
}))

const SHOPPERS: Record<string, { asks: object; sees: string[] }> = {
  nobody: { asks: {}, sees: ['onlyeurope'] },
  'account A': { asks: { customer_id: '71' }, sees: ['onlyaccounta', 'onlyeurope'] },
  'account B': { asks: { customer_id: '72' }, sees: ['onlyaccountb', 'onlyeurope'] },
  'in the other market': { asks: { market: 2 }, sees: [] },
  'in euros': { asks: { currency: 'EUR' }, sees: ['onlyeurope'] },
  'in German': { asks: { locale: 'de' }, sees: ['onlyeurope'] },
  'in the app': { asks: { publication_ids: ['2'] }, sees: ['onlyapp'] },
}
const HIDDEN = ['onlyaccounta', 'onlyaccountb', 'onlyeurope', 'onlyapp']

const ASKED: Record<string, object> = {
  '/api/storefront/v1/headless/search': { query: 'lamp', mode: 'text', facets: [{ key: 'vendor' }, { key: 'price' }] },
  '/api/storefront/v1/headless/instant-search': { query: 'lam' },
  '/api/storefront/v1/headless/filter-aggregations': { query: 'lamp', facets: [{ key: 'vendor' }, { key: 'price' }] },
}

let harness: Harness
let forwards: TestShop
let backwards: TestShop
beforeAll(async () => {
  harness = await startHarness()
  ;[forwards, backwards] = await Promise.all([harness.createShop(config), harness.createShop(config)])
  for (const shop of [forwards, backwards]) {
    const put = await harness.putProducts(shop, products)
    expect(put.body).toEqual({ accepted: products.length, rejected: [] })
  }
})
afterAll(() => harness.close())

/** Removes fields that differ in every answer. */
function lasting(body: unknown): string {
  return JSON.stringify(body, (name, value) =>
    /^(request_id|processing_time|query_time|serve_id)$/.test(name) ? undefined : value,
  )
}

async function askAll(shop: TestShop, names: readonly string[]): Promise<Map<string, string>> {
  const answers = new Map<string, string>()
  for (const [path, body] of Object.entries(ASKED))
    for (const name of names) {
      const { status, body: answer } = await harness.post(path, { ...body, ...SHOPPERS[name]!.asks }, shop)
      expect([path, name, status]).toEqual([path, name, 200])
      answers.set(`${path} ${name}`, lasting(answer))
    }
  return answers
}

describe('shoppers with the same query', () => {
  it('get their own answer, whoever asked before them', async () => {
    const names = Object.keys(SHOPPERS)
    const first = await askAll(forwards, names)
    const second = await askAll(backwards, names.toReversed())
    const again = await askAll(forwards, names.toReversed())
    for (const [asked, answer] of first) {
      expect([asked, again.get(asked)]).toEqual([asked, answer])
      expect([asked, second.get(asked)]).toEqual([asked, answer])
    }
    for (const [asked, answer] of first) {
      const name = names.find((one) => asked.endsWith(` ${one}`))!
      const shown = HIDDEN.filter((word) => answer.includes(word))
      // Type-ahead shows only some of the products.
      if (!asked.includes('instant')) expect([asked, shown]).toEqual([asked, SHOPPERS[name]!.sees])
      expect([asked, shown.filter((word) => !SHOPPERS[name]!.sees.includes(word))]).toEqual([asked, []])
    }
  })

  it('pay their own price', async () => {
    const priceOf = async (asks: object) => {
      const body = { query: 'lamp everybody 0', mode: 'text', pagination: { limit: 1 }, ...asks }
      const answer = await harness.post('/api/storefront/v1/headless/search', body, forwards)
      return answer.body.products[0].display_price
    }
    const prices = [{}, { customer_id: '71' }, { customer_id: '72' }, { currency: 'EUR' }, {}].map(priceOf)
    expect(await Promise.all(prices)).toEqual([100, 90, 80, 50, 100])
  })
})
