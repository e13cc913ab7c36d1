/** Tests sentences of the contract about events that no other file covers. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { context } from './event-samples.ts'
import { type Harness, startHarness, type TestShop } from './harness.ts'
import { createSearchShop } from './search-shop.ts'

const V1 = '/api/storefront/v1/headless'
const V3 = '/api/storefront/v3/headless'
const EVENTS = `${V1}/events`

let harness: Harness
let shop: TestShop

beforeAll(async () => {
  harness = await startHarness()
  shop = await createSearchShop(harness)
})
afterAll(() => harness.close())

const event = (fields: object) => ({
  id: crypto.randomUUID(),
  timestamp: new Date().toISOString(),
  context,
  ...fields,
})

describe('the visitor of an event', () => {
  const viewed = (id: number) => {
    const productVariant = { id: String(id * 100), product: { id: String(id) } }
    return event({ name: 'product_viewed', type: 'standard', data: { productVariant } })
  }
  const browsedBy = async (user_id: string) =>
    (await harness.post(`${V3}/init`, { user_id }, shop)).body.visitor.browsed_products

  it('is `user_id` on the storefront host, and `visitor_id` or `client_id` on the search host', async () => {
    await harness.post(
      `${V3}/events`,
      { user_id: 'mine', visitor_id: 'other', session_id: 's', event: viewed(1) },
      shop,
    )
    await harness.post(EVENTS, { channel: 'HEADLESS', client_id: 'device', user_id: 'unknown', event: viewed(2) }, shop)
    await harness.settle()
    await expect.poll(() => browsedBy('mine')).toEqual([1])
    const byDevice = await harness.post(`${V3}/init`, { client_id: 'device' }, shop)
    expect(byDevice.body.visitor.browsed_products).toEqual([2])
    expect([await browsedBy('other'), await browsedBy('unknown')]).toEqual([[], []])
  })
})

describe('the attribution of an order line', () => {
  let to: TestShop
  beforeEach(() => {
    to = shop
  })
  const send = (visitor_id: string, name: string, payload: object) =>
    harness.post(EVENTS, { channel: 'HEADLESS', visitor_id, event: event({ name, ...payload }) }, to)
  const click = (visitor: string, request_id: string, product_id: number) =>
    send(visitor, 'svc:search_result_clicked', {
      type: 'custom',
      custom_data: { track: { request_id, products: [{ product_id }] } },
    })
  const order = (visitor: string, product: number) => {
    const variant = { id: String(product * 100), price: { amount: 10 }, product: { id: String(product) } }
    const checkout = { order: { id: `order-${visitor}` }, currencyCode: 'USD', lineItems: [{ quantity: 1, variant }] }
    return send(visitor, 'checkout_completed', { type: 'standard', data: { checkout } })
  }
  const earned = async (visitor: string) => {
    const { body } = await harness.admin('GET', `/shops/${to.shop}/analytics/orders?key=order-${visitor}`)
    return body.orders.map((one: { lines: { attributed_to: { touch: string } | null }[] }) =>
      one.lines.map((line) => line.attributed_to?.touch ?? null),
    )
  }

  it('requires a click on an answer that showed the product to the same visitor', async () => {
    const serve = async (visitor_id?: string, client_id?: string) => {
      const ask = { query: 'linen shirt', visitor_id, client_id, mode: 'text' }
      const { body } = await harness.post(`${V1}/search`, ask, shop)
      expect(body.products[0].product_id).toBe(1)
      return body.request_id as string
    }
    await click('shown', await serve('shown'), 1)
    await click('unnamed', await serve(), 1)
    await click('other-kind', await serve(undefined, 'client-1'), 1)
    await click('somebody', await serve('somebody-else'), 1)
    await click('unserved', await serve('unserved'), 4)
    expect((await click('unrecorded', crypto.randomUUID(), 1)).body).toEqual({ ok: true })
    for (const visitor of ['shown', 'unnamed', 'other-kind', 'somebody', 'unrecorded']) await order(visitor, 1)
    await order('unserved', 4)
    await harness.settle()
    await expect.poll(() => earned('unserved')).toHaveLength(1)
    for (const visitor of ['shown', 'unnamed', 'other-kind']) expect(await earned(visitor)).toEqual([['click']])
    for (const visitor of ['somebody', 'unserved', 'unrecorded']) expect(await earned(visitor)).toEqual([[null]])
    // The event is stored, but it is not a click of a search, because no search showed the product.
    const kept = await harness.admin('GET', `/shops/${shop.shop}/visitors/unrecorded`)
    expect(kept.body.events.map(({ action }: { action: string }) => action)).toEqual(['surface_click', 'order'])
    const { body: report } = await harness.admin('GET', `/shops/${shop.shop}/analytics/surfaces`)
    expect(report.rows).toMatchObject([{ key: 'search', clicks: 5 }])
  })

  it('accepts a click on an answer of an edge node if the shop has edge delivery', async () => {
    to = await createSearchShop(harness, { edge: { enabled: true } })
    expect((await harness.post(`${V1}/search`, {}, to)).status).toBe(200)
    await click('at-the-edge', crypto.randomUUID(), 1)
    await send('of-a-section', 'svc:section:click', {
      type: 'custom',
      custom_data: { track: { sectionServeId: crypto.randomUUID(), products: [{ productId: 1 }] } },
    })
    await order('at-the-edge', 1)
    await order('of-a-section', 1)
    await harness.settle()
    await expect.poll(() => earned('of-a-section')).toHaveLength(1)
    expect([await earned('at-the-edge'), await earned('of-a-section')]).toEqual([[['click']], [[null]]])
  })
})

describe('`GET|DELETE /shops/{shop}/visitors/{id}` (export, erase)', () => {
  const path = (id: string) => `/shops/${shop.shop}/visitors/${encodeURIComponent(id)}`

  it('finds a shopper by every id that an event may contain', async () => {
    const ids = ['a/b', 'a b', 'ü€', '?x', 'visitor:x', 'x'.repeat(255), '😀'.repeat(255)]
    for (const visitor_id of ids) {
      const viewed = event({ name: 'page_viewed', type: 'standard', data: {} })
      expect((await harness.post(EVENTS, { channel: 'MOBILE', visitor_id, event: viewed }, shop)).status).toBe(200)
      const exported = await harness.admin('GET', path(`visitor:${visitor_id}`))
      expect([exported.status, exported.body.subjects]).toEqual([200, [`visitor:${visitor_id}`]])
      const erased = await harness.admin('DELETE', path(`visitor:${visitor_id}`))
      expect([erased.status, erased.body]).toEqual([200, { erased_events: 1 }])
      expect((await harness.admin('GET', path(`visitor:${visitor_id}`))).status).toBe(404)
    }
  })
})

describe('the payload', () => {
  const envelope = (fields: object) => ({ channel: 'HEADLESS', visitor_id: 'v', event: event(fields) })

  it('`data` is required when type is standard, `custom_data` when it is custom; the other may be null', async () => {
    const track = {}
    const custom = envelope({ name: 'svc:init', type: 'custom', data: null, custom_data: { track } })
    const standard = envelope({ name: 'page_viewed', type: 'standard', data: {}, custom_data: null })
    for (const body of [custom, standard]) expect((await harness.post(EVENTS, body, shop)).body).toEqual({ ok: true })
    const missing: [object, string, string][] = [
      [envelope({ name: 'page_viewed', type: 'standard', data: null }), 'data', 'object.base'],
      [envelope({ name: 'page_viewed', type: 'standard' }), 'data', 'any.required'],
      [envelope({ name: 'svc:init', type: 'custom', custom_data: null }), 'custom_data', 'object.base'],
      [envelope({ name: 'svc:init', type: 'custom' }), 'custom_data', 'any.required'],
    ]
    for (const [body, key, type] of missing) {
      const answer = await harness.post(EVENTS, body, shop)
      expect([answer.status, answer.body.error]).toEqual([
        400,
        [expect.objectContaining({ path: ['event', key], type, context: { label: `event.${key}`, key } })],
      ])
    }
  })
})
