import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Harness, startHarness, type TestShop } from './harness.ts'

const SECRET = 'shpss_0123456789abcdef'
const USER_AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

describe('webhooks', () => {
  let harness: Harness
  let shop: TestShop
  let webhookNumber = 0

  beforeAll(async () => {
    harness = await startHarness()
  })
  afterAll(() => harness.close())
  beforeEach(async () => {
    shop = await harness.createShop({ webhook_secret: SECRET })
  })

  const send = (topic: string, payload: object, changes: Record<string, string> = {}) => {
    const body = JSON.stringify(payload)
    return harness.request('/webhooks/shopify', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-shopify-topic': topic,
        'x-shopify-shop-domain': shop.shop,
        'x-shopify-webhook-id': `w-${++webhookNumber}`,
        'x-shopify-hmac-sha256': createHmac('sha256', SECRET).update(body).digest('base64'),
        ...changes,
      },
      body,
    })
  }
  const product = (id: number, title: string, updatedAt: string) => ({
    id,
    title,
    handle: `p-${id}`,
    vendor: 'Northloom',
    product_type: 'Shirts',
    status: 'active',
    published_at: '2026-01-01T00:00:00Z',
    updated_at: updatedAt,
    options: [],
    variants: [
      {
        id: id * 10,
        title: 'Default Title',
        sku: `S${id}`,
        price: '40.00',
        inventory_quantity: 5,
        inventory_management: 'shopify',
        inventory_item_id: id * 100,
      },
    ],
    images: [],
  })
  const stored = async (id: number) => harness.admin('GET', `/shops/${shop.shop}/products/${id}`)

  it('are refused with a wrong signature, a changed body, an unknown shop or no secret, all with the same words', async () => {
    const body = product(1, 'Shirt', '2026-01-02T00:00:00Z')
    const wrong = await send('products/create', body, { 'x-shopify-hmac-sha256': 'AAAA' })
    const unknown = await send('products/create', body, { 'x-shopify-shop-domain': 'nobody.myshopify.com' })
    const silent = await harness.createShop()
    const noSecret = await send('products/create', body, { 'x-shopify-shop-domain': silent.shop })
    const signatureOf = (text: string) => createHmac('sha256', SECRET).update(text).digest('base64')
    const ofAnother = { 'x-shopify-hmac-sha256': signatureOf(JSON.stringify({ ...body, title: 'Coat' })) }
    const changed = await send('products/create', body, ofAnother)
    const spaced = await send('products/create', body, {
      'x-shopify-hmac-sha256': signatureOf(` ${JSON.stringify(body)}`),
    })
    const otherSecret = createHmac('sha256', `${SECRET}x`).update(JSON.stringify(body)).digest('base64')
    const foreign = await send('products/create', body, { 'x-shopify-hmac-sha256': otherSecret })
    const zeros = await send('products/create', body, { 'x-shopify-hmac-sha256': Buffer.alloc(32).toString('base64') })
    const none = await send('products/create', body, { 'x-shopify-hmac-sha256': '' })
    for (const answer of [wrong, changed, spaced, foreign, zeros, none, unknown, noSecret])
      expect([answer.status, answer.body]).toEqual([401, wrong.body])
    expect((await stored(1)).status).toBe(404)
  })

  it('create, update and delete products; a late older one changes nothing, also after a deletion', async () => {
    expect((await send('products/create', product(1, 'Shirt', '2026-01-02T00:00:00Z'))).body).toEqual({ ok: true })
    await send('products/update', product(1, 'Better shirt', '2026-01-04T00:00:00Z'))
    await send('products/update', product(1, 'Late shirt', '2026-01-03T00:00:00Z'))
    expect((await stored(1)).body.title).toBe('Better shirt')
    await send('products/delete', { id: 1 })
    await send('products/update', product(1, 'Ghost', '2026-01-05T00:00:00Z'))
    expect((await stored(1)).status).toBe(404)
  })

  it('keep what they do not contain: ratings, markets, translations', async () => {
    await harness.putProducts(shop, [
      { ...product(2, 'Coat', '2026-01-01T00:00:00Z'), rating: { value: 4.5, count: 10 }, market_ids: [1] },
    ])
    await send('products/update', product(2, 'Warm coat', '2026-02-01T00:00:00Z'))
    expect((await stored(2)).body).toMatchObject({
      title: 'Warm coat',
      rating: { value: 4.5, count: 10 },
      market_ids: [1],
    })
  })

  it('are applied once per webhook id', async () => {
    const same = { 'x-shopify-webhook-id': 'same' }
    await send('products/create', product(3, 'First', '2026-01-02T00:00:00Z'), same)
    await send('products/update', product(3, 'Second', '2026-01-03T00:00:00Z'), same)
    expect((await stored(3)).body.title).toBe('First')
  })

  it('sum the stock of all locations; a late older level changes nothing', async () => {
    await harness.putProducts(shop, [product(4, 'Mug', '2026-01-01T00:00:00Z')])
    const level = (location_id: number, available: number, updated_at: string) =>
      send('inventory_levels/update', { inventory_item_id: 400, location_id, available, updated_at })
    await level(1, 7, '2026-01-03T00:00:00Z')
    await level(2, 4, '2026-01-03T00:00:00Z')
    await level(1, 99, '2026-01-02T00:00:00Z')
    expect((await stored(4)).body.variants[0].inventory_quantity).toBe(11)
    await level(1, 0, '2026-01-04T00:00:00Z')
    expect((await stored(4)).body.variants[0].inventory_quantity).toBe(4)
  })

  it('create, rename and delete collections, also in search', async () => {
    await harness.putProducts(shop, [product(5, 'Lamp', '2026-01-01T00:00:00Z')])
    const rules = [{ column: 'vendor', relation: 'equals', condition: 'Northloom' }]
    await send('collections/create', {
      id: 77,
      handle: 'north',
      title: 'North',
      rules,
      disjunctive: false,
      updated_at: '2026-01-02T00:00:00Z',
    })
    const found = () => harness.post('/api/storefront/v1/headless/search', { query: '', collection: 'north' }, shop)
    await expect.poll(async () => (await found()).body.pagination.total).toBe(1)
    await send('collections/update', {
      id: 77,
      handle: 'north',
      title: 'Far north',
      updated_at: '2026-01-03T00:00:00Z',
    })
    const config = await harness.admin('GET', `/shops/${shop.shop}/config`)
    expect(config.body.collections).toMatchObject([{ id: 77, title: 'Far north', rules }])
    await send('collections/delete', { id: 77 })
    expect((await harness.admin('GET', `/shops/${shop.shop}/config`)).body.collections).toEqual([])
  })

  it('are answered 200 if their topic is irrelevant, and 400 if they cannot be read', async () => {
    expect((await send('themes/publish', { id: 1 })).status).toBe(200)
    expect((await send('products/update', { title: 'no id' })).status).toBe(400)
  })

  const order = (id: number, more: object = {}) => ({
    id,
    created_at: new Date().toISOString(),
    currency: 'USD',
    total_price: '100.00',
    customer: { id: 9001, email: 'someone@example.com' },
    line_items: [
      { id: 1, product_id: 11, variant_id: 110, quantity: 2, price: '40.00' },
      { id: 2, product_id: 12, variant_id: 120, quantity: 1, price: '20.00' },
    ],
    ...more,
  })
  const pixelOrder = (id: number) =>
    harness.post(
      '/api/storefront/v1/headless/events',
      {
        channel: 'HEADLESS',
        visitor_id: 'visitor-1',
        event: {
          id: crypto.randomUUID(),
          name: 'checkout_completed',
          type: 'standard',
          timestamp: new Date().toISOString(),
          context: { navigator: { user_agent: USER_AGENT } },
          data: {
            checkout: {
              order: { id: String(id) },
              currencyCode: 'USD',
              lineItems: [
                {
                  quantity: 2,
                  variant: { id: '110', price: { amount: 40, currencyCode: 'USD' }, product: { id: '11' } },
                },
                {
                  quantity: 1,
                  variant: { id: '120', price: { amount: 20, currencyCode: 'USD' }, product: { id: '12' } },
                },
              ],
            },
          },
        },
      },
      shop,
    )
  const totals = async () => {
    await harness.settle()
    const { body } = await harness.admin('GET', `/shops/${shop.shop}/analytics/overview`)
    const { orders, units, revenue } = body.totals
    return { orders, units, revenue }
  }

  it('count an order once, whether the pixel or the platform reports it first, and however often', async () => {
    await pixelOrder(501)
    await send('orders/create', order(501))
    await send('orders/paid', order(501))
    await send('orders/create', order(502))
    await pixelOrder(502)
    expect(await totals()).toEqual({ orders: 2, units: 6, revenue: 200 })
  })

  it('subtract refunds, before or after the order is known, each once, never below zero', async () => {
    const refund = (id: number, orderId: number, quantity: number, subtotal: number) =>
      send('refunds/create', {
        id,
        order_id: orderId,
        created_at: new Date().toISOString(),
        refund_line_items: [{ quantity, subtotal, line_item: { product_id: 11, variant_id: 110, price: '40.00' } }],
      })
    await refund(1, 601, 1, 40)
    expect(await totals()).toEqual({ orders: 0, units: 0, revenue: 0 })
    await send('orders/create', order(601))
    expect(await totals()).toEqual({ orders: 1, units: 2, revenue: 60 })
    await refund(1, 601, 1, 40)
    expect(await totals()).toEqual({ orders: 1, units: 2, revenue: 60 })
    await refund(2, 601, 5, 400)
    expect(await totals()).toEqual({ orders: 1, units: 1, revenue: 20 })
    await send('orders/cancelled', order(601, { cancelled_at: new Date().toISOString() }))
    expect((await totals()).revenue).toBe(0)
  })

  it('leave no e-mail address of an order', async () => {
    await send('orders/create', order(701))
    await harness.settle()
    const log = await harness.admin('GET', `/shops/${shop.shop}/events`)
    expect(JSON.stringify(log.body)).not.toContain('someone@example.com')
  })

  describe('of any other shop', () => {
    const post = (topic: string, payload: object, changes: Record<string, string> = {}) => {
      const body = JSON.stringify(payload)
      return harness.request('/webhooks/vitrine', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-vitrine-topic': topic,
          'x-vitrine-shop': shop.shop,
          'x-vitrine-signature': `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`,
          ...changes,
        },
        body,
      })
    }
    const hat = { id: 'prod_01HX', title: 'Hat', handle: 'hat', variants: [{ id: 'var_1', price: '40.00' }] }
    const sold = {
      id: 'order-12',
      currency: 'USD',
      total_price: '80.00',
      created_at: new Date().toISOString(),
      line_items: [{ product_id: 'prod_01HX', variant_id: 'var_1', quantity: 2, price: '40.00' }],
    }

    it('bring products, orders and refunds with the shop’s own ids; orders and refunds count as signed', async () => {
      expect((await post('products/create', hat)).status).toBe(200)
      const product = await harness.admin('GET', `/shops/${shop.shop}/products/prod_01HX`)
      expect(product.body).toMatchObject({ title: 'Hat', external_id: 'prod_01HX' })
      // A product without a publication time gets the time of its arrival instead of 1970.
      expect(Date.parse(product.body.published_at)).toBeGreaterThan(Date.parse('2025-01-01'))
      await post('orders/create', sold)
      await post('orders/create', sold)
      expect(await totals()).toEqual({ orders: 1, units: 2, revenue: 80 })
      const line_items = [{ product_id: 'prod_01HX', variant_id: 'var_1', quantity: 1, price: '40.00' }]
      await post('refunds/create', { id: 'refund-7', order_id: 'order-12', line_items })
      expect(await totals()).toMatchObject({ revenue: 40 })
      await post('products/delete', { id: 'prod_01HX' })
      expect((await harness.admin('GET', `/shops/${shop.shop}/products/prod_01HX`)).status).toBe(404)
    })

    it('are refused unless they are signed', async () => {
      const wrong = [`sha256=${'0'.repeat(64)}`, '', createHmac('sha256', 'other').update('x').digest('hex')]
      for (const signature of wrong)
        expect((await post('products/create', hat, { 'x-vitrine-signature': signature })).status).toBe(401)
      expect((await post('products/create', hat, { 'x-vitrine-shop': 'other.example' })).status).toBe(401)
    })
  })
})
