import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ago, anonymous, cartLine, type EffectCases, ordered, startEffectCases } from './event-effects.ts'

let cases: EffectCases

beforeAll(async () => {
  cases = await startEffectCases()
})
afterAll(() => cases.harness.close())

describe('attribution', () => {
  it('credits a line to the last click, otherwise to the last view, and explains it', async () => {
    const shop = await cases.harness.createShop({ currency_rates: { EUR: 0.5 } })
    const who = { ...anonymous, visitor_id: 'a' }
    const requestId = randomUUID()
    const served = {
      shop: shop.shop,
      atMs: Date.now() - 60_000,
      visitorId: 'a',
      products: [1, 2].map((productId, i) => ({ productId, position: i + 1, step: 'co-view' })),
    }
    cases.harness.vitrine?.events.serves.record({
      ...served,
      surface: 'search',
      requestId,
      query: 'Red  Shirt',
      total: 2,
    })
    const section = {
      surface: 'section' as const,
      sectionServeId: randomUUID(),
      requestId: randomUUID(),
      section: '9',
      recommendationType: 'similar_products',
    }
    cases.harness.vitrine?.events.serves.record({ ...served, ...section })
    const track = (fields: object) => ({ custom_data: { track: fields } })
    await cases.send(shop, 'svc:search_result_rendered', who, {
      ...track({ request_id: requestId, products: [{ product_id: 1 }, { product_id: 2 }] }),
      ...ago(50_000),
    })
    await cases.send(shop, 'svc:search_result_clicked', who, {
      ...track({ request_id: requestId, products: [{ product_id: 2 }] }),
      ...ago(40_000),
    })
    await cases.send(shop, 'svc:section:view', who, {
      ...track({ sectionServeId: section.sectionServeId }),
      ...ago(30_000),
    })
    await cases.send(shop, 'checkout_completed', who, ordered('77', 1, 2, 3))
    await cases.settle()

    const { orders } = await cases.report(shop, 'orders?key=77')
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

    const { rows } = await cases.report(shop, 'surfaces')
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
    expect((await cases.report(shop, 'queries')).rows).toMatchObject([{ query: 'red shirt', clicks: 1, revenue: 20 }])
    expect((await cases.report(shop, 'recommendation-types')).rows).toMatchObject([
      { key: 'similar_products', views: 1, revenue: 20 },
    ])
    expect((await cases.report(shop, 'overview')).totals).toMatchObject({
      orders: 1,
      units: 6,
      revenue: 60,
      attributed_revenue: 40,
      attributed_share: 0.666667,
    })
  })

  it('finds the serve by shopper and product if the event names none', async () => {
    const shop = await cases.harness.createShop()
    const products = [{ productId: 5, position: 3 }]
    cases.harness.vitrine?.events.serves.record({
      shop: shop.shop,
      surface: 'section',
      sectionServeId: randomUUID(),
      section: '4',
      atMs: Date.now() - 9000,
      visitorId: 'b',
      products,
    })
    const who = { ...anonymous, visitor_id: 'b' }
    await cases.send(shop, 'svc:section:click', who, {
      custom_data: { track: { products: [{ productId: 5 }] } },
      ...ago(5000),
    })
    await cases.send(shop, 'product_added_to_cart', who, cartLine(5))
    await cases.settle()
    expect((await cases.report(shop, 'sections')).rows).toMatchObject([
      { key: '4', clicks: 1, average_click_position: 3, carts: 1 },
    ])
  })
})

