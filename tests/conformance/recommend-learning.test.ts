import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness, type TestShop } from './harness.ts'
import { bought, createRecommendShop, live, RECOMMENDATIONS, viewed } from './recommend-shop.ts'

let harness: Harness
let shop: TestShop

beforeAll(async () => {
  harness = await startHarness()
  shop = await createRecommendShop(harness)
  await live(harness, shop, sixtyDays())
})
afterAll(() => harness.close())

/** Dress 3 and lamp 18 are bought together; shirt 10 is viewed with mug 35; rug 27 is trending; mug 33 sells. */
function sixtyDays(): object[] {
  const events: object[] = []
  for (let day = 60; day >= 1; day--) {
    const visitor = (name: string) => ({ visitor: `${name}-${day}`, session: `${name}-${day}`, daysAgo: day })
    events.push(viewed(10, visitor('mix')), viewed(35, { ...visitor('mix'), daysAgo: day - 0.001 }))
    // Three of four visitors of dress 1 continue to mug 36, one to other dresses.
    for (let i = 0; i < 3; i++)
      events.push(viewed(1, visitor(`roam${i}`)), viewed(36, { ...visitor(`roam${i}`), daysAgo: day - 0.001 }))
    for (const id of [1, 2, 4]) events.push(viewed(id, { ...visitor('dress'), daysAgo: day - id / 10_000 }))
    if (day % 2) events.push(bought([3, 18], visitor('pair')))
    if (day <= 20) events.push(bought([33], visitor('mug1')), bought([33], visitor('mug2')))
    if (day <= 2) for (let i = 0; i < 8; i++) events.push(viewed(27, visitor(`fan${i}`)))
    events.push(bought([(day % 8) + 9], visitor('noise')))
  }
  events.push(viewed(1, { visitor: 'me', daysAgo: 0.5 }), viewed(2, { visitor: 'me', daysAgo: 0.4 }))
  events.push(bought([20], { visitor: 'me', daysAgo: 46 }), bought([21], { visitor: 'me', daysAgo: 1.5 }))
  return events
}

async function ask(type: string, rest: object = {}) {
  const { product_ids, ...context } = rest as { product_ids?: number[] }
  const query = { id: 'q', recommendation_type: type, product_ids, max_recommendations: 8, view: 'product_ids' }
  const { body } = await harness.post(RECOMMENDATIONS, { queries: [query], explain: true, ...context }, shop)
  return body.data.q.recommendations as { product_id: number; explanation: { step: string; reason: string } }[]
}

describe('after sixty days, recommendations', () => {
  it('find what is bought together, and in how many orders', async () => {
    const [first] = await ask('bought_together', { product_ids: [3] })
    expect(first).toEqual({ product_id: 18, explanation: { step: 'orders', reason: 'bought together in 30 orders' } })
  })

  it('find what is viewed together, across types', async () => {
    const similar = await ask('similar_products', { product_ids: [10] })
    expect(similar[0]).toMatchObject({
      product_id: 35,
      explanation: { step: 'co_view', reason: 'looked at together in 60 visits' },
    })
  })

  it('say whether a product comes from visits or from the catalog', async () => {
    const similar = await ask('similar_products', { product_ids: [10] })
    const reasons: Record<string, RegExp> = {
      co_view: /^looked at together in \d+ visits$/,
      content: /^(the same kind of thing|also by |similar)/,
    }
    for (const { explanation } of similar) expect(explanation.reason).toMatch(reasons[explanation.step] as RegExp)
    expect(new Set(similar.map(({ explanation }) => explanation.step))).toEqual(new Set(['co_view', 'content']))
  })

  it('put a product of the same type that visitors view before products of other types', async () => {
    const similar = await ask('similar_products', { product_ids: [1] })
    expect([2, 4]).toContain(similar[0]?.product_id)
    expect(similar.map((one) => one.product_id)).toContain(36)
  })

  it('complement the cart, and contain nothing that is in it', async () => {
    const cross = await ask('cross_sell', { cart_product_ids: [18, 33] })
    expect(cross[0]?.product_id).toBe(3)
    expect(cross.map((one) => one.product_id)).not.toContain(33)
  })

  it('find what rises and what sells', async () => {
    expect((await ask('trending'))[0]).toMatchObject({
      product_id: 27,
      explanation: { step: 'trending', reason: expect.stringMatching(/^looked at [\d.]+ times a day, [\d.]+ before$/) },
    })
    expect((await ask('bestsellers'))[0]).toMatchObject({
      product_id: 33,
      explanation: { step: 'bestsellers', reason: 'sold 40 times in the last 30 days' },
    })
  })

  it('contain what the visitor may view next, has viewed, and buys regularly', async () => {
    const [next] = await ask('personalized', { user_id: 'me' })
    expect(next).toMatchObject({
      product_id: 4,
      explanation: {
        step: 'visit_next',
        reason: expect.stringMatching(/^looked at with Dress number [12] in \d+ visits$/),
      },
    })
    expect((await ask('recently_viewed', { user_id: 'me' })).map((one) => one.product_id)).toEqual([2, 1])
    expect((await ask('purchases', { user_id: 'me' })).map((one) => one.product_id)).toEqual([20, 21])
    const mail = await ask('email_recommendations', { user_id: 'me' })
    expect(mail.map((one) => one.product_id)).not.toContain(21)
  })

  it('are the same after a restart from the snapshot', async () => {
    const before = await ask('similar_products', { product_ids: [10] })
    for (const { models } of harness.nodes) models.restore(shop.shop, models.snapshot(shop.shop))
    expect(await ask('similar_products', { product_ids: [10] })).toEqual(before)
  })

  it('are recorded with the model and the reason for each product', async () => {
    const query = { id: 'q', recommendation_type: 'bought_together', product_ids: [3], max_recommendations: 1 }
    const { body } = await harness.post(RECOMMENDATIONS, { queries: [query], user_id: 'me' }, shop)
    const id: string = body.data.q.recommendation_serve_id
    for (const node of harness.nodes) await node.events.serves.flush()
    const serves = await harness.vitrine?.events.store.findServes(shop.shop, [id])
    const served = { productId: 18, position: 1, step: 'orders', reason: 'bought together in 30 orders' }
    if (serves) expect(serves.get(id)?.[0]?.products).toEqual([served])
  })
})
