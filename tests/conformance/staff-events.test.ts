import { afterAll, beforeAll, expect, it } from 'vitest'
import { V1 } from './event-effects.ts'
import { sampleEnvelope } from './event-samples.ts'
import { type Harness, startHarness, type TestShop } from './harness.ts'

let node: Harness
let shop: TestShop

beforeAll(async () => {
  node = await startHarness({ VITRINE_TRUSTED_PROXIES: '127.0.0.1' })
  shop = await node.createShop({ analytics: { staff: { networks: ['203.0.113.0/24'], customer_ids: ['7'] } } })
})
afterAll(() => node?.close())

const send = (who: object, headers: Record<string, string> = {}) =>
  node.request(V1, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-shop': shop.shop,
      authorization: `Bearer ${shop.key}`,
      ...headers,
    },
    body: JSON.stringify(sampleEnvelope('product_viewed', Date.now(), { envelope: who } as never)),
  })

it('does not count staff, who are recognized by network, customer and cookie', async () => {
  const answers = [
    await send({ visitor_id: 'a' }, { 'x-forwarded-for': '203.0.113.5' }),
    await send({ visitor_id: 'b', customer_id: '7' }),
    await send({ visitor_id: 'c' }, { cookie: 'vitrine_staff=1' }),
  ]
  expect(answers.map(({ status, body }) => [status, body.ok])).toEqual(answers.map(() => [200, true]))
  expect(await node.vitrine?.events.log.lastOffset(shop.shop)).toBe(0)
  await send({ visitor_id: 'd', customer_id: '8' }, { 'x-forwarded-for': '198.51.100.5' })
  expect(await node.vitrine?.events.log.lastOffset(shop.shop)).toBe(1)
})

it('the storefront key does not reveal who counts as staff', async () => {
  const { body } = await node.post('/api/storefront/v1/headless/config', {}, shop)
  expect(body.analytics ?? body.config?.analytics).toBeDefined()
  expect(JSON.stringify(body)).not.toContain('203.0.113')
})
