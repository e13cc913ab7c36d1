import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pixelData, sampleEnvelope } from './event-samples.ts'
import { ago, anonymous, cartLine, type EffectCases, ordered, startEffectCases, V1, viewed } from './event-effects.ts'

let cases: EffectCases

beforeAll(async () => {
  cases = await startEffectCases()
})
afterAll(() => cases.harness.close())

describe('histories', () => {
  it('read the `cart` of an envelope as the whole cart at that moment', async () => {
    const shop = await cases.harness.createShop()
    const who = { ...anonymous, visitor_id: 'with-cart' }
    const cartOf = async (cart: unknown, msAgo: number, name = 'page_viewed', event: object = {}) => {
      await cases.send(shop, name, { ...who, cart }, { ...event, ...ago(msAgo) })
      return (await cases.history(shop, { user_id: 'with-cart' })).cart_products.toSorted()
    }
    const line = (id: number, quantity = 1) => ({ quantity, merchandise: { product: { id: String(id) } } })
    const gid = { quantity: 1, merchandise: { product: { id: 'gid://shopify/Product/4' } } }
    expect(await cartOf({ lines: [line(1), line(2), line(9, 0)] }, 9000)).toEqual([1, 2])
    expect(await cartOf({ lines: { nodes: [line(2), gid] } }, 8000)).toEqual([2, 4])
    expect(await cartOf({ lines: { edges: [{ node: line(5) }] } }, 7000)).toEqual([5])
    expect(await cartOf({ token: 't', items: [{ id: 70, product_id: 7, quantity: 2 }] }, 6000)).toEqual([7])
    // An unreadable cart changes nothing.
    for (const unreadable of [{}, { lines: [{ merchandise: { id: '70' } }] }, { lines: 'x' }])
      expect(await cartOf(unreadable, 5000)).toEqual([7])
    // The event takes precedence, because its `cart` may be from before the change.
    expect(await cartOf({ lines: [] }, 4000, 'product_added_to_cart', cartLine(8))).toEqual([8])
    expect(await cartOf({ lines: [line(8)] }, 3000, 'product_removed_from_cart', cartLine(8))).toEqual([])
    expect(await cartOf({ lines: [line(8)] }, 2000)).toEqual([8])
    expect(await cartOf({ lines: [] }, 1000)).toEqual([])
  })

  it('store no cart without consent', async () => {
    const shop = await cases.harness.createShop()
    const cart = { lines: [{ quantity: 1, merchandise: { product: { id: '1' } } }] }
    for (const refused of ['analytics_processing_allowed', 'preferences_processing_allowed']) {
      const who = { ...anonymous, visitor_id: refused, customer_privacy: { [refused]: false } }
      await cases.send(shop, 'page_viewed', { ...who, cart })
      expect((await cases.history(shop, { user_id: refused })).cart_products).toEqual([])
    }
  })

  it('list what was browsed, is in the cart and was bought, newest first', async () => {
    const shop = await cases.harness.createShop()
    const who = { ...anonymous, visitor_id: 'a' }
    await cases.send(shop, 'product_viewed', who, { ...viewed(1), ...ago(5000) })
    await cases.send(shop, 'product_viewed', who, { ...viewed(2), ...ago(4000) })
    await cases.send(shop, 'product_viewed', who, { ...viewed(1), ...ago(3000) })
    for (const id of [3, 4, 5])
      await cases.send(shop, 'product_added_to_cart', who, { ...cartLine(id), ...ago(10_000 - id) })
    await cases.send(shop, 'product_removed_from_cart', who, { ...cartLine(3), ...ago(2000) })
    await cases.send(shop, 'checkout_completed', who, { ...ordered('o', 4), ...ago(1000) })
    expect(await cases.history(shop, { user_id: 'a' })).toEqual({
      browsed_products: [1, 2],
      cart_products: [5],
      purchased_products: [4],
    })
  })

  it('join visitor, client and customer, whichever comes first', async () => {
    const shop = await cases.harness.createShop()
    await cases.send(shop, 'product_viewed', { ...anonymous, visitor_id: 'v1' }, { ...viewed(1), ...ago(3000) })
    await cases.send(shop, 'product_viewed', { ...anonymous, visitor_id: 'v2' }, { ...viewed(2), ...ago(2000) })
    await cases.send(shop, 'product_viewed', { visitor_id: undefined, client_id: 'c1' }, { ...viewed(3), ...ago(1000) })
    expect((await cases.history(shop, { user_id: 'v1' })).browsed_products).toEqual([1])
    await cases.send(shop, 'page_viewed', { visitor_id: 'v1', client_id: 'c1', customer_id: '7' })
    await cases.send(shop, 'page_viewed', { ...anonymous, visitor_id: 'v2', customer_id: '7' })
    const browsed = async (identity: object) => (await cases.history(shop, identity)).browsed_products
    expect(await browsed({ user_id: 'new', customer_id: '7' })).toEqual([3, 2, 1])
    // The customer id is not verified, so it leads to the devices, but no device leads to another.
    for (const identity of [{ user_id: 'v1' }, { client_id: 'c1' }]) expect(await browsed(identity)).toEqual([3, 1])
    expect(await browsed({ user_id: 'v2' })).toEqual([2])
  })

  it('do not merge two customers of one device', async () => {
    const shop = await cases.harness.createShop()
    for (const id of [1, 2])
      await cases.send(
        shop,
        'product_viewed',
        { ...anonymous, visitor_id: 'shared', customer_id: String(id) },
        viewed(id),
      )
    await cases.send(shop, 'product_viewed', { ...anonymous, visitor_id: 'one', customer_id: '1' }, viewed(3))
    expect((await cases.history(shop, { user_id: 'one', customer_id: '1' })).browsed_products.sort()).toEqual([1, 3])
    expect((await cases.history(shop, { user_id: 'x', customer_id: '2' })).browsed_products).toEqual([2])
  })

  it('learn nothing without consent to preferences, and store nothing about anybody without consent to analytics', async () => {
    const shop = await cases.harness.createShop()
    const who = { ...anonymous, visitor_id: 'a' }
    await cases.send(
      shop,
      'product_viewed',
      { ...who, customer_privacy: { preferences_processing_allowed: false } },
      viewed(1),
    )
    await cases.send(
      shop,
      'product_viewed',
      { ...who, customer_privacy: { analytics_processing_allowed: false } },
      viewed(2),
    )
    expect((await cases.history(shop, { user_id: 'a' })).browsed_products).toEqual([])
    expect((await cases.report(shop, 'overview')).totals).toMatchObject({ product_views: 2 })
  })
})

