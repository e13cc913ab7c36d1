import type { TopRequest } from '@vitrine/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noSemanticSearch } from '../query/semantic-search.ts'
import { readPresented } from '../agents/agent-product.ts'
import { openRecommendShop } from './testing/recommend-shop.ts'
import { orders, visits } from './testing/shop-context.ts'
import { recommendAutomatic } from './recommend-automatic.ts'
import { recommendQueries, recommendSimilar } from './recommend-queries.ts'
import { recommendTop, type TopDeps } from './recommend-top.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are read as the wire shows them
type Answer = any
let world: Awaited<ReturnType<typeof openRecommendShop>>
const found = { hits: [] as { id: number; variantId: number | null }[], total: 0 }

beforeAll(async () => {
  world = await openRecommendShop({
    products: [
      { id: 1, productType: 'Mugs', launchedDaysAgo: 50 },
      { id: 2, productType: 'Mugs', launchedDaysAgo: 40 },
      { id: 3, productType: 'Lamps', vendor: 'Lumen', launchedDaysAgo: 30, price: 100 },
      { id: 4, productType: 'Lamps', vendor: 'Lumen', launchedDaysAgo: 20 },
      { id: 5, productType: 'Lamps', vendor: 'Lumen', launchedDaysAgo: 10, stock: 0 },
      { id: 6, productType: 'Gift cards', title: 'Gift card', launchedDaysAgo: 5 },
      { id: 7, productType: 'Mugs', status: 'draft' },
    ],
    events: [
      ...orders(3, [1], 2),
      ...orders(5, [2], 20),
      ...orders(2, [3], 3),
      ...orders(9, [5], 2),
      ...orders(9, [6], 2),
      ...visits(4, [4], 1),
    ],
    config: {
      search: {
        rules: [{ id: 'r', when: {}, pin: [{ product_id: 4, position: 1 }], recommendations: ['recent_launch'] }],
      },
    } as never,
  })
})
afterAll(() => world.close())

const top = async (body: Partial<TopRequest> = {}, nowMs?: number): Promise<Answer> => {
  const index = {
    search: async () => found,
    parse: async (_: unknown, { text }: { text: string }) => ({
      typed: text,
      text,
      tokens: [],
      readings: [],
      operators: [],
    }),
  }
  const deps = { ...world.deps, index, semantic: noSemanticSearch } as unknown as TopDeps
  const asked = { strategy: 'BESTSELLERS', view: 'product_ids', ...body } as TopRequest
  return readPresented(await recommendTop(deps, world.call(asked, nowMs === undefined ? {} : { nowMs })))
}
const ids = ({ products }: Answer) => products.map((one: Answer) => one.product_id)

describe('bestsellers', () => {
  it('T1: are sorted by sales of thirty days, then by views; sold-out products and gifts come last, drafts never', async () => {
    expect(ids(await top())).toEqual([2, 1, 3, 4, 5, 6])
  })

  it('T2: use the requested days and metric in either spelling', async () => {
    const first = async (strategy_options: object) => ids(await top({ strategy_options } as never)).slice(0, 3)
    expect(await first({ salesTimePeriod: 7 })).toEqual([1, 3, 2])
    expect(await first({ sales_time_period: 7 })).toEqual([1, 3, 2])
    expect(await first({ salesTimePeriod: 7, sales_time_period: 30 })).toEqual([1, 3, 2])
    expect(await first({ bestsellerMetric: 'orders' })).toEqual([2, 1, 3])
  })

  it('T3: have explanations if requested, and are recorded as shown', async () => {
    const { products, serve_id } = await top({ explain: true })
    expect(products[0].explanation).toEqual({ step: 'bestsellers', reason: '5 units in 30 days' })
    expect((await top()).products[0]).toEqual({ product_id: 2 })
    const serve = world.served.find((one) => one.serveId === serve_id)
    expect(serve).toMatchObject({ surface: 'recommendation', recommendationType: 'bestsellers', products: [{ productId: 2, position: 1 }, { position: 2 }, {}, {}, {}, {}] }) // biome-ignore format: one line reads better
    expect(serve).not.toHaveProperty('query')
  })

  it('T4: come in pages of twenty-five by default', async () => {
    const first = await top({ pagination: { limit: 4 } } as never)
    expect(first.pagination).toMatchObject({ hasMore: true, total: 6, totalRelation: 'eq', limit: 4 })
    const next = await top({ pagination: { limit: 4, cursor: first.pagination.cursor } } as never)
    expect([ids(next), next.pagination.hasMore]).toEqual([[5, 6], false])
    expect((await top()).pagination.limit).toBe(25)
    const other = top({ strategy: 'NEW_ARRIVALS', pagination: { cursor: first.pagination.cursor } } as never)
    await expect(other).rejects.toMatchObject({ name: 'RequestRefused' })
  })

  it('T4b: leave products hidden by a rule out of a shopper’s total, even if another total was just cached', async () => {
    const hide = { id: 'h', when: { segment: { logged_in: true } }, hide: [1, 3] }
    const shop = { ...world.shop, config: { ...world.shop.config, search: { ...world.shop.config.search, rules: [hide] } } } // biome-ignore format: one line reads better
    const index = { search: async () => found, parse: async () => ({ tokens: [], readings: [], operators: [] }) }
    const deps = { ...world.deps, index, semantic: noSemanticSearch } as unknown as TopDeps
    const total = async (customerId: string | null) => {
      const identity = { visitorId: 'v', clientId: null, customerId }
      const asked = { strategy: 'BESTSELLERS', view: 'product_ids' } as TopRequest
      const answer = await recommendTop(deps, world.call(asked, { shop, identity }))
      return [answer.pagination.total, answer.products.length]
    }
    expect([await total(null), await total('7')]).toEqual([[6, 6], [4, 4]]) // biome-ignore format: one line reads better
  })

  it('T5: of a query are its hits with the matching variants; a limited total is marked', async () => {
    Object.assign(found, { hits: [{ id: 3, variantId: 30 }, { id: 1, variantId: null }, { id: 99, variantId: null }], total: 3 }) // biome-ignore format: one line reads better
    const answer = await top({ query: 'x' })
    expect(answer.products).toEqual([
      { product_id: 1, matched_variant_id: 10 },
      { product_id: 3, matched_variant_id: 30 },
    ])
    expect(answer.pagination).toMatchObject({ total: 2, totalRelation: 'eq' })
    expect(world.served.at(-1)).toMatchObject({ query: 'x' })
    found.total = 4
    expect((await top({ query: 'x' })).pagination.totalRelation).toBe('gte')
  })

  it('T6: of a filter are the products that pass, with the requested facets', async () => {
    const filter = { vendors: ['lumen'] }
    const answer = await top({ filter, facets: ['vendor'] } as never)
    expect([ids(answer), answer.pagination.total]).toEqual([[3, 4, 5], 3])
    expect(JSON.stringify(answer.facets)).toContain('Lumen')
    expect(await top({ filter } as never)).not.toHaveProperty('facets')
  })
})

