import { randomUUID } from 'node:crypto'
import { CUSTOM_EVENT_NAMES, EVENT_NAMES, STANDARD_EVENT_NAMES } from '@vitrine/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EventCases, LEGACY, startEventCases, V1, V3 } from './event-cases.ts'

let cases: EventCases

beforeAll(async () => {
  cases = await startEventCases()
})
afterAll(() => cases.harness.close())

describe('names and payloads', () => {
  it.each(STANDARD_EVENT_NAMES)('accepts %s as the platform sends it and keeps its data', async (name) => {
    const body = cases.sample(name)
    expect(await cases.send(body)).toMatchObject({ status: 200, body: { ok: true } })
    const [event] = await cases.ofId(body.event.id)
    expect(event).toMatchObject({ name, type: 'standard', readable: true, data: body.event.data })
  })

  it.each(CUSTOM_EVENT_NAMES)('accepts %s with its track', async (name) => {
    const body = cases.sample(name)
    expect(await cases.send(body)).toMatchObject({ status: 200, body: { ok: true } })
    const [event] = await cases.ofId(body.event.id)
    expect(event).toMatchObject({ name, type: 'custom', readable: true, data: body.event.custom_data })
  })

  it.each([V3, LEGACY])('accepts every name on %s', async (path) => {
    for (const name of EVENT_NAMES) {
      const body = cases.sample(name, { envelope: { visitor_id: undefined, user_id: 'u', channel: undefined } })
      expect(await cases.send(body, path), name).toMatchObject({ status: 200, body: { ok: true } })
    }
  })

  it('accepts an empty data object, and data that it cannot read, and keeps both', async () => {
    for (const data of [{}, { productVariant: 'nonsense', deep: { list: [1, null] } }]) {
      const body = cases.sample('product_viewed', { event: { data } })
      expect(await cases.send(body)).toMatchObject({ status: 200 })
      expect(await cases.ofId(body.event.id)).toMatchObject([{ data, readable: false }])
    }
  })

  it('refuses an unknown name, and a name of the other type', async () => {
    await cases.expectRefused(cases.sample('page_viewed', { event: { name: 'page_closed' } }), {
      type: 'any.only',
      path: ['event', 'name'],
    })
    await cases.expectRefused(cases.sample('page_viewed', { event: { name: 'svc:init' } }), {
      type: 'any.only',
      path: ['event', 'name'],
    })
  })
})

describe('the other endpoints', () => {
  it('v3 requires session_id and one of client_id and user_id', async () => {
    const body = (envelope: object) =>
      cases.sample('page_viewed', { envelope: { visitor_id: undefined, client_id: undefined, ...envelope } })
    await cases.expectRefused(
      body({ client_id: 'c', session_id: undefined }),
      { type: 'any.required', path: ['session_id'] },
      V3,
    )
    const nobody = await cases.send(body({}), V3)
    expect(nobody).toMatchObject({
      status: 400,
      body: { ok: false, error: expect.stringMatching(/client_id or user_id/) },
    })
    const known = body({ user_id: 'u' })
    expect(await cases.send(known, V3)).toMatchObject({ status: 200, body: { ok: true } })
    expect(await cases.ofId(known.event.id)).toMatchObject([{ visitor_id: 'u' }])
  })

  it('v3 accepts the channel in any case, and defaults to hydrogen', async () => {
    const lower = cases.sample('page_viewed', { envelope: { channel: 'mobile' } })
    const none = cases.sample('page_viewed', { envelope: { channel: undefined } })
    await cases.send(lower, V3)
    await cases.send(none, V3)
    expect(
      [...(await cases.ofId(lower.event.id)), ...(await cases.ofId(none.event.id))].map((event) => event.channel),
    ).toEqual(['MOBILE', 'HYDROGEN'])
    await cases.expectRefused(
      cases.sample('page_viewed', { envelope: { channel: 'web' } }),
      { type: 'any.only', path: ['channel'] },
      V3,
    )
  })

  it('the legacy one identifies the shop by x-shop alone and needs no session', async () => {
    const body = cases.sample('page_viewed', {
      envelope: { visitor_id: undefined, session_id: undefined, channel: undefined },
    })
    const answer = await cases.harness.request(LEGACY, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-shop': cases.shop.shop },
      body: JSON.stringify(body),
    })
    expect(answer).toMatchObject({ status: 200, body: { ok: true } })
    expect(await cases.ofId(body.event.id)).toHaveLength(1)
  })

  it.each([V1, V3])("%s refuses a wrong key, another shop's key, and no key", async (path) => {
    const other = await cases.harness.createShop()
    for (const key of [`vsk_${'x'.repeat(32)}`, other.key]) {
      const answer = await cases.send(cases.sample(), path, { ...cases.shop, key })
      expect(answer).toMatchObject({ status: 401, body: { error: expect.any(String) } })
    }
    const bare = await cases.harness.request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect(bare).toMatchObject({ status: 401, body: { error: expect.any(String) } })
  })

  it.each([V1, V3, LEGACY])('%s answers a body that is not JSON in its own error shape', async (path) => {
    const answer = await cases.harness.request(path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-shop': cases.shop.shop,
        authorization: `Bearer ${cases.shop.key}`,
      },
      body: '{"event":',
    })
    expect(answer).toMatchObject({ status: 400, body: { ok: false, error: [{ message: expect.any(String) }] } })
  })
})

