import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Harness, startHarness, type TestShop } from './harness.ts'

/** Occurs in every text of the other shop, and nowhere else. */
const MARK = 'zzforeignzz'

interface StorefrontRoute {
  path: string
  example: Record<string, unknown>
}

const config = (mark: string) => ({
  filters: [{ id: 1, key: `vendor_${mark}`, title: `Vendor ${mark}`, attribute_type: 'vendor' }],
  filter_trees: [{ id: 1, title: `Tree ${mark}`, target_page: 'search', is_default: true, filters: [1] }],
  sections: [{ id: 1, title: `Best ${mark}`, type: 'bestsellers', page_types: ['home', 'product'] }],
  collections: [{ id: 9, handle: `all-${mark}`, title: `All ${mark}`, product_ids: [1, 2, 3] }],
  pages: [{ id: 1, handle: `page-${mark}`, title: `Page ${mark}` }],
  search: { synonyms: [[`a${mark}`, `b${mark}`]] },
  storefront_token: null,
  translations: { en: { hello: `Hello ${mark}` } },
})

const products = (mark: string, from: number) =>
  Array.from({ length: 30 }, (_, index) => ({
    id: from + index,
    title: `Shirt ${mark} ${index}`,
    handle: `shirt-${mark}-${index}`,
    vendor: `Vendor ${mark}`,
    product_type: `Shirts ${mark}`,
    tags: mark,
    variants: [{ id: (from + index) * 10, price: 10 + index, inventory_quantity: 5 }],
    images: [{ src: `https://cdn.example.com/${mark}/${index}.jpg` }],
  }))

let harness: Harness
let mine: TestShop
let foreign: TestShop
let routes: StorefrontRoute[]

beforeAll(async () => {
  harness = await startHarness()
  mine = await harness.createShop(config('own'))
  foreign = await harness.createShop(config(MARK))
  // Products 1 to 30 are in both shops, 101 to 130 only in the other one.
  await harness.putProducts(mine, products('own', 1))
  await harness.putProducts(foreign, [...products(MARK, 1), ...products(MARK, 101)])
  routes = await storefrontRoutes(harness)
})
afterAll(() => harness.close())

/** Makes the example in the API reference name the other shop. */
const bentExample = ({ example }: StorefrontRoute): Record<string, unknown> => ({
  ...example,
  shop: foreign.shop,
  query: MARK,
  product_id: 101,
  product_ids: [1, 101],
  cart_product_ids: [102],
  queries: [
    { id: 'q', recommendation_type: 'similar_products', product_ids: [1, 101], view: 'product_details' },
    { id: 'b', recommendation_type: 'bestsellers', product_ids: [101] },
  ],
  collection: `all-${MARK}`,
  market: undefined,
  publication_ids: undefined,
  facets: undefined,
  applied_filters: undefined,
  filter: undefined,
  tree: undefined,
  pagination: undefined,
})

describe('two shops in one deployment', () => {
  it('have storefront routes to test', () => {
    expect(routes.length).toBeGreaterThan(3)
  })

  it("never show each other's data, whatever the request names", async () => {
    const answered: string[] = []
    for (const route of routes) {
      const bent = bentExample(route)
      for (const body of [bent, { ...bent, query: 'shirt', collection: undefined }]) {
        const answer = await harness.post(route.path, body, mine)
        const foreignIds = productIds(answer).filter((id) => id > 100)
        expect([route.path, withoutEcho(answer).includes(MARK), foreignIds]).toEqual([route.path, false, []])
        if (answer.status === 200 && productIds(answer).length > 0) answered.push(route.path)
      }
    }
    // Some routes must answer, or the test would prove nothing.
    expect(answered).toEqual(expect.arrayContaining(['/api/storefront/v1/headless/search']))
  })

  it("ignore the other's session token", async () => {
    const init = await harness.post('/api/storefront/v3/headless/init', { user_id: `visitor-${MARK}` }, foreign)
    const token = init.body.token as string
    for (const { path, example } of routes) {
      const { user_id: _, visitor_id: __, client_id: ___, ...anonymous } = example
      const answer = await harness.post(path, anonymous, mine, { 'x-session-token': token })
      expect([path, JSON.stringify(answer.body).includes(`visitor-${MARK}`)]).toEqual([path, false])
    }
  })

  it("refuse the other's cursor", async () => {
    for (const { path } of routes.filter((route) => /automatic|top$/.test(route.path))) {
      const body = {
        product_ids: [1],
        recommendation_type: 'similar_products',
        strategy: 'NEW_ARRIVALS',
        view: 'product_ids',
        pagination: { limit: 2 },
      }
      const page = await harness.post(path, body, foreign)
      const cursor = page.body.pagination?.cursor
      expect([path, page.status, typeof cursor]).toEqual([path, 200, 'string'])
      const answer = await harness.post(path, { ...body, pagination: { limit: 2, cursor } }, mine)
      expect([path, answer.status, Array.isArray(answer.body.errors)]).toEqual([path, 400, true])
    }
  })

  it("refuse the other's key on every route", async () => {
    for (const { path, example } of routes) {
      const answer = await harness.post(path, example, { shop: mine.shop, key: foreign.key })
      const needsNoKey = /\/v2\/|storefront\/event$/.test(path)
      if (!needsNoKey) expect([path, answer.status]).toEqual([path, 401])
    }
  })
})

/** Answers repeat the query, so it must be removed before looking for the mark. */
function withoutEcho(answer: Answer): string {
  const body = structuredClone(answer.body)
  for (const part of [body, body?.search_metadata]) {
    if (part && typeof part === 'object') delete part.query
  }
  return answer.status === 200 ? JSON.stringify(body) : ''
}

function productIds(answer: Answer): number[] {
  const found: number[] = []
  JSON.stringify(answer.body, (key, value) => {
    if (key === 'product_id') found.push(Number(value))
    return value
  })
  return found
}

/** Routes come from the OpenAPI document, so that new routes are tested too. */
async function storefrontRoutes(from: Harness): Promise<StorefrontRoute[]> {
  const { body } = await from.request('/openapi.json')
  type Operation = { requestBody?: { content: Record<string, { example?: Record<string, unknown> }> } }
  return Object.entries(body.paths as Record<string, { post?: Operation }>)
    .filter(([path, { post }]) => path.startsWith('/api/storefront/') && post !== undefined)
    .map(([path, { post }]) => ({ path, example: post?.requestBody?.content['application/json']?.example ?? {} }))
}
