import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness, type TestShop } from './harness.ts'

let harness: Harness
let shop: TestShop

const product = (id: number, title: string, more: object = {}) => ({
  id,
  title,
  handle: `p-${id}`,
  vendor: id % 2 ? 'Acme' : 'Umbra',
  product_type: 'Lamps',
  published_at: '2020-01-01T00:00:00Z',
  variants: [{ id: id * 10, price: id, sku: `SKU-${id}`, inventory_quantity: 5 }],
  ...more,
})

beforeAll(async () => {
  harness = await startHarness()
  shop = await harness.createShop({
    filters: [{ id: 1, key: 'vendor', title: 'Vendor', attribute_type: 'vendor' }],
    sections: [{ id: 1, title: 'New', type: 'recent_launch', page_types: ['home'] }],
    markets: [{ id: 7, handle: 'eu', name: 'EU', currency: 'EUR', locales: ['en'] }],
    collections: [{ id: 3, handle: 'few', title: 'Few', product_ids: [1, 2] }],
    experiences: [
      {
        id: 5,
        name: 'E',
        variants: [
          { key: 'a', weight: 1 },
          { key: 'b', weight: 1, search: { ranking: { popularity: 0 } } },
        ],
      },
    ],
    search: {
      rules: [
        { id: 'gone', when: { query: 'lamp' }, hide: [6] },
        {
          id: 'late',
          when: { query: 'lamp' },
          pin: [{ product_id: 5, position: 1 }],
          starts_at: '2099-01-01T00:00:00Z',
        },
      ],
    },
  })
  await harness.putProducts(shop, [
    ...[1, 2, 3, 4, 5, 6].map((id) => product(id, `Lamp ${id}`)),
    product(7, 'Luminaire', { product_type: 'Lights' }),
    product(8, 'Lamp draft', { status: 'draft' }),
    product(9, 'Lamp sold out', {
      variants: [{ id: 90, price: 9, inventory_quantity: 0, inventory_management: 'shopify' }],
    }),
    product(10, 'Lamp of the EU', { market_ids: [7] }),
    product(11, 'Lamp unpublished', { published_at: null }),
  ])
})
afterAll(() => harness.close())

const admin = (path: string, body: object) => harness.admin('POST', `/shops/${shop.shop}/${path}`, body)
const ids = ({ products }: { products: { product_id: number }[] }) => products.map((one) => one.product_id)
const pin = (id: number) => ({
  search: { rules: [{ id: 'pin', when: { query: 'lamp' }, pin: [{ product_id: id, position: 1 }] }] },
})

