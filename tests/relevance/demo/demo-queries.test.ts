/** Searches the demo catalog by words alone. The minimum scores are a little below the measured ones. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCatalog } from '../../../apps/demo/src/catalog/create-catalog.ts'
import type { AdminProduct } from '../../../apps/demo/src/catalog/admin-product.ts'
import { type Harness, startHarness, type TestShop } from '../../conformance/harness.ts'
import { INSTANT } from '../../conformance/search-shop.ts'
import { type QueryScore, score } from '../search/metrics.ts'
import { JUDGED_QUERIES, type JudgedQuery } from './judged-queries.ts'

const products = createCatalog('vitrine', Date.parse('2026-03-01T00:00:00Z')).map(({ product }) => product)

function gradesOf(asked: JudgedQuery): Map<string, number> {
  const graded = products.map((product) => [String(product.id), gradeOf(asked, product)] as const)
  return new Map(graded.filter(([, grade]) => grade > 0))
}

function gradeOf({ type, has, under }: JudgedQuery, product: AdminProduct): number {
  if (!type.test(product.product_type)) return 0
  const material = product.metafields.filter(({ key }) => key === 'material').map(({ value }) => value)
  const options = product.options.flatMap(({ values }) => values)
  const words = [product.title, product.tags, product.vendor, ...options, ...material].join(' ')
  const price = Math.min(...product.variants.map((variant) => Number(variant.price)))
  return (has?.test(words) ?? true) && price <= (under ?? Number.POSITIVE_INFINITY) ? 3 : 1
}

/** This shop has no markets or sales channels, so the product is available everywhere. */
function asLine(product: AdminProduct): string {
  return JSON.stringify({ ...product, publication_ids: undefined, market_ids: undefined, catalog_ids: undefined })
}

describe('search on the demo catalog', () => {
  let harness: Harness
  let shop: TestShop
  const scores = new Map<string, QueryScore>()

  beforeAll(async () => {
    harness = await startHarness({ VITRINE_EMBEDDER: 'none' })
    shop = await harness.createShop({ shop: { primary_locale: 'en' } })
    const imported = await harness.request(`/api/admin/v1/shops/${shop.shop}/products/bulk?wait=true`, {
      method: 'POST',
      headers: { authorization: `Bearer ${harness.adminKey}`, 'content-type': 'application/x-ndjson' },
      body: products.map(asLine).join('\n'),
    })
    expect(imported.body).toMatchObject({ accepted: products.length, rejected: [] })
    for (const asked of JUDGED_QUERIES) scores.set(asked.query, await scoreQuery(asked))
  })

  afterAll(() => harness.close())

  async function scoreQuery(asked: JudgedQuery): Promise<QueryScore> {
    const request = { query: asked.query, pagination: { page: 1, limit: 50 } }
    const { body } = await harness.post('/api/storefront/v1/headless/search', request, shop)
    const ids = body.products.map((product: { product_id: number }) => String(product.product_id))
    return score({ ids, total: body.pagination.total }, gradesOf(asked), products.length)
  }

  const mean = (measure: keyof QueryScore) =>
    [...scores.values()].reduce((sum, one) => sum + one[measure], 0) / scores.size

  it('has only queries whose expected products exist', () => {
    for (const asked of JUDGED_QUERIES) expect([...gradesOf(asked).values()], asked.query).toContain(3)
  })

  it('ranks what was asked for first', () => {
    const wrong = [...scores].filter(([, { mrr }]) => mrr < 1).map(([query]) => query)
    expect(wrong).toEqual([])
  })

  it('orders the first ten products well', () => {
    expect(mean('ndcg')).toBeGreaterThan(0.965)
  })

  it('finds the relevant products, and not the rest of the shop', () => {
    expect(mean('recall')).toBeGreaterThan(0.97)
    expect(mean('returned')).toBeLessThan(0.06)
    expect(mean('zeroResults')).toBe(0)
  })

  it.each([
    ['linen cus', 'linen', 'cus'],
    ['leather ba', 'leather', 'ba'],
    ['wool ru', 'wool', 'ru'],
  ])(
    'completes "%s" with the words before the last kept, and shows products that have them all first',
    async (query, before, last) => {
      const { body } = await harness.post(INSTANT, { query, objects: ['product', 'auto_suggestion'] }, shop)
      const suggested = body.suggestions.map(({ text }: { text: string }) => text)
      expect(suggested.length).toBeGreaterThan(0)
      for (const text of suggested) expect(text).toMatch(new RegExp(`^${before} .*\\b${last}`))
      const hasAll = ({ product_id }: { product_id: number }) => {
        const found = products.find(({ id }) => id === product_id)!
        const words = JSON.stringify(found).toLowerCase()
        return words.includes(before) && new RegExp(`\\b${last}`).test(words)
      }
      const complete: boolean[] = body.products.map(hasAll)
      expect(complete[0]).toBe(true)
      expect(complete.lastIndexOf(true)).toBe(complete.filter(Boolean).length - 1)
    },
  )

  it('suggests only what the shop sells: linen cushions but no curtains', async () => {
    const request = { query: 'linen cur', objects: ['auto_suggestion'] }
    expect((await harness.post(INSTANT, request, shop)).body.suggestions).toEqual([])
  })
})
