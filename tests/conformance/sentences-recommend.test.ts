/** Tests sentences of the contract about products, prices and markets that no other file covers. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness, type TestShop } from './harness.ts'
import {
  AUTOMATIC,
  bought,
  createRecommendShop,
  live,
  product,
  RECOMMENDATIONS,
  SECTIONS,
  TOP,
} from './recommend-shop.ts'
import { AGGREGATIONS, CONFIG, createSearchShop, FILTERS, INSTANT, SEARCH } from './search-shop.ts'

let harness: Harness
let shop: TestShop

beforeAll(async () => {
  harness = await startHarness()
  shop = await createSearchShop(harness)
})
afterAll(() => harness.close())

const section = (changes: object = {}) => ({
  id: 1,
  title: 'Offers',
  type: 'bestsellers',
  page_types: ['home'],
  max_products: 40,
  ...changes,
})

describe('"strategy options {salesTimePeriod: 7 | 15 | 30, bestsellerMetric: string}"', () => {
  it('"`top` reads `salesTimePeriod` as the contract spells it (and `sales_time_period`)"', async () => {
    const own = await createRecommendShop(harness)
    await live(harness, own, [
      bought([20], { visitor: 'a', daysAgo: 20, quantity: 9 }),
      bought([30], { visitor: 'b', daysAgo: 3, quantity: 3 }),
      bought([40], { visitor: 'c', daysAgo: 2 }),
      bought([40], { visitor: 'd', daysAgo: 1 }),
    ])
    const first = async (strategy_options: object) => {
      const { body } = await harness.post(TOP, { strategy: 'BESTSELLERS', strategy_options }, own)
      return body.products[0].product_id
    }
    expect(await first({})).toBe(20)
    expect(await first({ salesTimePeriod: 7 })).toBe(30)
    expect(await first({ sales_time_period: 7 })).toBe(30)
    expect(await first({ salesTimePeriod: 15, bestsellerMetric: 'orders' })).toBe(40)
    expect(await first({ salesTimePeriod: 7, sales_time_period: 30 })).toBe(30)
  })

  it('"salesTimePeriod | 7, 15 or 30", no other number', async () => {
    const options = { strategy: 'BESTSELLERS', strategy_options: { salesTimePeriod: 14 } }
    const { status, body } = await harness.post(TOP, options, shop)
    expect(status).toBe(400)
    expect(body.errors[0]).toMatchObject({ path: ['strategy_options', 'salesTimePeriod'], type: 'any.only' })
  })
})

describe('"Limit default 25, at most 100. `max_recommendations` default 12, at most 50."', () => {
  const limited = (limit: number) => ({ pagination: { limit } })
  const queried = (most: number) => ({ queries: [{ id: 'q', recommendation_type: 'bestsellers', max_recommendations: most }] }) // biome-ignore format: one query
  it.each([
    ['search', SEARCH, { query: 'dress' }, limited, 100],
    ['automatic', AUTOMATIC, { product_ids: [1] }, limited, 100],
    ['top', TOP, { strategy: 'BESTSELLERS' }, limited, 100],
    ['automatic', AUTOMATIC, { product_ids: [1] }, (most: number) => ({ max_recommendations: most }), 50],
    ['recommendations', RECOMMENDATIONS, {}, queried, 50],
  ] as const)('%s: the most is taken, one more is refused and named', async (_, path, body, asking, most) => {
    expect((await harness.post(path, { ...body, ...asking(most) }, shop)).status).toBe(200)
    const over = await harness.post(path, { ...body, ...asking(most + 1) }, shop)
    expect(over.status).toBe(400)
    expect(JSON.stringify(over.body)).toMatch(/limit|max_recommendations/)
  })
})

describe('"image | object | `id`, `url`, `width`, `height`, and the alt text"', () => {
  it('is complete without a picture, with null as its `url`', async () => {
    const own = await createRecommendShop(harness, { sections: [section()] })
    await harness.putProducts(own, [product(1, { images: [] })])
    const empty = { id: null, url: null, width: null, height: null }
    const queries = [{ id: 'q', recommendation_type: 'bestsellers', max_recommendations: 50 }]
    const pages = {
      altText: [
        (await harness.post(RECOMMENDATIONS, { queries }, own)).body.data.q.recommendations,
        (await harness.post(TOP, { strategy: 'NEW_ARRIVALS' }, own)).body.products,
        (await harness.post(SECTIONS, { page_type: 'home' }, own)).body.sections[0].products,
      ],
      alt_text: [
        (await harness.post(SEARCH, { query: 'dress' }, own)).body.products,
        (await harness.post(INSTANT, { query: 'dress', limit: 20 }, own)).body.products,
      ],
    }
    for (const [name, answers] of Object.entries(pages))
      for (const products of answers) {
        const shown = products.find((one: { product_id: number }) => one.product_id === 1)
        expect(shown.image).toEqual({ ...empty, [name]: null })
        expect(shown).toMatchObject({ featured_media: null, media: [] })
      }
  })
})

describe('"discount_config | object or null"', () => {
  const shownIn = async (currency: string) => {
    const offer = { type: 'percentage', value: 15, label: '{amount} off' }
    const own = await createRecommendShop(harness, {
      shop: { currency },
      sections: [section({ discount_config: offer, show_discount_label: true })],
    })
    const { body } = await harness.post(SECTIONS, { page_type: 'home' }, own)
    return body.sections[0].products.find((one: { product_id: number }) => one.product_id === 1)
  }

  it('is whole in currencies without minor units', async () => {
    const { discount, variants } = await shownIn('JPY')
    expect(discount).toEqual({ price: 9, amount: 2, percent: 18, label: '2 off' })
    expect(variants[0].price).toBe('11')
  })

  it('has the decimals of other currencies', async () => {
    expect((await shownIn('USD')).discount).toEqual({ price: 9.35, amount: 1.65, percent: 15, label: '1.65 off' })
    const { discount, variants } = await shownIn('KWD')
    expect(discount).toMatchObject({ label: '1.650 off' })
    expect(variants[0].price).toBe('11.000')
  })
})

describe('"`filters` array of facet definitions: … position integer"', () => {
  const positions = async (body: object, path = CONFIG) => {
    const { filters } = (await harness.post(path, body, shop)).body
    return filters.map(({ key, position }: { key: string; position: number }) => [key, position])
  }

  it('is the position in the filter tree that applies', async () => {
    for (const path of [CONFIG, FILTERS]) {
      expect(await positions({ target_page: 'search' }, path)).toEqual([
        ['size', 1],
        ['color', 2],
      ])
      expect(await positions({ target_page: 'collection', target_id: 11 }, path)).toEqual([
        ['price', 1],
        ['vendor', 2],
      ])
    }
  })

  it('is the merchant’s own if no tree applies', async () => {
    const own = await createSearchShop(harness, { filter_trees: [] })
    const { filters } = (await harness.post(CONFIG, {}, own)).body
    expect(filters.map(({ position }: { position: number }) => position)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })
})

describe('"Range selections: `["10:50"]`, open ends `["10:"]`, `[":50"]`, or a plain pair `["10", "50"]`"', () => {
  it('mean the same with their ends in either order', async () => {
    const total = async (value: string[]) => {
      const applied_filters = [{ key: 'price', value }]
      return (await harness.post(SEARCH, { applied_filters }, shop)).body.pagination.total
    }
    const between = await total(['10:30'])
    expect(between).toBeGreaterThan(0)
    for (const value of [['30:10'], ['10', '30'], ['30', '10']])
      expect([value, await total(value)]).toEqual([value, between])
  })
})

describe('"An unknown `market` is 400 where the shop has markets configured"', () => {
  const INIT = '/api/storefront/v1/headless/init'

  it('applies to search, which names the market by its id', async () => {
    for (const path of [SEARCH, AGGREGATIONS, CONFIG, FILTERS, INSTANT, INIT]) {
      const { status, body } = await harness.post(path, { market: 424242, query: 'shirt' }, shop)
      expect([path, status]).toEqual([path, 400])
      if (path !== INIT) expect(body.error[0]).toMatchObject({ path: ['market'], type: 'any.only' })
      expect((await harness.post(path, { market: 2, query: 'shirt' }, shop)).status).toBe(200)
    }
  })

  it('applies to recommendations, which name the market by its handle', async () => {
    const queries = [{ id: 'q', recommendation_type: 'bestsellers' }]
    const bodies = {
      [SECTIONS]: { page_type: 'home' },
      [RECOMMENDATIONS]: { queries },
      [AUTOMATIC]: { product_ids: [1] },
      [TOP]: { strategy: 'BESTSELLERS' },
    }
    for (const [path, body] of Object.entries(bodies)) {
      expect([path, (await harness.post(path, { ...body, market: 'mars' }, shop)).status]).toEqual([path, 400])
      for (const market of ['eu', '', null])
        expect([path, market, (await harness.post(path, { ...body, market }, shop)).status]).toEqual([
          path,
          market,
          200,
        ])
    }
  })

  it('does not apply to a shop without markets', async () => {
    const own = await createSearchShop(harness, { markets: [] })
    expect((await harness.post(SEARCH, { market: 424242 }, own)).status).toBe(200)
    expect((await harness.post(SECTIONS, { page_type: 'home', market: 'mars' }, own)).status).toBe(200)
  })
})
