import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness, type TestShop } from './harness.ts'
import { AUTOMATIC, createRecommendShop, LEGACY, product, RECOMMENDATIONS, SECTIONS, TOP } from './recommend-shop.ts'

const SEARCH = '/api/storefront/v1/headless/search'
const INSTANT = '/api/storefront/v1/headless/instant-search'
const IMAGE = '/api/storefront/v1/headless/image-search'
const NOISE = { type: 'gaussian', mean: 128, sigma: 30 } as const
const models = { steps: { similar_products: ['newest'] }, replace: { trending: 'recent_launch' }, diversity: 0 }
const config = {
  experiences: [
    {
      id: 1,
      name: 'Models',
      variants: [
        { key: 'own', weight: 1 },
        { key: 'new', weight: 1, recommend: models },
      ],
    },
    {
      id: 2,
      name: 'Ranking',
      variants: [
        { key: 'own', weight: 1 },
        { key: 'vendor', weight: 1, search: { ranking: { title: 0, vendor: 10 } } },
      ],
    },
  ],
  sections: [{ id: 1, title: 'Alike', type: 'similar_products', page_types: ['product'], max_products: 4 }],
}

let harness: Harness
let shop: TestShop
beforeAll(async () => {
  harness = await startHarness()
  shop = await createRecommendShop(harness, config)
  await harness.putProducts(shop, [
    product(41, { title: 'Velvet stool', vendor: 'Acme', product_type: 'Stool' }),
    product(42, { title: 'Stool', vendor: 'Velvet', product_type: 'Stool' }),
  ])
})
afterAll(() => harness.close())

interface Recommended {
  product_id: number
  explanation: { step: string }
}

const stepsOf = (products: Recommended[]) => [...new Set(products.map(({ explanation }) => explanation.step))]

async function servesOf(id: string) {
  for (const node of harness.nodes) await node.events.serves.flush()
  return (await harness.vitrine?.events.store.findServes(shop.shop, [id]))?.get(id) ?? []
}

/** Returns the answers to visitors 0 to 19 by the variant that is recorded for each. */
async function byVariant<T>(ask: (visitor: string) => Promise<{ id: string; answer: T }>): Promise<Map<string, T[]>> {
  const found = new Map<string, T[]>()
  for (let i = 0; i < 20; i++) {
    const { id, answer } = await ask(`visitor-${i}`)
    const [serve] = await servesOf(id)
    const variant = `${serve?.experience?.id} ${serve?.experience?.variant}`
    found.set(variant, [...(found.get(variant) ?? []), answer])
  }
  return found
}

