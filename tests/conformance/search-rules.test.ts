import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness, type TestShop } from './harness.ts'

let harness: Harness
let shop: TestShop
const NEW = new Date(Date.now() - 86_400_000).toISOString()

const product = (id: number, more: object = {}) => ({
  id,
  title: `Lamp ${id}`,
  vendor: 'Acme',
  product_type: 'Lamps',
  created_at: '2020-01-01T00:00:00Z',
  published_at: '2020-01-01T00:00:00Z',
  variants: [{ id: id * 10, price: id * 10, inventory_quantity: 5, inventory_management: 'shopify' }],
  ...more,
})

beforeAll(async () => {
  harness = await startHarness()
  shop = await harness.createShop({
    filters: [
      { id: 1, key: 'vendor', title: 'Vendor', attribute_type: 'vendor' },
      { id: 2, key: 'type', title: 'Type', attribute_type: 'product_type' },
    ],
    markets: [{ id: 7, handle: 'eu', name: 'EU', currency: 'EUR', locales: ['en'] }],
    sections: [{ id: 1, title: 'New', type: 'recent_launch', page_types: ['home'] }],
    collections: [{ id: 3, handle: 'few', title: 'Few', product_ids: [2] }],
  })
  await harness.putProducts(shop, [
    product(1),
    product(2, { tags: 'clearance' }),
    product(3, { created_at: NEW, published_at: NEW }),
    product(4, { variants: [{ id: 40, price: 40, inventory_quantity: 0, inventory_management: 'shopify' }] }),
    product(5, { metafields: [{ namespace: 'shop', key: 'margin', value: 'low' }] }),
  ])
})
afterAll(() => harness.close())

const setRules = async (...rules: object[]) => {
  const { status, body } = await harness.admin('PATCH', `/shops/${shop.shop}/config`, { search: { rules } })
  expect([status, body.error]).toEqual([200, undefined])
}
const post = async (path: string, body: object, headers = {}) =>
  (await harness.post(`/api/storefront/${path}`, body, shop, headers)).body
const found = async (body: object = {}, headers = {}) =>
  (await post('v1/headless/search', { query: 'lamp', ...body }, headers)).products.map(
    ({ product_id }: { product_id: number }) => product_id,
  )

