/** Tests a shop whose platform uses texts as ids. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ago, anonymous, type EffectCases, startEffectCases } from './event-effects.ts'
import type { Answer, TestShop } from './harness.ts'

const V1 = '/api/storefront/v1/headless'
const V3 = '/api/storefront/v3/headless'

const id = (n: number) => `prod_01HX${n}`
const variantId = (n: number) => `variant/01HX${n}`
const TITLES = ['Velvet sofa', 'Wool sofa', 'Linen sofa', 'Oak table', 'Ash table', 'Secret sofa']

const product = (title: string, i: number) => ({
  id: id(i),
  title,
  handle: title.toLowerCase().replaceAll(' ', '-'),
  body_html: '<p>Soft.</p><p>Wide.</p>',
  vendor: 'Northloom',
  product_type: title.endsWith('sofa') ? 'Sofas' : 'Tables',
  status: title.startsWith('Secret') ? 'draft' : 'active',
  published_at: '2026-01-01T00:00:00Z',
  variants: [{ id: variantId(i), title: 'One', sku: `SKU-${i}`, price: '100', inventory_quantity: 5 }],
})

const config = {
  collections: [{ id: 'pcol_01H', handle: 'tables', title: 'Tables', product_ids: [id(4), id(3)] }],
  filters: [{ id: 1, key: 'vendor', title: 'Vendor', attribute_type: 'vendor' }],
  filter_trees: [{ id: 7, title: 'Tables', target_page: 'collection', target_ids: ['pcol_01H'], filters: [1] }],
  sections: [
    { id: 1, title: 'Picked', type: 'custom', page_types: ['home'], product_ids: [id(4), id(0)] },
    { id: 2, title: 'Similar', type: 'similar_products', page_types: ['product'] },
  ],
  search: {
    rules: [
      { id: 'pin', when: { query: 'sofa' }, pin: [{ product_id: id(2), position: 1 }], hide: [id(1)] },
      { id: 'table', when: { collection: 'pcol_01H' }, boost: [{ product_ids: [id(3)], weight: 10 }] },
    ],
  },
}

let cases: EffectCases
let shop: TestShop
const post = async (path: string, body: object): Promise<Answer['body']> => {
  const answer = await cases.harness.post(path, body, shop)
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 })
  return answer.body
}
const externalIds = (products: { external_id?: string }[]) => products.map((one) => one.external_id)
const line = (n: number) => ({
  id: variantId(n),
  price: { amount: 100, currencyCode: 'USD' },
  product: { id: id(n) },
})

beforeAll(async () => {
  cases = await startEffectCases()
  shop = await cases.harness.createShop(config)
  expect((await cases.harness.putProducts(shop, TITLES.map(product))).body.rejected).toEqual([])
})
afterAll(() => cases.harness.close())

describe('a shop with ids of its own', () => {
  it('finds products, with both ids of product and variant, and its rules use its own ids', async () => {
    const { products } = await post(`${V1}/search`, { query: 'sofa' })
    expect(externalIds(products)).toEqual([id(2), id(0)])
    expect(products[0]).toMatchObject({ product_id: expect.any(Number), metafields: [] })
    expect(products[0].variants[0]).toMatchObject({ variant_id: expect.any(Number), external_id: variantId(2) })
    const references = await post(`${V1}/search`, { query: 'sofa', view: 'product_ids' })
    expect(externalIds(references.products)).toEqual([id(2), id(0)])
  })

  it('looks products up by every form of id, handle and SKU, in the requested order', async () => {
    const { products } = await post(`${V1}/products`, {
      ids: [id(3), id(9), id(0)],
      handles: ['wool-sofa'],
      skus: ['SKU-2'],
    })
    expect(externalIds(products)).toEqual([id(3), id(0), id(1), id(2)])
    expect(products[3].matched_variant_id).toBe(products[3].variants[0].variant_id)
    expect(products[0]).toMatchObject({ matched_variant_id: null, description: 'Soft.\n\nWide.', rating: null })
    const number = products[0].product_id
    const forms = [number, String(number), `gid://any/Product/${number}`, id(3)]
    for (const form of forms) expect((await post(`${V1}/products`, { ids: [form] })).products).toEqual([products[0]])
    expect((await post(`${V1}/products`, { ids: forms, view: 'product_ids' })).products).toEqual([
      { product_id: number, external_id: id(3), matched_variant_id: null },
    ])
  })

  it('does not find what the shopper may not see, and says what is wrong with a request', async () => {
    expect(
      (await post(`${V1}/products`, { ids: [id(5)], handles: ['secret-sofa'], skus: ['SKU-5'] })).products,
    ).toEqual([])
    const refused = async (body: object) => (await cases.harness.post(`${V1}/products`, body, shop)).status
    expect(await refused({})).toBe(400)
    expect(await refused({ ids: Array(60).fill(1), skus: Array(60).fill('x') })).toBe(400)
    expect(await refused({ ids: ['x'.repeat(129)] })).toBe(400)
  })

  it('recommends by its own ids, in sections and in queries', async () => {
    const home = await post(`${V3}/sections`, { page_type: 'home' })
    expect(externalIds(home.sections[0].products)).toEqual([id(4), id(0)])
    const page = await post(`${V3}/sections`, { page_type: 'product', product_id: id(3), cart_product_ids: [id(0)] })
    expect(page.product.external_id).toBe(id(3))
    expect(externalIds(page.sections[0].products)[0]).toBe(id(4))
    const automatic = await post(`${V3}/recommendations/automatic`, {
      product_ids: [id(3)],
      view: 'product_ids',
      pagination: { limit: 1 },
    })
    expect(externalIds(automatic.products)).toEqual([id(4)])
    // A cursor belongs to the product, whichever of its ids the request has.
    const { cursor } = automatic.pagination
    const number = page.product.product_id
    await post(`${V3}/recommendations/automatic`, {
      product_ids: [number],
      view: 'product_ids',
      pagination: { cursor },
    })
  })

  it('lists a collection by its own id, in the merchant’s order, with its filters', async () => {
    for (const collection of ['pcol_01H', 'tables']) {
      const { products } = await post(`${V1}/search`, { query: '', collection, sort_by: 'collection_order' })
      expect(externalIds(products)).toEqual([id(4), id(3)])
    }
    const { filter_tree } = await post(`${V1}/filters`, { target_page: 'collection', target_id: 'pcol_01H' })
    expect(filter_tree).toMatchObject({ id: 7, target_ids: [expect.any(Number)] })
    const again = await post(`${V1}/filters`, { target_page: 'collection', target_id: filter_tree.target_ids[0] })
    expect(again.filter_tree.id).toBe(7)
  })

  it('stores and attributes events with its own ids', async () => {
    const who = { ...anonymous, visitor_id: 'own-1' }
    const { request_id } = await post(`${V1}/search`, { query: 'sofa', visitor_id: 'own-1' })
    await cases.settle()
    const track = { request_id, products: [{ product_id: id(2), variant_id: variantId(2) }] }
    await cases.send(shop, 'svc:search_result_clicked', who, { custom_data: { track } })
    await cases.send(shop, 'product_viewed', who, { data: { productVariant: line(2) } })
    const lineItems = [{ quantity: 1, variant: line(2), finalLinePrice: { amount: 100 } }]
    const checkout = { currencyCode: 'USD', lineItems, order: { id: 'order_01H' } }
    await cases.send(shop, 'checkout_completed', who, { data: { checkout } })
    const cartLine = { quantity: 1, merchandise: line(4) }
    await cases.send(shop, 'product_added_to_cart', who, { data: { cartLine } })
    const visitor = await cases.history(shop, { user_id: 'own-1' })
    const [number] = visitor.browsed_products
    const [inCart] = visitor.cart_products
    expect(visitor).toMatchObject({
      purchased_products: [number],
      external_ids: { [number]: id(2), [inCart]: id(4) },
    })
    const { orders } = await cases.report(shop, 'orders?key=order_01H')
    expect(orders[0].lines[0]).toMatchObject({
      product_id: number,
      external_id: id(2),
      attributed_to: { touch: 'click', surface: 'search' },
    })
    const { rows } = await cases.report(shop, 'products')
    expect(rows[0]).toMatchObject({ product_id: number, external_id: id(2), orders: 1 })
  })

  it('explains a rank by its own id, and names the products above', async () => {
    const explain = (product_id: string) =>
      cases.harness.admin('POST', `/shops/${shop.shop}/explain`, { query: 'sofa', product_id })
    expect((await explain(id(0))).body).toMatchObject({ external_id: id(0), rank: 2, above: { external_id: id(2) } })
    expect((await explain(id(1))).body).toMatchObject({ absent: { reason: 'hidden', rule: 'pin' } })
  })

  it('manages products by id, and accepts what it returned', async () => {
    const path = (name: string) => `/shops/${shop.shop}/products/${encodeURIComponent(name)}`
    const { body } = await cases.harness.admin('GET', path(id(3)))
    expect(body).toMatchObject({ external_id: id(3), variants: [{ external_id: variantId(3) }] })
    expect((await cases.harness.admin('PUT', path(id(3)), body)).body).toEqual(body)
    expect((await cases.harness.admin('GET', path(String(body.id)))).body).toEqual(body)
  })

  it('may send events about a product before the product: none is lost, and the debugger reports it', async () => {
    const late = { ...anonymous, visitor_id: 'own-late' }
    const unknown = 'prod_later'
    const eventId = await cases.send(shop, 'product_viewed', late, {
      data: { productVariant: { ...line(0), product: { id: unknown } } },
      ...ago(1000),
      id: randomUUID(),
    })
    const { body } = await cases.harness.admin('GET', `/shops/${shop.shop}/events/debug`)
    const reported = body.events.find((one: { event_id: string }) => one.event_id === eventId)
    expect(reported).toMatchObject({ outcome: 'unknown_product', products: [unknown] })
    const { totals } = await cases.report(shop, 'ingestion')
    expect(totals.unknown_product).toBe(1)
    await cases.harness.putProducts(shop, [{ ...product('Late sofa', 8), id: unknown }])
    const visitor = await cases.history(shop, { user_id: 'own-late' })
    expect(Object.values(visitor.external_ids)).toEqual([unknown])
  })
})
