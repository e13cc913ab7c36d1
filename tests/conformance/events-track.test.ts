import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anonymous, cartLine, type EffectCases, startEffectCases, V1, viewed } from './event-effects.ts'
import { sampleEnvelope } from './event-samples.ts'
import type { TestShop } from './harness.ts'

let cases: EffectCases
let shop: TestShop

beforeAll(async () => {
  cases = await startEffectCases()
  shop = await cases.harness.createShop()
})
afterAll(() => cases.harness.close())

const post = (name: string, track: object) =>
  cases.harness.post(V1, sampleEnvelope(name, Date.now(), { event: { custom_data: { track } } } as never), shop)

describe('"A `track` whose known fields have the wrong type is 400 with the item’s path. Unknown fields are kept."', () => {
  const wrong: [track: object, path: (string | number)[], type: string][] = [
    [{ request_id: 7 }, ['request_id'], 'string.base'],
    [{ requestId: {} }, ['requestId'], 'string.base'],
    [{ section_serve_id: [] }, ['section_serve_id'], 'string.base'],
    [{ sectionServeId: 7 }, ['sectionServeId'], 'string.base'],
    [{ serve_id: true }, ['serve_id'], 'string.base'],
    [{ search_term: ['linen'] }, ['search_term'], 'string.base'],
    [{ search_type: 'voice' }, ['search_type'], 'any.only'],
    [{ source: 1 }, ['source'], 'string.base'],
    [{ page_type: 1 }, ['page_type'], 'string.base'],
    [{ checkout_token: 1 }, ['checkout_token'], 'string.base'],
    [{ campaign: {} }, ['campaign'], 'string.base'],
    [{ parent: 'p' }, ['parent'], 'object.base'],
    [{ products: { product_id: 1 } }, ['products'], 'array.base'],
    [{ products: [7] }, ['products', 0], 'object.base'],
    [{ products: [{ product_id: 1 }, { product_id: true }] }, ['products', 1, 'product_id'], 'alternatives.types'],
    [{ products: [{ productId: {} }] }, ['products', 0, 'productId'], 'alternatives.types'],
    [{ products: [{ variant_id: 3 }] }, ['products', 0, 'product_id'], 'any.required'],
    [{ products: [{ product_id: 1, quantity: [] }] }, ['products', 0, 'quantity'], 'alternatives.types'],
    [{ filters: 'color' }, ['filters'], 'array.base'],
    [{ filters: [{ key: 1, value: null }] }, ['filters', 0, 'key'], 'string.base'],
    [{ filters: [{ key: 'color', value: 'red' }] }, ['filters', 0, 'value'], 'array.base'],
    [{ filters: [{ key: 'color', value: [1] }] }, ['filters', 0, 'value', 0], 'string.base'],
  ]
  it.each(wrong)('%j', async (track, path, type) => {
    const { status, body } = await post('svc:search_result_clicked', track)
    expect(status, JSON.stringify(body)).toBe(400)
    expect(body).toMatchObject({ ok: false, error: [{ path: ['event', 'custom_data', 'track', ...path], type }] })
    const label = body.error[0].context.label
    expect(label.startsWith('event.custom_data.track.')).toBe(true)
    expect(body.error[0].message.startsWith(`"${label}" `)).toBe(true)
  })

  const right: object[] = [
    {},
    {
      request_id: 'r',
      search_term: 'linen',
      search_type: 'image',
      source: 'instant',
      page_type: 'search',
      campaign: 'c',
    },
    {
      products: [{ product_id: 1, variant_id: '2', quantity: 3 }, { product_id: '4' }],
      filters: [{ key: 'c', value: ['x'] }],
    },
    { products: [{ productId: 'gid://shopify/Product/4', variantId: null, quantity: '2' }] },
    { filters: [{ key: 'c', value: null }, { key: 'd' }], checkout_token: null, products: null, search_type: null },
    {
      section: 7,
      sectionServeId: 's',
      requestId: 'r',
      page: 'home',
      parent: { productId: 5, variantId: 50 },
      products: [],
    },
    { unknown: { deep: [1] }, query: '' },
  ]
  it.each(right)('accepts %j', async (track) => {
    expect((await post('svc:search_result_rendered', track)).status).toBe(200)
    expect((await post('svc:section:render', track)).status).toBe(200)
  })

  it('keeps unknown fields', async () => {
    await post('svc:search_result_rendered', { products: [], color_scheme: { dark: true } })
    const { body } = await cases.harness.request(`/api/admin/v1/shops/${shop.shop}/events`, {
      headers: { authorization: `Bearer ${cases.harness.adminKey}` },
    })
    expect(body).toContain('"color_scheme":{"dark":true}')
  })

  it('applies to every endpoint, and not to standard events', async () => {
    const track = { request_id: 7 }
    const custom = sampleEnvelope('svc:section:view', Date.now(), { event: { custom_data: { track } } } as never)
    for (const path of ['/api/storefront/v3/headless/events', '/api/storefront/event']) {
      const { status, body } = await cases.harness.post(path, custom, shop)
      expect([status, body.error[0].path]).toEqual([400, ['event', 'custom_data', 'track', 'request_id']])
    }
    const standard = sampleEnvelope('page_viewed', Date.now(), { event: { custom_data: { track } } } as never)
    expect((await cases.harness.post(V1, standard, shop)).status).toBe(200)
  })
})