describe('reports', () => {
  it('count visits by the steps they took, devices, queries and filters', async () => {
    const shop = await cases.harness.createShop()
    const who = { ...anonymous, visitor_id: 'a', session_id: 's1' }
    await cases.send(shop, 'page_viewed', who, ago(5000))
    await cases.send(shop, 'search_submitted', who, { data: { searchResult: { query: 'Hat' } } })
    await cases.send(shop, 'svc:search_result_rendered', who, {
      custom_data: { track: { search_term: 'hat', products: [] } },
    })
    await cases.send(shop, 'svc:search_filter_updated', who, {
      custom_data: {
        track: {
          filters: [
            { key: 'colour', value: ['red', 'blue'] },
            { key: 'size', value: null },
          ],
        },
      },
    })
    await cases.send(shop, 'product_added_to_cart', who, cartLine(1))
    await cases.send(shop, 'page_viewed', { ...who, visitor_id: 'b', session_id: 's2' })
    await cases.settle()
    expect((await cases.report(shop, 'funnel')).total).toEqual({
      visits: 2,
      // Nobody reported a view, but adding to the cart implies one.
      product_views: 1,
      searches: 1,
      clicks: 0,
      cart_adds: 1,
      checkouts: 0,
      orders: 0,
      conversion_rate: 0,
    })
    expect((await cases.report(shop, 'funnel?scope=page')).paths).toMatchObject([
      { path: '/products/linen-shirt', visits: 2 },
    ])
    expect((await cases.report(shop, 'audience')).devices).toEqual([{ key: 'mobile', events: 6, share: 1 }])
    expect((await cases.report(shop, 'top-queries')).rows).toMatchObject([
      { query: 'hat', searches: 1, zero_results: 1 },
    ])
    expect((await cases.report(shop, 'queries-without-results')).rows).toMatchObject([{ query: 'hat' }])
    expect((await cases.report(shop, 'filters')).rows).toEqual([
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

  it('compare the variants of an experience', async () => {
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
    const shop = await cases.harness.createShop({ experiences })
    for (let i = 0; i < 6; i++) {
      const variantKey = i % 2 ? 'a' : 'b'
      const experience = { id: '5', variant: variantKey }
      cases.harness.vitrine?.events.serves.record({
        shop: shop.shop,
        surface: 'section',
        sectionServeId: randomUUID(),
        atMs: Date.now() - 60_000,
        visitorId: `v${i}`,
        experience,
        products: [],
      })
      if (variantKey === 'a')
        await cases.send(shop, 'checkout_completed', { ...anonymous, visitor_id: `v${i}` }, ordered(`o${i}`, 1))
    }
    await cases.settle()
    const [experience] = (await cases.report(shop, 'experiments')).experiences
    expect(experience.variants).toMatchObject([
      { variant: 'a', visitors: 3, buyers: 3, conversion_rate: 1, revenue: 60, revenue_per_visitor: 20 },
      { variant: 'b', visitors: 3, buyers: 0, conversion_rate: 0, revenue_per_visitor: 0 },
    ])
    expect(experience.variants[0].probability_best_conversion).toBeGreaterThan(0.95)
    expect(experience.variants[0].conversion_interval[0]).toBeGreaterThan(experience.variants[1].conversion_rate)
  })

  it('convert other currencies, and list those without a rate separately', async () => {
    const shop = await cases.harness.createShop({ currency_rates: { EUR: 0.5 } })
    for (const [i, currencyCode] of ['USD', 'EUR', 'GBP'].entries()) {
      const { data } = ordered(`o${i}`, 1)
      await cases.send(
        shop,
        'checkout_completed',
        { ...anonymous, visitor_id: 'a' },
        { data: { checkout: { ...data.checkout, currencyCode } } },
      )
    }
    await cases.settle()
    expect((await cases.report(shop, 'overview')).totals).toMatchObject({
      orders: 3,
      revenue: 60,
      unconverted_revenue: { GBP: 20 },
    })
    const { days } = await cases.report(shop, 'overview?by=day')
    expect(days).toMatchObject([{ date: new Date().toISOString().slice(0, 10), orders: 3 }])
  })

  it('refuse an unknown report, a bad range and an unknown shop', async () => {
    const shop = await cases.harness.createShop()
    expect((await cases.harness.admin('GET', `/shops/${shop.shop}/analytics/nonsense`)).status).toBe(404)
    expect(
      (await cases.harness.admin('GET', `/shops/${shop.shop}/analytics/overview?from=2026-02-02&to=2026-01-01`)).status,
    ).toBe(400)
    expect((await cases.harness.admin('GET', `/shops/${shop.shop}/analytics/overview?from=soon`)).status).toBe(400)
    expect((await cases.harness.admin('GET', '/shops/none.myshopify.com/analytics/overview')).status).toBe(404)
  })
})

describe('report days', () => {
  const dateIn = (timeZone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(Date.now())

  it("are in the shop's time zone, and are recounted when it changes", async () => {
    const shop = await cases.harness.createShop({})
    // These time zones are 26 hours apart, so the date always differs.
    for (const timezone of ['Pacific/Kiritimati', 'Etc/GMT+12']) {
      await cases.harness.admin('PUT', `/shops/${shop.shop}`, { timezone })
      const today = dateIn(timezone)
      await cases.send(shop, 'checkout_completed', anonymous, ordered(timezone, 1))
      await cases.settle()
      const { days, ...said } = await cases.report(shop, 'overview?by=day')
      expect(said).toMatchObject({ to: today, timezone })
      expect(days.map(({ date }: { date: string }) => date)).toEqual([today])
      const { orders } = await cases.report(shop, `orders?from=${today}&to=${today}`)
      expect(orders[0].order_id).toBe(timezone)
      const { days: received } = await cases.report(shop, 'ingestion')
      expect(received).toMatchObject([{ date: today, accepted: 1 }])
    }
    const today = dateIn('Etc/GMT+12')
    const { totals } = await cases.report(shop, `overview?from=${today}&to=${today}`)
    expect(totals).toMatchObject({ visits: 1, orders: 2 })
  })
})
