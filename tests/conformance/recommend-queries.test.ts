import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness, type TestShop } from './harness.ts'
import { createRecommendShop, LEGACY, RECOMMENDATIONS, TYPES, viewed, live } from './recommend-shop.ts'

let harness: Harness
let shop: TestShop
beforeAll(async () => {
  harness = await startHarness()
  shop = await createRecommendShop(harness)
})
afterAll(() => harness.close())

const ask = (queries: object[], rest: object = {}) => harness.post(RECOMMENDATIONS, { queries, ...rest }, shop)
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('multi-query recommendations', () => {
  it('answers every query under its id with all fields of the contract', async () => {
    const { status, body } = await ask([
      { id: 'a', recommendation_type: 'similar_products', product_ids: [1], max_recommendations: 3 },
      { id: 'b', recommendation_type: 'bestsellers', view: 'product_ids', creation_type: 'manual' },
    ])
    expect(status).toBe(200)
    expect(body.status).toBe('ok')
    expect(body.serve_id).toMatch(UUID)
    expect(body.data.a).toMatchObject({
      recommendation_type: 'similar_products',
      max_recommendations: 3,
      creation_type: 'manual',
      product_ids: [1],
      view: 'product_details',
    })
    expect(body.data.a.recommendation_serve_id).toMatch(UUID)
    expect(body.data.a.recommendations).toHaveLength(3)
    expect(body.data.b.max_recommendations).toBe(12)
    expect(Object.keys(body.data.b.recommendations[0])).toEqual(['product_id'])
  })

  it('shows products in the format of recommendations: tags as a string, altText, prices as numbers', async () => {
    const { body } = await ask([{ id: 'a', recommendation_type: 'recent_launch', max_recommendations: 40 }])
    const one = body.data.a.recommendations.find((each: { product_id: number }) => each.product_id === 1)
    expect(one).toMatchObject({ title: 'Dress number 1', tags: 'linen, clothes', price: 11, display_currency: 'USD' })
    expect(one.image).toEqual({
      id: 100,
      url: 'https://cdn.example/1.jpg',
      width: 800,
      height: 600,
      altText: 'Picture 1',
    })
    expect(one.variants[0]).toMatchObject({
      variant_id: 10,
      price: 11,
      selected_options: [{ name: 'Color', value: 'Red' }],
    })
  })

  it('refuses two queries with one id, naming the second', async () => {
    const query = { id: 'a', recommendation_type: 'similar_products', product_ids: [1] }
    const item = {
      path: ['queries', 1, 'id'],
      type: 'array.unique',
      message: '"queries[1].id" contains a duplicate value',
    }
    for (const path of [RECOMMENDATIONS, LEGACY]) {
      const { status, body } = await harness.post(path, { queries: [query, query] }, shop)
      expect(status).toBe(400)
      expect(body.errors).toMatchObject([item])
    }
  })

  it('never contains an anchor, and falls back to other products if no anchor is known', async () => {
    const { body } = await ask([
      { id: 'known', recommendation_type: 'similar_products', product_ids: [1, 2], view: 'product_ids' },
      { id: 'unknown', recommendation_type: 'similar_products', product_ids: [999_999], view: 'product_ids' },
    ])
    const ids = body.data.known.recommendations.map((each: { product_id: number }) => each.product_id)
    expect(ids).not.toContain(1)
    expect(ids).not.toContain(2)
    expect(body.data.unknown.recommendations).toHaveLength(12)
  })

  it('names the model and the reason for each product, if requested', async () => {
    const { body } = await ask([{ id: 'a', recommendation_type: 'similar_products', product_ids: [1] }], {
      explain: true,
    })
    expect(body.data.a.recommendations[0].explanation).toMatchObject({
      step: 'content',
      reason: expect.stringMatching(/^the same kind of thing/),
    })
  })

  it.each([
    [
      'eleven anchors',
      { product_ids: Array.from({ length: 11 }, (_, i) => i + 1) },
      'array.max',
      'queries[0].product_ids',
    ],
    ['an unknown type', { recommendation_type: 'nope' }, 'any.only', 'queries[0].recommendation_type'],
    ['an unknown view', { view: 'nope' }, 'any.only', 'queries[0].view'],
    ['ids that name nothing', { product_ids: [''] }, 'string.empty', 'queries[0].product_ids[0]'],
    ['no products', { max_recommendations: 0 }, 'number.min', 'queries[0].max_recommendations'],
    ['10,000 products', { max_recommendations: 10_000 }, 'number.max', 'queries[0].max_recommendations'],
  ])('refuses %s with the contract’s items', async (_, changes, type, label) => {
    const { status, body } = await ask([
      { id: 'a', recommendation_type: 'similar_products', product_ids: [1], ...changes },
    ])
    expect(status).toBe(400)
    expect(body.errors[0]).toMatchObject({ type, context: { label } })
  })

  it('refuses a request without queries', async () => {
    const { status, body } = await harness.post(RECOMMENDATIONS, {}, shop)
    expect(status).toBe(400)
    expect(body.errors[0]).toMatchObject({ path: ['queries'], type: 'any.required' })
  })

  it('needs the key on v3 but not on v2', async () => {
    const anonymous = { shop: shop.shop, key: 'wrong' }
    expect((await harness.post(RECOMMENDATIONS, { queries: [] }, anonymous)).status).toBe(401)
    const { status, body } = await harness.post(LEGACY, { queries: [{ id: 'q', product_ids: [1] }] }, anonymous)
    expect(status).toBe(200)
    expect(body.data.q.serve_id).toMatch(UUID)
    expect(body.data.q.products[0]).toHaveProperty('handle')
  })

  it('has only similar products on v2', async () => {
    const { status, body } = await harness.post(
      LEGACY,
      { queries: [{ id: 'q', recommendation_type: 'trending' }] },
      shop,
    )
    expect(status).toBe(400)
    expect(body.errors[0].type).toBe('any.only')
  })
})

