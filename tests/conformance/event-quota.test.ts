import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { sampleEnvelope } from './event-samples.ts'
import { startHarness } from './harness.ts'

const folder = mkdtempSync(join(tmpdir(), 'vitrine-quota-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const noon = Date.parse('2026-03-01T12:00:00Z')
const DAY_MS = 86_400_000

it('keeps the half for events without a key after a restart, whoever used up the rest', async () => {
  const start = () => startHarness({ VITRINE_DATA: folder }, { clock: () => noon })
  let harness = await start()
  const shop = await harness.createShop({ event_quota: { events_per_day: 4 } })
  const send = async (path: string) => {
    const event = sampleEnvelope('page_viewed', noon, { event: { id: randomUUID() } })
    return (await harness.post(path, event, shop)).status
  }
  const [keyed, keyless] = ['/api/storefront/v1/headless/events', '/api/storefront/event']
  expect([await send(keyed), await send(keyed), await send(keyless)]).toEqual([200, 200, 200])
  await harness.close()
  harness = await start()
  expect(await send(keyless)).toBe(200)
  expect([await send(keyless), await send(keyed)]).toEqual([429, 429])
  await harness.close()
})

it('continues its count after a restart, without duplicates and imports, and starts again the next day', async () => {
  let now = noon
  const start = () => startHarness({ VITRINE_DATA: folder }, { clock: () => now })
  let harness = await start()
  const shop = await harness.createShop({ event_quota: { events_per_day: 3 } })
  const ids = new Map<string, string>()
  const send = async (name: string) => {
    const id = ids.get(name) ?? randomUUID()
    ids.set(name, id)
    const event = sampleEnvelope('page_viewed', now, { event: { id } })
    return (await harness.post('/api/storefront/v1/headless/events', event, shop)).status
  }
  const past = JSON.stringify(sampleEnvelope('page_viewed', noon - DAY_MS))
  expect([await send('a'), await send('a'), await send('b')]).toEqual([200, 200, 200])
  const imported = await harness.request(`/api/admin/v1/shops/${shop.shop}/events/bulk`, {
    method: 'POST',
    headers: { authorization: `Bearer ${harness.adminKey}`, 'content-type': 'application/x-ndjson' },
    body: past,
  })
  expect(imported.body).toMatchObject({ accepted: 1 })
  await harness.close()

  harness = await start()
  expect([await send('c'), await send('d')]).toEqual([200, 429])
  now = noon + DAY_MS
  expect(await send('e')).toBe(200)
  await harness.close()
})

it('records as many answers as events, limits those of one network, and answers in any case', async () => {
  const settings = { VITRINE_TRUSTED_PROXIES: '127.0.0.1', VITRINE_DATA: mkdtempSync(join(folder, 'answers-')) }
  const harness = await startHarness(settings, { clock: () => noon })
  const shop = await harness.createShop({ event_quota: { events_per_day: 8 } })
  await harness.putProducts(shop, [{ id: 1, title: 'Sofa', handle: 'sofa', variants: [{ id: 10, price: '5.00' }] }])
  const kept = async (from: string, times: number, key = shop.key) => {
    const { serves, store } = harness.nodes[0]!.events
    let count = 0
    for (let i = 0; i < times; i++) {
      const headers = { 'x-forwarded-for': from, authorization: `Bearer ${key}` }
      const { status, body } = await harness.post(
        '/api/storefront/v1/headless/search',
        { query: 'sofa' },
        shop,
        headers,
      )
      expect([status, body.products.length]).toEqual([200, 1])
      await serves.flush()
      count += (await store.findServes(shop.shop, [body.request_id])).size
    }
    return count
  }
  expect(await kept('203.0.113.9', 10)).toBe(4)
  expect(await kept('203.0.113.77', 2)).toBe(0)
  expect(await kept('198.51.100.9', 10)).toBe(2)
  const server = await harness.admin('POST', `/shops/${shop.shop}/keys`, { label: 's', kind: 'server' })
  expect(await kept('192.0.2.9', 3, server.body.key)).toBe(2)
  expect(harness.nodes[0]!.events.serves.dropped).toBe(6 + 2 + 8 + 1)
  expect(
    (await harness.post('/api/storefront/v1/headless/events', sampleEnvelope('page_viewed', noon), shop)).status,
  ).toBe(200)
  await harness.close()
})