describe('a variant', () => {
  it('fills queries by its own models, and every serve records it', async () => {
    const found = await byVariant(async (visitor) => {
      const query = { id: 'q', recommendation_type: 'similar_products', product_ids: [1], max_recommendations: 4 }
      const { body } = await harness.post(RECOMMENDATIONS, { queries: [query], user_id: visitor, explain: true }, shop)
      return { id: body.serve_id, answer: body.data.q.recommendations as Recommended[] }
    })
    expect([...found.keys()].sort()).toEqual(['1 new', '1 own'])
    for (const products of found.get('1 new') ?? []) expect(stepsOf(products)).toEqual(['newest'])
    for (const products of found.get('1 own') ?? []) expect(stepsOf(products)).not.toContain('newest')
  })

  it('fills sections and automatic pages by its own models', async () => {
    const ask = { page_type: 'product', product_id: 1, user_id: 'v', explain: true }
    const forced = await harness.post(SECTIONS, { ...ask, qs: 'exp_1=new' }, shop)
    expect(stepsOf(forced.body.sections[0].products)).toEqual(['newest'])
    const [serve] = await servesOf(forced.body.sections[0].section_serve_id)
    expect(serve?.experience).toEqual({ id: '1', variant: 'new' })
    const found = await byVariant(async (visitor) => {
      const { body } = await harness.post(AUTOMATIC, { product_ids: [1], user_id: visitor, explain: true }, shop)
      return { id: body.serve_id, answer: stepsOf(body.products)[0] }
    })
    expect(new Set(found.get('1 new'))).toEqual(new Set(['newest']))
    expect(new Set(found.get('1 own'))).toEqual(new Set(['content']))
  })

  it('ranks search by its own settings, and every serve records it', async () => {
    const found = await byVariant(async (visitor) => {
      // Without `understand: false`, a query that names a vendor would prefer that vendor, whatever the weights.
      const ask = { query: 'velvet', understand: false, view: 'product_ids', visitor_id: visitor }
      const { body } = await harness.post(SEARCH, ask, shop)
      return { id: body.request_id, answer: body.products[0].product_id as number }
    })
    expect(new Set(found.get('2 own'))).toEqual(new Set([41]))
    expect(new Set(found.get('2 vendor'))).toEqual(new Set([42]))
  })

  it('is recorded by top and legacy recommendations', async () => {
    const top = await byVariant(async (visitor) => {
      const { body } = await harness.post(TOP, { strategy: 'BESTSELLERS', user_id: visitor }, shop)
      return { id: body.serve_id, answer: body.products.length as number }
    })
    expect([...top.keys()].sort()).toEqual(['1 new', '1 own'])
    const older = await byVariant(async (visitor) => {
      const { body } = await harness.post(LEGACY, { queries: [{ id: 'q', product_ids: [1] }], user_id: visitor }, shop)
      return { id: body.data.q.serve_id, answer: body.data.q.products.length as number }
    })
    expect([...older.keys()].sort()).toEqual(['1 new', '1 own'])
  })

  it('ranks type-ahead like search, and its serves record it', async () => {
    const found = await byVariant(async (visitor) => {
      const { body } = await harness.post(INSTANT, { query: 'velv', objects: ['product'], visitor_id: visitor }, shop)
      return { id: body.request_id, answer: body.products[0].product_id as number }
    })
    expect(new Set(found.get('2 own'))).toEqual(new Set([41]))
    expect(new Set(found.get('2 vendor'))).toEqual(new Set([42]))
  })

  it('is recorded by image search', async () => {
    const rgb = { r: 90, g: 40, b: 40 }
    const jpeg = await sharp({ create: { width: 200, height: 200, channels: 3, background: rgb, noise: NOISE } })
      .jpeg()
      .toBuffer()
    const found = await byVariant(async (visitor) => {
      const { body } = await harness.post(IMAGE, { image: jpeg.toString('base64'), visitor_id: visitor }, shop)
      return { id: body.request_id, answer: body.status as string }
    })
    expect([...found.keys()].sort()).toEqual(['2 own', '2 vendor'])
  })

  it('is refused with unknown settings, which are named by path', async () => {
    const bad = {
      key: 'b',
      weight: 1,
      recommend: { steps: { trending: ['magic'] }, diversity: 2 },
      search: { ranking: { title: -1 } },
    }
    const { status, body } = await harness.admin('PATCH', `/shops/${shop.shop}/config`, {
      experiences: [{ id: 1, name: 'Bad', variants: [bad] }],
    })
    expect(status).toBe(400)
    const paths = body.error.map((item: { path: unknown[] }) => item.path.slice(4).join('.'))
    expect(paths.sort()).toEqual(['recommend.diversity', 'recommend.steps.trending.0', 'search.ranking.title'])
  })
})

describe('a draft under test', () => {
  it('changes recommendations for the visitors of its variant only', async () => {
    const rules = [{ id: 'gone', when: {}, hide: [2] }]
    const variants = [
      { key: 'control', weight: 1 },
      { key: 'draft', weight: 1, patch: { search: { rules } } },
    ]
    shop = await createRecommendShop(harness, { experiences: [{ id: 1, name: 'Draft', variants }] })
    const query = { id: 'q', recommendation_type: 'recent_launch', max_recommendations: 50 }
    const found = await byVariant(async (visitor) => {
      const { body } = await harness.post(RECOMMENDATIONS, { queries: [query], user_id: visitor }, shop)
      const ids: number[] = body.data.q.recommendations.map((one: Recommended) => one.product_id)
      return { id: body.serve_id, answer: ids.includes(2) }
    })
    expect([...found.keys()].sort()).toEqual(['1 control', '1 draft'])
    expect([new Set(found.get('1 control')), new Set(found.get('1 draft'))]).toEqual([
      new Set([true]),
      new Set([false]),
    ])
  })
})