describe('"`client_id` string (optional; defaults from the top-level identity)"', () => {
  it('takes precedence over its default', async () => {
    const own = await cases.harness.createShop()
    const who = { ...anonymous, visitor_id: undefined, client_id: 'envelope' }
    await cases.send(own, 'product_viewed', who, { ...viewed(1), client_id: 'event' })
    await cases.send(own, 'product_viewed', who, viewed(2))
    expect((await cases.history(own, { client_id: 'event' })).browsed_products).toEqual([1])
    expect((await cases.history(own, { client_id: 'envelope' })).browsed_products).toEqual([2])
  })
})

describe('`visitor.cart_products` counts quantities', () => {
  const line = (id: number, quantity: number) => {
    const { data } = cartLine(id)
    return { data: { cartLine: { ...data.cartLine, quantity } } }
  }
  const at = (ms: number) => ({ timestamp: new Date(Date.now() - ms).toISOString() })

  it('keeps a product in the cart until as many pieces were removed as were added', async () => {
    const own = await cases.harness.createShop()
    const who = { ...anonymous, visitor_id: 'v' }
    const cart = async () => (await cases.history(own, { user_id: 'v' })).cart_products
    await cases.send(own, 'product_added_to_cart', who, { ...line(1, 3), ...at(9000) })
    await cases.send(own, 'product_removed_from_cart', who, { ...line(1, 2), ...at(8000) })
    expect(await cart()).toEqual([1])
    await cases.send(own, 'product_removed_from_cart', who, { ...line(1, 1), ...at(7000) })
    expect(await cart()).toEqual([])
    await cases.send(own, 'product_added_to_cart', who, { ...line(1, 1), ...at(6000) })
    expect(await cart()).toEqual([1])
  })

  it('counts a click once, even if both the section and the platform report it', async () => {
    const own = await cases.harness.createShop()
    const who = { ...anonymous, visitor_id: 'v' }
    const track = { products: [{ product_id: 1, quantity: 1 }] }
    await cases.send(own, 'svc:section:add_to_cart', who, { custom_data: { track }, ...at(9000) })
    await cases.send(own, 'product_added_to_cart', who, { ...line(1, 1), ...at(8000) })
    await cases.send(own, 'product_removed_from_cart', who, { ...line(1, 1), ...at(7000) })
    expect((await cases.history(own, { user_id: 'v' })).cart_products).toEqual([])
  })

  it('takes the quantities of a whole cart when one is reported', async () => {
    const own = await cases.harness.createShop()
    const who = { ...anonymous, visitor_id: 'v' }
    const whole = { lines: [{ quantity: 2, merchandise: { product: { id: '1' } } }] }
    await cases.send(own, 'page_viewed', { ...who, cart: whole }, at(9000))
    await cases.send(own, 'product_removed_from_cart', who, { ...line(1, 1), ...at(8000) })
    expect((await cases.history(own, { user_id: 'v' })).cart_products).toEqual([1])
    await cases.send(own, 'product_removed_from_cart', who, { ...line(1, 1), ...at(7000) })
    expect((await cases.history(own, { user_id: 'v' })).cart_products).toEqual([])
  })
})