describe('new arrivals', () => {
  it('T7: come newest first, but sold-out products last, and follow the rules', async () => {
    expect(ids(await top({ strategy: 'NEW_ARRIVALS' }))).toEqual([4, 3, 2, 1, 6, 5])
    expect(world.served.at(-1)?.recommendationType).toBe('recent_launch')
  })
})

describe('several queries at once', () => {
  const ask = (queries: object[], more: object = {}) =>
    recommendQueries(world.deps, world.call({ queries, ...more } as never))

  it('T8: are answered under their chosen ids, whatever the name; a repeated id is refused', async () => {
    const query = { recommendation_type: 'bestsellers', view: 'product_ids', max_recommendations: 2 }
    const { data } = await ask([
      { ...query, id: 'a' },
      { ...query, id: '__proto__', max_recommendations: 1 },
    ])
    expect(Object.keys(data)).toEqual(['a', '__proto__'])
    expect(data.a).toMatchObject({
      max_recommendations: 2,
      creation_type: 'manual',
      product_ids: [],
      view: 'product_ids',
    })
    // biome-ignore lint/suspicious/noProto: a name that a caller may give
    expect([data.a!.recommendations.length, data.__proto__!.recommendations.length]).toEqual([2, 1])
    await expect(
      ask([
        { ...query, id: 'a' },
        { ...query, id: 'b' },
        { ...query, id: 'a' },
      ]),
    ).rejects.toMatchObject({
      items: [{ path: ['queries', 2, 'id'] }],
    })
  })

  it('T9: return at most three hundred detailed products together; references do not count', async () => {
    const sized = (id: string, most?: number, view?: string) => ({
      id,
      recommendation_type: 'bestsellers',
      ...(most === undefined ? {} : { max_recommendations: most }),
      ...(view ? { view } : {}),
    })
    await expect(ask([sized('a', 150), sized('b', 151)])).rejects.toMatchObject({ items: [{ path: ['queries'] }] })
    await expect(ask([sized('a', 289), sized('b')])).rejects.toMatchObject({ items: [{ path: ['queries'] }] })
    expect(Object.keys((await ask([sized('a', 288), sized('b')])).data)).toHaveLength(2)
    expect(Object.keys((await ask([sized('a', 300), sized('b', 500, 'product_ids')])).data)).toHaveLength(2)
  })

  it('T10: ignore unknown anchors, and show none of the others', async () => {
    const similar = { id: 'a', recommendation_type: 'similar_products', view: 'product_ids', product_ids: [999, 1, 1] }
    const { data } = await ask([similar])
    expect(data.a!.recommendations[0]).toEqual({ product_id: 2 })
    const legacy = await recommendSimilar(world.deps, world.call({ queries: [similar] } as never))
    expect((legacy.data.a as Answer).products[0]).toEqual({ product_id: 2 })
  })
})

describe('pages of similar products', () => {
  it('T11: have at most as many products as an answer may have, even with a higher page limit', async () => {
    const count = async (body: object) =>
      (await recommendAutomatic(world.deps, world.call({ product_ids: [1], view: 'product_ids', ...body } as never)))
        .products.length
    expect(await count({})).toBe(3)
    expect(await count({ max_recommendations: 2 })).toBe(2)
    expect(await count({ max_recommendations: 2, pagination: { limit: 4 } })).toBe(2)
    expect(await count({ max_recommendations: 4, pagination: { limit: 2 } })).toBe(2)
    expect(await count({ filter: { vendors: ['Lumen'] } })).toBe(2)
  })
})
