/** What becomes of events: histories, linked shoppers, attribution, reports, the debugger, export and erasure. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pixelData, sampleEnvelope } from './event-samples.ts'
import { type Harness, startHarness, type TestShop } from './harness.ts'

const V1 = '/api/storefront/v1/headless/events'
let harness: Harness

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())

type Changes = NonNullable<Parameters<typeof sampleEnvelope>[2]>

async function send(to: TestShop, name: string, envelope: object, event: object = {}): Promise<string> {
  const body = sampleEnvelope(name, Date.now(), { envelope, event } as Changes)
  const answer = await harness.post(V1, body, to)
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 })
  return body.event.id as string
}

const settle = async () => harness.vitrine?.events.settle()
const report = async (to: TestShop, path: string) =>
  (await harness.admin('GET', `/shops/${to.shop}/analytics/${path}`)).body

async function history(to: TestShop, identity: object) {
  await settle()
  return (await harness.post('/api/storefront/v3/headless/init', identity, to)).body.visitor
}

const variant = (id: number) => ({
  id: String(id * 10),
  price: { amount: 10, currencyCode: 'USD' },
  product: { id: String(id) },
})
const viewed = (id: number) => ({ data: { productVariant: variant(id) } })
const cartLine = (id: number) => ({ data: { cartLine: { merchandise: variant(id), quantity: 1 } } })
const ago = (ms: number) => ({ timestamp: new Date(Date.now() - ms).toISOString() })

function ordered(orderId: string, ...ids: number[]) {
  const lineItems = ids.map((id) => ({ quantity: 2, variant: variant(id), finalLinePrice: { amount: 20 } }))
  return { data: { checkout: { currencyCode: 'USD', lineItems, order: { id: orderId } } } }
}

const anonymous = { client_id: undefined, customer_id: undefined }

describe('histories', () => {
  it('lists what was browsed, is in the cart and was bought, newest first', async () => {
    const shop = await harness.createShop()
    const who = { ...anonymous, visitor_id: 'a' }
    await send(shop, 'product_viewed', who, { ...viewed(1), ...ago(5000) })
    await send(shop, 'product_viewed', who, { ...viewed(2), ...ago(4000) })
    await send(shop, 'product_viewed', who, { ...viewed(1), ...ago(3000) })
    for (const id of [3, 4, 5]) await send(shop, 'product_added_to_cart', who, { ...cartLine(id), ...ago(10_000 - id) })
    await send(shop, 'product_removed_from_cart', who, { ...cartLine(3), ...ago(2000) })
    await send(shop, 'checkout_completed', who, { ...ordered('o', 4), ...ago(1000) })
    expect(await history(shop, { user_id: 'a' })).toEqual({
      browsed_products: [1, 2],
      cart_products: [5],
      purchased_products: [4],
    })
  })

  it('joins visitor, client and customer whichever comes first', async () => {
    const shop = await harness.createShop()
    await send(shop, 'product_viewed', { ...anonymous, visitor_id: 'v1' }, { ...viewed(1), ...ago(3000) })
    await send(shop, 'product_viewed', { ...anonymous, visitor_id: 'v2' }, { ...viewed(2), ...ago(2000) })
    await send(shop, 'product_viewed', { visitor_id: undefined, client_id: 'c1' }, { ...viewed(3), ...ago(1000) })
    expect((await history(shop, { user_id: 'v1' })).browsed_products).toEqual([1])
    await send(shop, 'page_viewed', { visitor_id: 'v1', client_id: 'c1', customer_id: '7' })
    await send(shop, 'page_viewed', { ...anonymous, visitor_id: 'v2', customer_id: '7' })
    for (const identity of [
      { user_id: 'v1' },
      { user_id: 'v2' },
      { client_id: 'c1' },
      { user_id: 'new', customer_id: '7' },
    ]) {
      expect((await history(shop, identity)).browsed_products).toEqual([3, 2, 1])
    }
  })

  it('does not merge two customers of one device', async () => {
    const shop = await harness.createShop()
    for (const id of [1, 2])
      await send(shop, 'product_viewed', { ...anonymous, visitor_id: 'shared', customer_id: String(id) }, viewed(id))
    await send(shop, 'product_viewed', { ...anonymous, visitor_id: 'one', customer_id: '1' }, viewed(3))
    expect((await history(shop, { user_id: 'one' })).browsed_products.sort()).toEqual([1, 3])
    expect((await history(shop, { user_id: 'x', customer_id: '2' })).browsed_products).toEqual([2])
  })

  it('learns nothing without consent to preferences, and nothing about anybody without consent to analytics', async () => {
    const shop = await harness.createShop()
    const who = { ...anonymous, visitor_id: 'a' }
    await send(
      shop,
      'product_viewed',
      { ...who, customer_privacy: { preferences_processing_allowed: false } },
      viewed(1),
    )
    await send(shop, 'product_viewed', { ...who, customer_privacy: { analytics_processing_allowed: false } }, viewed(2))
    expect((await history(shop, { user_id: 'a' })).browsed_products).toEqual([])
    expect((await report(shop, 'overview')).totals).toMatchObject({ product_views: 2 })
  })
})

describe('attribution', () => {
  it('gives a line to the last click, else the last view, and explains it', async () => {
    const shop = await harness.createShop({ currency_rates: { EUR: 0.5 } })
    const who = { ...anonymous, visitor_id: 'a' }
    const requestId = randomUUID()
    const served = {
      shop: shop.shop,
      atMs: Date.now() - 60_000,
      visitorId: 'a',
      products: [1, 2].map((productId, i) => ({ productId, position: i + 1, step: 'co-view' })),
    }
    harness.vitrine?.events.serves.record({ ...served, surface: 'search', requestId, query: 'Red  Shirt', total: 2 })
    const section = {
      surface: 'section' as const,
      sectionServeId: randomUUID(),
      requestId: randomUUID(),
      section: '9',
      recommendationType: 'similar_products',
    }
    harness.vitrine?.events.serves.record({ ...served, ...section })
    const track = (fields: object) => ({ custom_data: { track: fields } })
    await send(shop, 'svc:search_result_rendered', who, {
      ...track({ request_id: requestId, products: [{ product_id: 1 }, { product_id: 2 }] }),
      ...ago(50_000),
    })
    await send(shop, 'svc:search_result_clicked', who, {
      ...track({ request_id: requestId, products: [{ product_id: 2 }] }),
      ...ago(40_000),
    })
    await send(shop, 'svc:section:view', who, { ...track({ sectionServeId: section.sectionServeId }), ...ago(30_000) })
    await send(shop, 'checkout_completed', who, ordered('77', 1, 2, 3))
    await settle()

    const { orders } = await report(shop, 'orders?key=77')
    expect(orders[0].lines).toMatchObject([
      {
        product_id: 1,
        amount: 20,
        attributed_to: {
          touch: 'view',
          surface: 'section',
          section: '9',
          recommendation_type: 'similar_products',
          step: 'co-view',
        },
      },
      {
        product_id: 2,
        attributed_to: { touch: 'click', surface: 'search', query: 'red shirt', position: 2, serve_id: requestId },
      },
      { product_id: 3, attributed_to: null },
    ])
    expect(orders[0].lines[0].first).toMatchObject({ surface: 'search' })
    expect(orders[0].lines[0].linear).toHaveLength(2)

    const { rows } = await report(shop, 'surfaces')
    expect(rows.find((row: { key: string }) => row.key === 'search')).toMatchObject({
      renders: 1,
      views: 1,
      clicks: 1,
      ctr: 1,
      average_click_position: 2,
      orders: 1,
      units: 2,
      revenue: 20,
      models: { first: { revenue: 40 }, linear: { revenue: 30 } },
    })
    expect((await report(shop, 'queries')).rows).toMatchObject([{ key: 'red shirt', clicks: 1, revenue: 20 }])
    expect((await report(shop, 'recommendation-types')).rows).toMatchObject([
      { key: 'similar_products', views: 1, revenue: 20 },
    ])
    expect((await report(shop, 'overview')).totals).toMatchObject({
      orders: 1,
      units: 6,
      revenue: 60,
      attributed_revenue: 40,
      attributed_share: 0.666667,
    })
  })

  it('finds the serve by shopper and product where the event names none', async () => {
    const shop = await harness.createShop()
    const products = [{ productId: 5, position: 3 }]
    harness.vitrine?.events.serves.record({
      shop: shop.shop,
      surface: 'section',
      sectionServeId: randomUUID(),
      section: '4',
      atMs: Date.now() - 9000,
      visitorId: 'b',
      products,
    })
    const who = { ...anonymous, visitor_id: 'b' }
    await send(shop, 'svc:section:click', who, {
      custom_data: { track: { products: [{ productId: 5 }] } },
      ...ago(5000),
    })
    await send(shop, 'product_added_to_cart', who, cartLine(5))
    await settle()
    expect((await report(shop, 'sections')).rows).toMatchObject([
      { key: '4', clicks: 1, average_click_position: 3, attributed_carts: 1 },
    ])
  })
})

describe('reports', () => {
  it('counts visits by the steps they took, devices, queries and filters', async () => {
    const shop = await harness.createShop()
    const who = { ...anonymous, visitor_id: 'a', session_id: 's1' }
    await send(shop, 'page_viewed', who, ago(5000))
    await send(shop, 'search_submitted', who, { data: { searchResult: { query: 'Hat' } } })
    await send(shop, 'svc:search_result_rendered', who, {
      custom_data: { track: { search_term: 'hat', products: [] } },
    })
    await send(shop, 'svc:search_filter_updated', who, {
      custom_data: {
        track: {
          filters: [
            { key: 'colour', value: ['red', 'blue'] },
            { key: 'size', value: null },
          ],
        },
      },
    })
    await send(shop, 'product_added_to_cart', who, cartLine(1))
    await send(shop, 'page_viewed', { ...who, session_id: 's2' })
    await settle()
    expect((await report(shop, 'funnel')).total).toEqual({
      visits: 2,
      product_views: 0,
      searches: 1,
      clicks: 0,
      cart_adds: 1,
      checkouts: 0,
      orders: 0,
    })
    expect((await report(shop, 'funnel?scope=page')).paths).toMatchObject([
      { path: '/products/linen-shirt', visits: 2 },
    ])
    expect((await report(shop, 'audience')).devices).toEqual([{ key: 'mobile', events: 6, share: 1 }])
    expect((await report(shop, 'top-queries')).rows).toMatchObject([{ query: 'hat', searches: 1, zero_results: 1 }])
    expect((await report(shop, 'queries-without-results')).rows).toMatchObject([{ query: 'hat' }])
    expect((await report(shop, 'filters')).rows).toEqual([
      {
        key: 'colour',
        appearances: 0,
        uses: 1,
        values: [
          { value: 'blue', uses: 1 },
          { value: 'red', uses: 1 },
        ],
      },
    ])
  })

  it('compares the variants of an experience', async () => {
    const experiences = [
      {
        id: 5,
        name: 'Home',
        status: 'active',
        variants: [
          { key: 'a', weight: 1 },
          { key: 'b', weight: 1 },
        ],
      },
    ]
    const shop = await harness.createShop({ experiences })
    for (let i = 0; i < 6; i++) {
      const variantKey = i % 2 ? 'a' : 'b'
      const experience = { id: '5', variant: variantKey }
      harness.vitrine?.events.serves.record({
        shop: shop.shop,
        surface: 'section',
        sectionServeId: randomUUID(),
        atMs: Date.now() - 60_000,
        visitorId: `v${i}`,
        experience,
        products: [],
      })
      if (variantKey === 'a')
        await send(shop, 'checkout_completed', { ...anonymous, visitor_id: `v${i}` }, ordered(`o${i}`, 1))
    }
    await settle()
    const [experience] = (await report(shop, 'experiments')).experiences
    expect(experience.variants).toMatchObject([
      { variant: 'a', visitors: 3, buyers: 3, conversion_rate: 1, revenue: 60, revenue_per_visitor: 20 },
      { variant: 'b', visitors: 3, buyers: 0, conversion_rate: 0, revenue_per_visitor: 0 },
    ])
    expect(experience.variants[0].probability_best_conversion).toBeGreaterThan(0.95)
    expect(experience.variants[0].conversion_interval[0]).toBeGreaterThan(experience.variants[1].conversion_rate)
  })

  it('converts other currencies, and lists apart what has no rate', async () => {
    const shop = await harness.createShop({ currency_rates: { EUR: 0.5 } })
    for (const [i, currencyCode] of ['USD', 'EUR', 'XYZ'].entries()) {
      const { data } = ordered(`o${i}`, 1)
      await send(
        shop,
        'checkout_completed',
        { ...anonymous, visitor_id: 'a' },
        { data: { checkout: { ...data.checkout, currencyCode } } },
      )
    }
    await settle()
    expect((await report(shop, 'overview')).totals).toMatchObject({
      orders: 3,
      revenue: 60,
      unconverted_revenue: { XYZ: 20 },
    })
    const { days } = await report(shop, 'overview?by=day')
    expect(days).toMatchObject([{ date: new Date().toISOString().slice(0, 10), orders: 3 }])
  })

  it('refuses an unknown report, a bad range and an unknown shop', async () => {
    const shop = await harness.createShop()
    expect((await harness.admin('GET', `/shops/${shop.shop}/analytics/nonsense`)).status).toBe(404)
    expect(
      (await harness.admin('GET', `/shops/${shop.shop}/analytics/overview?from=2026-02-02&to=2026-01-01`)).status,
    ).toBe(400)
    expect((await harness.admin('GET', `/shops/${shop.shop}/analytics/overview?from=soon`)).status).toBe(400)
    expect((await harness.admin('GET', '/shops/none.myshopify.com/analytics/overview')).status).toBe(404)
  })
})

describe('for integrators', () => {
  it('shows the last events with their verdicts and counts them by outcome', async () => {
    const shop = await harness.createShop()
    const who = { ...anonymous, visitor_id: 'a' }
    const id = await send(shop, 'page_viewed', who)
    await send(shop, 'page_viewed', who, { id })
    await send(shop, 'product_viewed', who, { data: { odd: true } })
    await harness.post(V1, sampleEnvelope('page_viewed', Date.now(), { envelope: { channel: 'WEB' } }), shop)
    const { events } = (await harness.admin('GET', `/shops/${shop.shop}/events/debug`)).body
    expect(events.map((event: { verdict: string }) => event.verdict)).toEqual([
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
    const ingestion = await report(shop, 'ingestion')
    expect(ingestion).toMatchObject({
      totals: { accepted: 2, unreadable: 1, duplicate: 1, refused: 1, busy: 0 },
      refused_by_reason: [{ reason: 'channel any.only', count: 1 }],
    })
  })

  it('exports and erases a shopper with all linked ids, and nobody else', async () => {
    const shop = await harness.createShop()
    const mine = { visitor_id: 'me', client_id: 'phone', customer_id: '7' }
    await send(shop, 'product_viewed', mine, viewed(1))
    await send(shop, 'checkout_completed', mine, { data: pixelData.checkout_completed })
    await send(shop, 'product_viewed', { ...anonymous, visitor_id: 'other' }, viewed(2))
    const exported = await harness.admin('GET', `/shops/${shop.shop}/visitors/me`)
    expect(exported.body).toMatchObject({
      subjects: ['client:phone', 'customer:7', 'visitor:me'],
      history: { browsed: [1] },
      events: [{}, {}],
    })
    expect((await harness.admin('DELETE', `/shops/${shop.shop}/visitors/me`)).body).toEqual({ erased_events: 2 })
    for (const id of ['me', 'phone', 'customer:7']) {
      expect((await harness.admin('GET', `/shops/${shop.shop}/visitors/${id}`)).status).toBe(404)
    }
    expect((await history(shop, { user_id: 'me' })).browsed_products).toEqual([])
    expect((await history(shop, { user_id: 'other' })).browsed_products).toEqual([2])
    const log = await harness.request(`/api/admin/v1/shops/${shop.shop}/events`, {
      headers: { authorization: `Bearer ${harness.adminKey}` },
    })
    expect(JSON.stringify(log.body)).not.toMatch(/"me"|phone|shopper@example/)
  })
})