describe('rules', () => {
  const hidden: [string, object, number[]][] = [
    ['tag', { tag: 'clearance' }, [2]],
    ['price', { price: { min: 30 } }, [3, 4, 5]],
    ['stock', { in_stock: false }, [4]],
    ['newness', { newer_than_days: 7 }, [3]],
    ['metafield', { metafield: { key: 'shop.margin', value: 'low' } }, [5]],
    ['collection', { collection: 'few' }, [2]],
    ['all that is given', { vendor: 'Acme', price: { max: 20 }, tag: 'clearance' }, [2]],
  ]
  it.each(hidden)('hide by %s', async (_name, target, gone) => {
    await setRules({ id: 'r', when: { query: 'lamp' }, hide_where: [target] })
    expect((await found()).sort()).toEqual([1, 2, 3, 4, 5].filter((id) => !gone.includes(id)))
    expect((await post('v1/headless/filter-aggregations', { query: 'lamp' })).metadata.total_products).toBe(
      5 - gone.length,
    )
    const { body } = await harness.admin('POST', `/shops/${shop.shop}/explain`, { query: 'lamp', product_id: gone[0] })
    expect(body.absent).toMatchObject({ reason: 'hidden', rule: 'r' })
  })

  it('boost and bury by attribute', async () => {
    await setRules({ id: 'r', when: {}, boost: [{ metafield: { key: 'shop.margin', value: 'low' }, weight: 10 }] })
    expect((await found())[0]).toBe(5)
    await setRules({ id: 'r', when: {}, bury: [{ price: { max: 15 }, weight: 10 }] })
    expect((await found()).indexOf(1)).toBe(3)
  })

  it('are named as a reason only if they had an effect', async () => {
    await setRules({ id: 'r', when: {}, boost: [{ vendor: 'Acme' }] })
    const rules = async (sort: string) =>
      (await post('v1/headless/search', { query: 'lamp', explain: true, sort_by: sort })).products.map(
        (one: { explanation: { rule: unknown } }) => one.explanation.rule,
      )
    expect(new Set(await rules('relevance'))).toEqual(new Set(['r']))
    expect(new Set(await rules('price_asc'))).toEqual(new Set([null]))
  })

  it('apply by market, device and selected filter', async () => {
    await setRules({ id: 'm', when: { market: 'eu' }, hide: [1] })
    expect([(await found()).includes(1), (await found({ market: 7 })).includes(1)]).toEqual([true, false])
    await setRules({ id: 'd', when: { device: 'mobile' }, hide: [1] })
    expect((await found({}, { 'user-agent': 'Mozilla/5.0 (iPhone) Mobile' })).includes(1)).toBe(false)
    await setRules({ id: 'f', when: { filter: { key: 'vendor', value: 'Acme' } }, hide: [1] })
    expect((await found({ applied_filters: [{ key: 'vendor', value: ['Acme'] }] })).includes(1)).toBe(false)
    expect((await found()).includes(1)).toBe(true)
  })

  it('redirect and show content in search and instant search, in every form of the words', async () => {
    const content = [{ slot: 'top', title: 'Sale', url: '/sale' }]
    await setRules({ id: 'r', when: { query: 'lamp', match: 'similar' }, redirect: '/lamps', content })
    const served = [{ rule: 'r', slot: 'top', title: 'Sale', text: null, image_url: null, url: '/sale' }]
    const search = await post('v1/headless/search', { query: 'lamps' })
    expect(search.search_metadata).toMatchObject({ redirect: '/lamps', content: served })
    expect(await post('v1/headless/instant-search', { query: 'lamps' })).toMatchObject({
      redirect: '/lamps',
      content: served,
    })
    expect(await post('v1/headless/instant-search', { query: 'chair' })).toMatchObject({ redirect: null, content: [] })
  })

  it('replace and add filters of a page', async () => {
    const shown = async () =>
      (await post('v1/headless/filter-aggregations', { query: 'lamp' })).facets.map(({ key }: { key: string }) => key)
    await setRules({ id: 'r', when: { query: 'lamp' }, filters: { replace: ['type'] } })
    expect(await shown()).toEqual(['type'])
    await setRules({ id: 'r', when: { query: 'lamp' }, filters: { add: ['type'] } })
    expect(await shown()).toEqual(['type', 'vendor'])
    const { body } = await harness.admin('PATCH', `/shops/${shop.shop}/config`, {
      search: { rules: [{ id: 'r', when: {}, filters: { add: ['colour'] } }] },
    })
    expect(body.error[0].path).toEqual(['search', 'rules', 0, 'filters', 'add', 0])
  })

  it('hide in recommendations if they have no query', async () => {
    const recommended = async () =>
      (await post('v3/headless/sections', { page_type: 'home' })).sections[0].products.map(
        (one: { product_id: number }) => one.product_id,
      )
    await setRules({ id: 'r', when: {}, hide: [1], hide_where: [{ tag: 'clearance' }] })
    expect((await recommended()).filter((id: number) => id === 1 || id === 2)).toEqual([])
    await setRules({ id: 'r', when: { query: 'lamp' }, hide: [1] })
    expect(await recommended()).toContain(1)
  })

  it('take precedence in their order: the first redirect, the first pin of a product, and hiding over pinning', async () => {
    const pin = (id: string, productId: number, position: number) => ({
      id,
      when: {},
      pin: [{ product_id: productId, position }],
      redirect: `/${id}`,
    })
    await setRules(pin('one', 4, 1), pin('two', 4, 3), pin('three', 3, 1))
    const { products, search_metadata } = await post('v1/headless/search', { query: 'lamp', explain: true })
    expect(search_metadata.redirect).toBe('/one')
    expect(products.slice(0, 2).map((one: { product_id: number }) => one.product_id)).toEqual([4, 3])
    expect(products[0].explanation.rule).toBe('one')
    await setRules(pin('one', 4, 1), { id: 'gone', when: {}, hide: [4] })
    expect(await found()).not.toContain(4)
  })
})
