import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness } from '../../conformance/harness.ts'
import {
  APPAREL_DAY_ONE,
  type DayOneShop,
  HOME_AND_GARDEN_DAY_ONE,
  JEWELRY_DAY_ONE,
  OUTDOOR_GOODS_DAY_ONE,
} from './day-one-lists.ts'
import {
  BABY_GOODS_DAY_ONE,
  FASHION_AND_BICYCLES_DAY_ONE,
  FOOTBALL_JERSEYS_DAY_ONE,
  SILVER_JEWELRY_DAY_ONE,
} from './day-one-lists-large.ts'

const FOLDER = fileURLToPath(new URL('../../../../shared/data/catalogs/', import.meta.url))
const SEARCH = '/api/storefront/v1/headless/search'
const RECOMMENDATIONS = '/api/storefront/v3/headless/recommendations'
const FIRST = 5

const SHOPS = [
  APPAREL_DAY_ONE,
  HOME_AND_GARDEN_DAY_ONE,
  JEWELRY_DAY_ONE,
  OUTDOOR_GOODS_DAY_ONE,
  FASHION_AND_BICYCLES_DAY_ONE,
  BABY_GOODS_DAY_ONE,
  FOOTBALL_JERSEYS_DAY_ONE,
  SILVER_JEWELRY_DAY_ONE,
]

const isThere = existsSync(FOLDER)
if (!isThere) console.log(`no list is judged: ${FOLDER} is not there`)

describe.skipIf(!isThere)('cross-sell on day one', () => {
  let harness: Harness
  beforeAll(async () => {
    harness = await startHarness({ VITRINE_EMBEDDER: 'none' })
  })
  afterAll(() => harness.close())

  for (const shop of SHOPS)
    it(`of ${shop.file} contains what a person would add, and never a mistake`, async () => {
      const lists = await listsOf(harness, shop)
      const offered = shop.anchors.flatMap((anchor) =>
        (lists.get(anchor.title) ?? []).map((title) => ({ anchor, title })),
      )
      const sensible = offered.filter(({ anchor, title }) => anchor.sensible.test(title) && !anchor.never?.test(title))
      const share = offered.length === 0 ? 1 : sensible.length / offered.length
      console.log(`${shop.file}: ${sensible.length} of ${offered.length} are sensible (${share.toFixed(2)})`)
      const mistakes = offered.filter(({ anchor, title }) => anchor.never?.test(title))
      expect(mistakes.map(({ anchor, title }) => `${title} beside ${anchor.title}`)).toEqual([])
      expect(share).toBeGreaterThanOrEqual(shop.minShare)
    })
})

async function listsOf(harness: Harness, shop: DayOneShop): Promise<Map<string, string[]>> {
  const to = await harness.createShop({ shop: { primary_locale: shop.locale } })
  const imported = await harness.request(`/api/admin/v1/shops/${to.shop}/products/import?wait=true`, {
    method: 'POST',
    headers: { authorization: `Bearer ${harness.adminKey}`, 'content-type': 'application/octet-stream' },
    body: await readFile(FOLDER + shop.file),
  })
  expect(imported.body.rejected).toBe(0)
  const products = await allProducts(harness, to)
  const lists = new Map<string, string[]>()
  for (const { title } of shop.anchors) {
    const anchor = products.find((one) => one.title === title)
    if (anchor === undefined) throw new Error(`${shop.file} has no "${title}"`)
    const query = { id: 'q', recommendation_type: 'cross_sell', product_ids: [anchor.product_id] }
    const asked = { queries: [{ ...query, max_recommendations: FIRST, view: 'product_details' }] }
    const answer = await harness.post(RECOMMENDATIONS, asked, to)
    lists.set(
      title,
      answer.body.data.q.recommendations.map((one: Named) => `${one.title} (${one.product_type})`),
    )
  }
  return lists
}

interface Named {
  title: string
  product_type: string
  product_id: number
}

async function allProducts(harness: Harness, to: Parameters<Harness['post']>[2]): Promise<Named[]> {
  const products: Named[] = []
  for (let page = 1; ; page++) {
    const { body } = await harness.post(SEARCH, { query: '', pagination: { page, limit: 100 } }, to)
    products.push(...body.products)
    if (body.products.length < 100) return products
  }
}