describe('preview', () => {
  it('shows live and draft results and what moves, and changes nothing', async () => {
    const { status, body } = await admin('preview/search', { query: 'lamp', patch: pin(4), explain: true })
    expect(status).toBe(200)
    expect(ids(body.draft)[0]).toBe(4)
    expect(ids(body.live)).not.toContain(6)
    expect(ids(body.draft)).toContain(6)
    expect(body.moves).toContainEqual({ product_id: 4, from: ids(body.live).indexOf(4) + 1, to: 1 })
    expect(body.moves).toContainEqual({ product_id: 6, from: null, to: ids(body.draft).indexOf(6) + 1 })
    expect(body.draft.products[0].explanation).toMatchObject({ rule: 'pin' })
    const live = await harness.post('/api/storefront/v1/headless/search', { query: 'lamp' }, shop)
    expect(ids(live.body)).toEqual(ids(body.live))
  })

  it('accepts the id of a draft and a point in time', async () => {
    await harness.admin('PUT', `/shops/${shop.shop}/drafts/p`, { patch: pin(3) })
    const { body } = await admin('preview/search', { query: 'lamp', draft: 'p', as: { at: '2099-06-01T00:00:00Z' } })
    expect([ids(body.live)[0], ids(body.draft)[0]]).toEqual([5, 3])
    expect((await admin('preview/search', { query: 'lamp', draft: 'none' })).status).toBe(404)
    expect((await admin('preview/search', { query: 'lamp', draft: 'p', patch: {} })).status).toBe(400)
  })

  it('shows results for a market and a variant', async () => {
    const inEurope = await admin('preview/search', { query: 'lamp', as: { market: 7 } })
    expect(ids(inEurope.body.live)).toContain(10)
    expect((await admin('preview/search', { query: 'lamp', as: { variant: 'exp_5=b' } })).status).toBe(200)
    const wrong = await admin('preview/search', { query: 'lamp', as: { variant: 'exp_5=z' } })
    expect([wrong.status, wrong.body.error[0].path]).toEqual([400, ['as', 'variant']])
    const misspelt = await admin('preview/search', { query: 'lamp', as: { varaint: 'exp_5=b' } })
    expect([misspelt.status, misspelt.body.error[0].path]).toEqual([400, ['as', 'varaint']])
  })

  it('refuses a bad patch and names every fault', async () => {
    const { status, body } = await admin('preview/search', { query: 'x', patch: { serach: 1, search: { rules: 3 } } })
    expect(status).toBe(400)
    expect(body.error.map(({ path }: { path: string[] }) => path.join('.'))).toEqual(
      expect.arrayContaining(['serach', 'search.rules']),
    )
  })

  it('covers instant search, facets and sections', async () => {
    const synonyms = { search: { synonyms: [['lantern', 'luminaire']] } }
    const instant = await admin('preview/instant-search', { query: 'lantern', patch: synonyms })
    expect([ids(instant.body.live), ids(instant.body.draft)]).toEqual([[], [7]])
    const facets = await admin('preview/filter-aggregations', { query: 'lantern', patch: synonyms })
    expect(facets.body.moves).toEqual([{ key: 'vendor', value: 'Acme', from: null, to: 1 }])
    const sections = await admin('preview/sections', {
      page_type: 'home',
      patch: { sections: [{ id: 1, title: 'New', type: 'recent_launch', page_types: ['home'], max_products: 1 }] },
    })
    expect(sections.body.live.sections[0].products.length).toBeGreaterThan(1)
    expect(sections.body.draft.sections[0].products).toHaveLength(1)
    expect(sections.body.moves.every(({ to }: { to: unknown }) => to === null)).toBe(true)
  })

  it('shows sections to one shopper, in the same variant on both sides', async () => {
    const variants = ['a', 'b'].map((key) => ({ key, weight: 1 }))
    const tested = await harness.createShop({
      experiences: [{ id: 5, name: 'E', variants }],
      sections: variants.map(({ key }, i) => ({
        ...{ id: i + 1, title: key, type: 'recent_launch', page_types: ['home'], experience_id: 5, variant: key },
      })),
    })
    await harness.putProducts(
      tested,
      [1, 2, 3, 4].map((id) => product(id, `Lamp ${id}`)),
    )
    for (let i = 0; i < 10; i++) {
      const asked = { page_type: 'home', patch: { search: { stop_words: ['please'] } } }
      const { body } = await harness.admin('POST', `/shops/${tested.shop}/preview/sections`, asked)
      expect(body.live.sections).toHaveLength(1)
      expect(body.moves).toEqual([])
    }
  })

  it('applies the rules of a draft to recommendations too, and says which products move', async () => {
    const rules = [
      { id: 'hidden', when: {}, hide: [4] },
      { id: 'first', when: {}, recommendations: true, pin: [{ product_id: 2, position: 1 }] },
    ]
    const { body } = await admin('preview/sections', { page_type: 'home', patch: { search: { rules } } })
    const [live, draft] = [ids(body.live.sections[0]), ids(body.draft.sections[0])]
    expect(live).toContain(4)
    expect(draft).not.toContain(4)
    expect(live[0]).not.toBe(2)
    expect(draft[0]).toBe(2)
    expect(body.moves).toContainEqual({ section_id: 1, product_id: 4, from: live.indexOf(4) + 1, to: null })
  })

  it('is not recorded: no report counts it', async () => {
    await admin('preview/search', { query: 'zebra crossing', as: { visitor_id: 'v-1' } })
    for (const node of harness.nodes) await node.events.serves.flush()
    const { body } = await harness.admin('GET', `/shops/${shop.shop}/analytics/queries-without-results`)
    expect(JSON.stringify(body)).not.toContain('zebra')
  })
})

