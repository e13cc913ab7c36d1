import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness, type TestShop } from '../conformance/harness.ts'
import { bought, createRecommendShop, live, RECOMMENDATIONS, viewed } from '../conformance/recommend-shop.ts'

const SEARCH = '/api/storefront/v1/headless/search'

let harness: Harness
let first: TestShop
let second: TestShop

beforeAll(async () => {
  harness = await startHarness({ VITRINE_SHOPS_IN_MEMORY: '1' })
  first = await createRecommendShop(harness)
  second = await createRecommendShop(harness)
  await live(harness, first, history('first'))
})
afterAll(() => harness?.close())

function history(name: string): object[] {
  const events: object[] = []
  for (let day = 20; day >= 1; day--) {
    const who = { visitor: `${name}-${day}`, session: `${name}-${day}`, daysAgo: day }
    events.push(viewed(10, who), viewed(35, { ...who, daysAgo: day - 0.001 }), bought([3, 18], who))
  }
  return events
}

async function recommended(shop: TestShop, type: string, product: number) {
  const query = { id: 'q', recommendation_type: type, product_ids: [product], max_recommendations: 8 }
  const body = { queries: [{ ...query, view: 'product_ids' }], explain: true }
  return (await harness.post(RECOMMENDATIONS, body, shop)).body.data.q.recommendations
}

/** Sends requests whose answers depend on what was learned. */
async function answers(shop: TestShop) {
  const found = await harness.post(SEARCH, { query: 'dress', sort: 'best_selling', explain: true }, shop)
  return {
    together: await recommended(shop, 'bought_together', 3),
    similar: await recommended(shop, 'similar_products', 10),
    selling: found.body.products,
  }
}

/** Requests the other shop, so that the first one is unloaded. */
async function sendAway(shop: TestShop, other: TestShop): Promise<void> {
  await harness.post(SEARCH, { query: 'dress' }, other)
  await harness.vitrine?.residents.settle()
  expect(harness.vitrine?.residents.has(shop.shop)).toBe(false)
}

describe('a node that holds one shop in memory', () => {
  it('answers as before for a shop that was unloaded', async () => {
    await answers(first)
    // The node's timer does this every minute.
    await harness.vitrine?.popularity.runOnce()
    const before = await answers(first)
    expect(before.selling[0].product_id).toBe(3)
    expect(before.together[0]).toMatchObject({
      product_id: 18,
      explanation: { reason: expect.stringContaining('in 20 orders') },
    })
    await sendAway(first, second)
    expect(harness.vitrine?.residents.size).toBe(1)
    expect(harness.vitrine?.index.loaded().map(({ id }) => id)).toEqual([second.shop])
    expect(harness.vitrine?.models.shops).toEqual([second.shop])
    expect(await answers(first)).toEqual(before)
  })

  it('reports what is sent to a shop that is not in memory, and applies it once it is loaded', async () => {
    await sendAway(first, second)
    const who = { visitor: 'away', session: 'away', daysAgo: 0.1 }
    await live(harness, first, [bought([3, 18], who)])
    expect(harness.vitrine?.residents.has(first.shop)).toBe(false)
    const { body } = await harness.admin('GET', `/shops/${first.shop}/analytics/overview`)
    expect(JSON.stringify(body)).toContain('21')
    const [together] = await recommended(first, 'bought_together', 3)
    expect(together.explanation.reason).toContain('in 21 orders')
  })

  it('loads a shop once for simultaneous requests', async () => {
    await sendAway(first, second)
    const opened = harness.vitrine?.residents.opened as number
    const all = await Promise.all(Array.from({ length: 5 }, () => recommended(first, 'bought_together', 3)))
    for (const one of all) expect(one).toEqual(all[0])
    expect(harness.vitrine?.residents.opened).toBe(opened + 1)
  })

  it('has forgotten a person who was erased while the shop was unloaded', async () => {
    await sendAway(first, second)
    const erased = await harness.admin('DELETE', `/shops/${first.shop}/visitors/away`)
    expect(erased.status).toBe(200)
    expect(harness.vitrine?.residents.has(first.shop)).toBe(false)
    const [together] = await recommended(first, 'bought_together', 3)
    expect(together.explanation.reason).toContain('in 20 orders')
  })

  it('finds products and applies settings that were changed while the shop was unloaded', async () => {
    await sendAway(first, second)
    await harness.putProducts(first, [
      { id: 900, title: 'Zeppelin dress', handle: 'zeppelin', variants: [{ id: 9001, price: '5.00' }] },
    ])
    await harness.admin('PATCH', `/shops/${first.shop}/config`, { search: { synonyms: [['airship', 'zeppelin']] } })
    const found = await harness.post(SEARCH, { query: 'zeppelin' }, first)
    expect(found.body.products.map((hit: { product_id: number }) => hit.product_id)).toContain(900)
  })

  it('reports in its metrics how many shops it holds, loaded and unloaded', async () => {
    const { body } = await harness.request('/metrics')
    expect(body).toMatch(/vitrine_shops_in_memory 1\n/)
    expect(body).toMatch(/vitrine_shops_in_memory_most 1\n/)
    expect(body).toMatch(/vitrine_shops_opened_total [1-9]/)
    expect(body).toMatch(/vitrine_shops_left_total [1-9]/)
  })

  it('keeps nothing of a shop that was deleted while it was unloaded', async () => {
    await sendAway(first, second)
    expect((await harness.admin('DELETE', `/shops/${first.shop}`)).status).toBeLessThan(300)
    expect((await harness.post(SEARCH, { query: 'dress' }, first)).status).toBe(401)
    expect(await harness.vitrine?.events.log.listShops()).not.toContain(first.shop)
    expect((await harness.post(SEARCH, { query: 'dress' }, second)).status).toBe(200)
  })
})