describe('for integrators', () => {
  it('lists the last events with their outcomes and counts them', async () => {
    const shop = await cases.harness.createShop()
    const who = { ...anonymous, visitor_id: 'a' }
    const id = await cases.send(shop, 'page_viewed', who)
    await cases.send(shop, 'page_viewed', who, { id })
    await cases.send(shop, 'product_viewed', who, { data: { odd: true } })
    await cases.harness.post(V1, sampleEnvelope('page_viewed', Date.now(), { envelope: { channel: 'WEB' } }), shop)
    const { events } = (await cases.harness.admin('GET', `/shops/${shop.shop}/events/debug`)).body
    expect(events.map((event: { outcome: string }) => event.outcome)).toEqual([
      'refused',
      'unreadable',
      'duplicate',
      'accepted',
    ])
    expect(events[0]).toMatchObject({
      name: 'page_viewed',
      error: [{ type: 'any.only', path: ['channel'] }],
      body: { channel: 'WEB' },
    })
    const ingestion = await cases.report(shop, 'ingestion')
    expect(ingestion).toMatchObject({
      totals: { accepted: 2, unreadable: 1, duplicate: 1, refused: 1, busy: 0 },
      refused_by_reason: [{ reason: 'channel any.only', count: 1 }],
    })
  })

  it('exports and erases a shopper with all ids of the device, and nobody else', async () => {
    const shop = await cases.harness.createShop()
    const mine = { visitor_id: 'me', client_id: 'phone', customer_id: '7' }
    await cases.send(shop, 'product_viewed', mine, viewed(1))
    await cases.send(shop, 'checkout_completed', mine, { data: pixelData.checkout_completed })
    await cases.send(shop, 'product_viewed', { ...anonymous, visitor_id: 'other' }, viewed(2))
    for (const visitor_id of ['me', 'other'])
      expect((await cases.harness.post(V1, { visitor_id }, shop)).status).toBe(400)
    const exported = await cases.harness.admin('GET', `/shops/${shop.shop}/visitors/me`)
    expect(exported.body).toMatchObject({
      subjects: ['client:phone', 'visitor:me'],
      history: { browsed: [1] },
      events: [{}, {}],
    })
    expect((await cases.harness.admin('DELETE', `/shops/${shop.shop}/visitors/me`)).body).toEqual({ erased_events: 2 })
    for (const id of ['me', 'phone', 'customer:7']) {
      expect((await cases.harness.admin('GET', `/shops/${shop.shop}/visitors/${id}`)).status).toBe(404)
    }
    expect((await cases.history(shop, { user_id: 'me' })).browsed_products).toEqual([])
    expect((await cases.history(shop, { user_id: 'other' })).browsed_products).toEqual([2])
    const log = await cases.harness.request(`/api/admin/v1/shops/${shop.shop}/events`, {
      headers: { authorization: `Bearer ${cases.harness.adminKey}` },
    })
    expect(JSON.stringify(log.body)).not.toMatch(/"me"|phone|shopper@example/)
    // A node learns of refusals by other nodes with some delay.
    const refused = async () => {
      const { events } = (await cases.harness.admin('GET', `/shops/${shop.shop}/events/debug`)).body
      return events.flatMap(({ body }: { body?: object }) => body ?? [])
    }
    await expect.poll(refused).toEqual([{ visitor_id: 'other' }])
  })
})
