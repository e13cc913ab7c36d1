/** What is offered beside a product before anybody has bought anything, on real exports that lie beside the repository. */
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

const FOLDER = fileURLToPath(new URL('../../../../shared/data/catalogs/', import.meta.url))
const SEARCH = '/api/storefront/v1/headless/search'
const RECOMMENDATIONS = '/api/storefront/v3/headless/recommendations'
const FIRST = 5

const isThere = existsSync(FOLDER)
if (!isThere) console.log(`no list is judged: ${FOLDER} is not there`)

describe.skipIf(!isThere)('cross-sell on day one', () => {
  let harness: Harness
  beforeAll(async () => {
    harness = await startHarness({ VITRINE_EMBEDDER: 'none' })
  })
  afterAll(() => harness.close())

  for (const shop of [APPAREL_DAY_ONE, HOME_AND_GARDEN_DAY_ONE, JEWELRY_DAY_ONE, OUTDOOR_GOODS_DAY_ONE])
    it(`of ${shop.file} is what a person would add, and never a mistake`, async () => {
      const lists = await listsOf(harness, shop)
      const offered = shop.anchors.flatMap((anchor) =>
        (lists.get(anchor.title) ?? []).map((title) => ({ anchor, title })),
      )
      const sensible = offered.filter(({ anchor, title }) => anchor.sensible.test(title) && !anchor.never?.test(title))
      const share = sensible.length / offered.length
      console.log(`${shop.file}: ${sensible.length} of ${offered.length} are sensible (${share.toFixed(2)})`)
      expect(offered.length).toBeGreaterThanOrEqual(4 * shop.anchors.length)
      const mistakes = offered.filter(({ anchor, title }) => anchor.never?.test(title))
      expect(mistakes.map(({ anchor, title }) => `${title} beside ${anchor.title}`)).toEqual([])
      expect(share).toBeGreaterThanOrEqual(shop.leastShare)
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
  const { body } = await harness.post(SEARCH, { query: '', pagination: { page: 1, limit: 100 } }, to)
  const products: { title: string; product_id: number }[] = body.products
  const lists = new Map<string, string[]>()
  for (const { title } of shop.anchors) {
    const anchor = products.find((one) => one.title === title)
    if (anchor === undefined) throw new Error(`${shop.file} has no "${title}"`)
    const query = { id: 'q', recommendation_type: 'cross_sell', product_ids: [anchor.product_id] }
    const asked = { queries: [{ ...query, max_recommendations: FIRST, view: 'product_details' }] }
    const answer = await harness.post(RECOMMENDATIONS, asked, to)
    lists.set(
      title,
      answer.body.data.q.recommendations.map((one: { title: string }) => one.title),
    )
  }
  return lists
}
