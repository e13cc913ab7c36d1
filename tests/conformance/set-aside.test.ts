import { createHmac } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkData } from '../../packages/server/src/cli/doctor-data.ts'
import { sampleEnvelope } from './event-samples.ts'
import { type Harness, startHarness, type TestShop } from './harness.ts'
import { POISON_HANDLE, POISON_PRODUCT, POISON_VIEWED, poisonFolder } from './poison-folder.ts'

const SECRET = 'shpss_aside'
const product = (id: number, handle: string, title = handle) => ({
  ...{ id, handle, title, updated_at: '2026-01-01T00:00:00Z', published_at: '2026-01-01T00:00:00Z', status: 'active' },
  variants: [{ id: id * 10, price: '1.00' }],
})

let folder: string
let harness: Harness
let shop: TestShop
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-aside-'))
  // The faults are created in the files of the embedded store.
  harness = await startHarness({ VITRINE_DATA: folder, VITRINE_RATE_LIMIT: '0' })
  shop = await harness.createShop({ webhook_secret: SECRET })
})
afterAll(async () => {
  await harness.close()
  await rm(folder, { recursive: true })
})

function sendWebhook(topic: string, payload: object) {
  const body = JSON.stringify(payload)
  return harness.request('/webhooks/shopify', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-shopify-topic': topic,
      'x-shopify-shop-domain': shop.shop,
      'x-shopify-webhook-id': 'w-1',
      'x-shopify-hmac-sha256': createHmac('sha256', SECRET).update(body).digest('base64'),
    },
    body,
  })
}

function sendView(productId: number) {
  const { event, ...envelope } = sampleEnvelope('product_viewed', Date.now())
  const data = { productVariant: { id: '1', product: { id: String(productId) } } }
  return harness.post('/api/storefront/v1/headless/events', { ...envelope, event: { ...event, data } }, shop)
}

const aside = async () => {
  const { body } = await harness.admin('GET', `/shops/${shop.shop}/events/debug`)
  return body.set_aside.map(({ kind, cause }: { kind: string; cause: string }) => [kind, cause]).sort()
}
const findable = async () => {
  const { body } = await harness.post('/api/storefront/v1/headless/search', { query: '' }, shop)
  return body.products.map(({ product_id: id }: { product_id: number }) => id).sort((a: number, b: number) => a - b)
}
const doctor = () =>
  checkData(folder, false)
    .filter(({ state }) => state !== 'good')
    .map(({ text }) => text)
const replay = () => harness.admin('POST', `/shops/${shop.shop}/set-aside/replay`, {})

it('an event, a product, a webhook and a line of an import are set aside with their cause, and processed after the fix', async () => {
  const poison = poisonFolder(folder)
  const lines = [
    product(1, 'good'),
    product(POISON_PRODUCT, 'broken'),
    product(2, `${POISON_HANDLE}-line`),
    product(5, `${POISON_HANDLE}-old`),
    product(3, 'last'),
  ]
  const stored = await harness.putProducts(shop, lines)
  expect(stored.body).toMatchObject({ accepted: 3, rejected: [{ line: 3 }, { line: 4 }] })
  expect((await sendWebhook('products/update', product(4, `${POISON_HANDLE}-webhook`))).status).toBe(200)
  expect((await sendView(POISON_VIEWED)).status).toBe(200)
  expect((await sendView(1)).status).toBe(200)
  await harness.settle()

  const { event, row, product: unindexable } = poison.causes
  const all = [
    ['event', event],
    ['line', row],
    ['line', row],
    ['product', expect.stringContaining(unindexable)],
    ['webhook', row],
  ]
  expect(await aside()).toEqual(all)
  for (const [kind, count] of [['event', 1], ['line', 2], ['product', 1], ['webhook', 1]] as const) // biome-ignore format: one line reads better
    expect(doctor()).toContainEqual(expect.stringMatching(`${count} ${kind}s? of ${shop.shop}.* set aside`))
  expect(await findable()).toEqual([1, 3])
  expect((await replay()).body.set_aside).toHaveLength(all.length)
  expect(await aside()).toEqual(all)

  poison.heal()
  const newer = product(5, 'newer')
  expect((await harness.putProducts(shop, [newer])).body.accepted).toBe(1)
  expect((await replay()).body).toEqual({ set_aside: [] })
  expect(doctor()).toEqual([])
  expect(await findable()).toEqual([1, 2, 3, 4, 5, POISON_PRODUCT])
  // An older line must not replace a newer product.
  expect((await harness.admin('GET', `/shops/${shop.shop}/products/5`)).body.handle).toBe('newer')
  const { rows } = (await harness.admin('GET', `/shops/${shop.shop}/analytics/products`)).body
  expect(rows).toEqual(
    expect.arrayContaining([1, POISON_VIEWED].map((id) => expect.objectContaining({ product_id: id, views: 1 }))),
  )
})
