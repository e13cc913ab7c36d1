import { createCatalog, createShopper, demoConfig } from '@vitrine/demo'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LiveShop } from '@vitrine/demo'
import { simulateLive } from '@vitrine/demo'
import { surveyShop } from '@vitrine/demo'
import { newId } from '../../packages/server/src/new-id.ts'
import { type Harness, startHarness, type TestShop } from '../conformance/harness.ts'

const catalog = createCatalog('simulated shoppers', Date.now()).filter((_, i) => i % 6 === 0)
let harness: Harness
let shop: TestShop

beforeAll(async () => {
  harness = await startHarness()
  const { publications, markets, sections, experiences } = demoConfig(catalog, Date.now())
  shop = await harness.createShop({ publications, markets, sections, experiences })
  await harness.putProducts(
    shop,
    catalog.map((item) => item.product),
  )
})
afterAll(() => harness.close())

async function simulate(visits: number) {
  const live = new LiveShop({ url: harness.url, shop: shop.shop, key: shop.key })
  const survey = await surveyShop(live)
  const shoppers = Array.from({ length: 20 }, (_, number) => createShopper('people', number, survey.choices))
  const plan = { shoppers, seed: 'a run', visits, rate: 0, seconds: 60, atOnce: 4 }
  return { live, survey, result: await simulateLive({ shop: live, survey, clock: Date.now, newId }, plan) }
}

async function storedEvents() {
  const exported = await harness.admin('GET', `/shops/${shop.shop}/events`)
  return (typeof exported.body === 'string' ? exported.body.trim().split('\n') : [JSON.stringify(exported.body)]).map(
    (line) => JSON.parse(line),
  )
}

describe('simulated shoppers', () => {
  it('learn by browsing what the shop sells', async () => {
    const { survey } = await simulate(1)
    const sold = new Set(catalog.map((item) => item.product.product_type))
    expect(new Set(survey.choices.productTypes)).toEqual(sold)
  })

  it('are answered and believed: every event they send is stored', async () => {
    const before = (await storedEvents()).length
    const { live, result } = await simulate(25)
    expect([...live.failures.keys()].filter((failure) => failure.includes('/events'))).toEqual([])
    expect(result.visits).toBe(25)
    expect(result.searches).toBeGreaterThan(0)
    expect((await storedEvents()).length - before).toBe(result.events)
  })

  it('click only on what was served to them, and say in which answer', async () => {
    await simulate(25)
    // Only the count is kept of shoppers who decline analytics.
    const events = (await storedEvents()).filter((event) => event.data !== undefined)
    const rendered = new Map(
      events
        .filter((event) => event.name === 'svc:search_result_rendered')
        .map((event) => [
          event.data.track.request_id,
          event.data.track.products.map((product: { product_id: number }) => product.product_id),
        ]),
    )
    const clicks = events.filter((event) => event.name === 'svc:search_result_clicked')
    expect(clicks.length).toBeGreaterThan(0)
    for (const { data } of clicks)
      expect(rendered.get(data.track.request_id)).toContain(data.track.products[0].product_id)
  })
})

describe('past events in bulk', () => {
  const past = (id: string) => ({
    visitor_id: 'v-past',
    event: {
      id,
      name: 'product_viewed',
      type: 'standard',
      timestamp: '2025-01-05T10:00:00.000Z',
      context: { navigator: { user_agent: 'Mozilla/5.0' } },
      data: { productVariant: { id: '1', product: { id: '2' }, price: { amount: 3, currencyCode: 'USD' } } },
    },
  })
  const send = (lines: readonly string[]) =>
    harness.request(`/api/admin/v1/shops/${shop.shop}/events/bulk`, {
      method: 'POST',
      headers: { authorization: `Bearer ${harness.adminKey}`, 'content-type': 'application/x-ndjson' },
      body: lines.join('\n'),
    })
  const [first, second] = ['0e0b9a58-6f3d-4e2c-8a51-9d1f6e1f4b01', '0e0b9a58-6f3d-4e2c-8a51-9d1f6e1f4b02'].map(past)

  it('keeps the good lines of any age and names the bad ones', async () => {
    const lines = [
      JSON.stringify(first),
      '{broken',
      '',
      JSON.stringify({ ...second, event: { ...second!.event, name: 'nothing' } }),
      JSON.stringify(second),
    ]
    const { status, body } = await send(lines)
    expect(status).toBe(200)
    expect(body).toMatchObject({ accepted: 2, duplicates: 0 })
    expect(body.rejected.map((refusal: { line: number }) => refusal.line)).toEqual([2, 4])
  })

  it('changes nothing when sent again', async () => {
    expect((await send([JSON.stringify(first), JSON.stringify(second)])).body).toMatchObject({
      accepted: 0,
      duplicates: 2,
    })
  })

  it('is refused without a key of the shop', async () => {
    const response = await fetch(`${harness.url}/api/admin/v1/shops/${shop.shop}/events/bulk`, {
      method: 'POST',
      body: '{}',
    })
    expect(response.status).toBe(401)
  })
})