describe('recommendations without events', () => {
  it('fill every type that can be filled without events', async () => {
    const queries = TYPES.map((type) => ({
      id: type,
      recommendation_type: type,
      product_ids: [17],
      view: 'product_ids',
    }))
    const { body } = await ask(queries)
    const counts = Object.fromEntries(TYPES.map((type) => [type, body.data[type].recommendations.length]))
    const personal = ['recently_viewed', 'purchases', 'promoted', 'custom']
    const choosy = ['bought_together', 'cross_sell']
    for (const type of TYPES.filter((one) => !choosy.includes(one)))
      expect([type, counts[type]]).toEqual([type, personal.includes(type) ? 0 : 12])
    // These types show only complements, which may be few.
    for (const type of choosy) expect(counts[type]).toBeGreaterThan(0)
  })

  it('find similar products of the same type, and complements of another', async () => {
    const { body } = await ask([
      { id: 'similar', recommendation_type: 'similar_products', product_ids: [1], max_recommendations: 5 },
      { id: 'with', recommendation_type: 'bought_together', product_ids: [1], max_recommendations: 5 },
    ])
    const types = (id: string) =>
      body.data[id].recommendations.map((each: { product_type: string }) => each.product_type)
    expect(new Set(types('similar'))).toEqual(new Set(['Dress']))
    expect(types('with')).not.toContain('Dress')
  })
})

describe('what must not be shown', () => {
  it('is missing from the very next answer: deleted, unpublished, drafted, or sold out if the shop hides that', async () => {
    const mine = await createRecommendShop(harness, { search: { exclude_out_of_stock: true } })
    const { product } = await import('./recommend-shop.ts')
    const soldOut = { variants: [{ id: 40, title: 'Red', price: '14.00', option1: 'Red', inventory_quantity: 0, inventory_policy: 'deny', inventory_management: 'shopify' }] } // biome-ignore format: one variant
    const shown = async () => {
      const queries = [{ id: 'q', recommendation_type: 'similar_products', product_ids: [1], max_recommendations: 50, view: 'product_ids' }] // biome-ignore format: one query
      const { body } = await harness.post(RECOMMENDATIONS, { queries }, mine)
      return body.data.q.recommendations.map((each: { product_id: number }) => each.product_id)
    }
    expect(await shown()).toEqual(expect.arrayContaining([2, 3, 4, 5]))
    await harness.admin('DELETE', `/shops/${mine.shop}/products/2`)
    await harness.putProducts(mine, [
      product(3, { published_at: null }),
      product(4, soldOut),
      product(5, { status: 'draft' }),
    ])
    const now = await shown()
    for (const id of [2, 3, 4, 5]) expect(now).not.toContain(id)
  })

  it('includes recently viewed products at once', async () => {
    await live(harness, shop, [viewed(7, { visitor: 'quick' }), viewed(9, { visitor: 'quick', daysAgo: 0.001 })])
    const { body } = await ask([{ id: 'q', recommendation_type: 'recently_viewed', view: 'product_ids' }], {
      user_id: 'quick',
    })
    expect(body.data.q.recommendations).toEqual([{ product_id: 9 }, { product_id: 7 }])
  })
})