describe('storage', () => {
  it('counts an event once however often it is sent, and separates shops', async () => {
    const own = await cases.harness.createShop()
    const other = await cases.harness.createShop()
    const body = cases.sample()
    const answers = await Promise.all(Array.from({ length: 20 }, () => cases.send(body, V1, own)))
    answers.push(await cases.send(body, V3, own), await cases.send(body, V1, other))
    expect(answers.every((answer) => answer.status === 200 && answer.body.ok)).toBe(true)
    expect(await cases.stored(own)).toHaveLength(1)
    expect(await cases.stored(other)).toHaveLength(1)
  })

  it('stores no identity without consent to analytics', async () => {
    const own = await cases.harness.createShop()
    const customer_privacy = { analytics_processing_allowed: false }
    await cases.send(cases.sample('checkout_completed', { envelope: { customer_privacy, customer_id: '7' } }), V1, own)
    const [event] = await cases.stored(own)
    expect(event).toMatchObject({ name: 'checkout_completed', order_id: '9001' })
    expect(JSON.stringify(event)).not.toMatch(/visitor-1|client-1|session-1|shopper@example/)
  })

  it('exports snake_case names and ISO times, and payloads unchanged', async () => {
    const own = await cases.harness.createShop()
    const body = cases.sample('product_viewed')
    await cases.send(body, V1, own)
    const [event] = await cases.stored(own)
    expect(event).toMatchObject({
      timestamp: new Date(String(body.event.timestamp)).toISOString(),
      data: body.event.data,
    })
    expect(event?.received_at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    const { data: _, ...understood } = event ?? {}
    expect(JSON.stringify(understood)).not.toMatch(/"[a-z_]+[A-Z]\w*":/)
    expect(event?.lines).toMatchObject([{ product_id: expect.any(Number), variant_id: expect.any(Number) }])
  })

  it('exports from an offset on', async () => {
    const own = await cases.harness.createShop()
    const ids = Array.from({ length: 5 }, () => randomUUID())
    for (const id of ids) await cases.send(cases.sample('page_viewed', { event: { id } }), V1, own)
    const answer = await cases.harness.request(`/api/admin/v1/shops/${own.shop}/events?after=2&limit=2`, {
      headers: { authorization: `Bearer ${cases.harness.adminKey}` },
    })
    expect(answer.headers.get('content-type')).toMatch(/ndjson/)
    const lines = answer.body
      .trim()
      .split('\n')
      .map((line: string) => JSON.parse(line))
    expect(lines.map((event: { offset: number; id: string }) => [event.offset, event.id])).toEqual([
      [3, ids[2]],
      [4, ids[3]],
    ])
  })
})