describe('explain', () => {
  it('returns the rank, the products before it, and the reason', async () => {
    const live = (await admin('preview/search', { query: 'lamp', pagination: { limit: 50 } })).body.live
    const second = ids(live)[1]!
    const { body } = await admin('explain', { query: 'lamp', product_id: second })
    expect(body).toMatchObject({ rank: 2, above: { product_id: ids(live)[0], rank: 1 }, absent: null })
    expect(body.distance.decided_by).toEqual(expect.any(String))
    const pinned = await admin('explain', { query: 'lamp', product_id: second, patch: pin(4) })
    expect(pinned.body.above.product_id === 4 ? pinned.body.distance.decided_by : 'rule').toBe('rule')
  })

  const cases: [string, object, string][] = [
    ['hidden', { product_id: 6 }, 'gone'],
    ['not_active', { product_id: 8 }, ''],
    ['no_word', { product_id: 7 }, ''],
    ['unpublished', { product_id: 11 }, ''],
    ['unknown_product', { product_id: 999 }, ''],
    ['filter', { product_id: 2, applied_filters: [{ key: 'vendor', value: ['Acme'] }] }, ''],
    ['collection', { product_id: 4, collection: 'few' }, ''],
    ['out_of_stock', { product_id: 9, patch: { search: { exclude_out_of_stock: true } } }, ''],
  ]
  it.each(cases)('says why a product is absent: %s', async (reason, body, rule) => {
    const answer = await admin('explain', { query: 'lamp', ...body })
    expect(answer.body).toMatchObject({ rank: null, absent: { reason, rule: rule || null } })
    if (reason === 'filter') expect(answer.body.absent.filters).toEqual(['vendor'])
  })

  it('says that the market excludes it', async () => {
    await harness.admin('PATCH', `/shops/${shop.shop}/config`, {
      markets: [
        { id: 7, handle: 'eu', name: 'EU', currency: 'EUR', locales: ['en'] },
        { id: 8, handle: 'us', name: 'US', currency: 'USD', locales: ['en'] },
      ],
    })
    const { body } = await admin('explain', { query: 'lamp', product_id: 10, as: { market: 8 } })
    expect(body.absent.reason).toBe('market')
  })
})

describe('GET products', () => {
  const found = async (query: string) => {
    const { body } = await harness.admin('GET', `/shops/${shop.shop}/products?${query}`)
    return body.products?.map(({ id }: { id: number }) => id) ?? body
  }
  it('finds products by words, including drafts, and by SKU', async () => {
    expect(await found('query=luminaire')).toEqual([7])
    expect(await found('query=lamp draft')).toContain(8)
    expect(await found('query=SKU-3')).toEqual([3])
  })

  it('respects status, filter, sort order and page', async () => {
    expect(await found('status=draft')).toEqual([8])
    expect(await found('filter=stock:out')).toEqual([9])
    expect(await found('filter=vendor:umbra;price:3:6')).toEqual([4, 6])
    expect(await found('filter=product_type:Lamps&sort=price_desc&limit=2&page=2')).toEqual([9, 8])
    expect(await found('ids=3,1,999')).toEqual([3, 1])
  })

  it('names the fault in a filter', async () => {
    const { error } = await found('filter=colour:red')
    expect(error[0].path).toEqual(['filter'])
    expect(error[0].message).toContain('product_type')
  })
})

describe('a preview of image search', () => {
  it('has the same answers and refusals as image search', async () => {
    const picture = await sharp({ create: { width: 120, height: 120, channels: 3, background: '#b4283c' } })
      .png()
      .toBuffer()
    // A picture of one color is too small a file without padding.
    const image = Buffer.concat([picture, Buffer.alloc(2000)]).toString('base64')
    const { status, body } = await admin('preview/image-search', { image, pagination: { limit: 2 } })
    expect(status).toBe(200)
    expect(body.search_metadata.dominant_colors[0]).toMatch(/^#/)
    expect((await admin('preview/image-search', {})).status).toBe(400)
  })
})

describe('values of an attribute', () => {
  it('are returned with the number of products that have them', async () => {
    const path = `/shops/${shop.shop}/product-values?attribute=product_type`
    const { body } = await harness.admin('GET', path)
    expect(body.values[0]).toEqual({ value: 'Lamps', products: 10 })
  })

  it('require its name: a missing query parameter is named', async () => {
    const { status, body } = await harness.admin('GET', `/shops/${shop.shop}/product-values`)
    expect([status, body.error[0].path]).toEqual([400, ['attribute']])
  })
})
