/** The Events and Errors sections of the contract, line by line, on all three endpoints. */
import { randomUUID } from 'node:crypto'
import { CUSTOM_EVENT_NAMES, EVENT_NAMES, STANDARD_EVENT_NAMES } from '@vitrine/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleEnvelope } from './event-samples.ts'
import { type Answer, type Harness, startHarness, type TestShop } from './harness.ts'

const V1 = '/api/storefront/v1/headless/events'
const V3 = '/api/storefront/v3/headless/events'
const LEGACY = '/api/storefront/event'
const DAY_MS = 86_400_000

let harness: Harness
let shop: TestShop

beforeAll(async () => {
  harness = await startHarness()
})
beforeAll(async () => {
  shop = await harness.createShop()
})
afterAll(() => harness.close())

type Changes = Parameters<typeof sampleEnvelope>[2]
const sample = (name = 'page_viewed', changes: Changes = {}) => sampleEnvelope(name, Date.now(), changes)
const send = (body: unknown, path = V1, to = shop) => harness.post(path, body, to)

async function stored(to = shop): Promise<Record<string, unknown>[]> {
  const answer = await harness.request(`/api/admin/v1/shops/${to.shop}/events`, {
    headers: { authorization: `Bearer ${harness.adminKey}` },
  })
  const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
  return text.trim() === ''
    ? []
    : text
        .trim()
        .split('\n')
        .map((line: string) => JSON.parse(line))
}

const ofId = async (id: unknown) => (await stored()).filter((event) => event.id === id)

async function expectRefused(
  body: unknown,
  item: { type: string; path: (string | number)[] },
  path = V1,
): Promise<Answer> {
  const before = (await stored()).length
  const answer = await send(body, path)
  expect(answer.status).toBe(400)
  expect(answer.body.ok).toBe(false)
  const found = answer.body.error.find(
    (one: { type: string; path: string[] }) => one.type === item.type && one.path.join('.') === item.path.join('.'),
  )
  expect(found, JSON.stringify(answer.body)).toMatchObject({
    message: expect.any(String),
    context: { label: expect.any(String), key: item.path.at(-1) },
  })
  expect((await stored()).length).toBe(before)
  return answer
}

describe('names and payloads', () => {
  it.each(STANDARD_EVENT_NAMES)('takes %s as the platform sends it and keeps its data', async (name) => {
    const body = sample(name)
    expect(await send(body)).toMatchObject({ status: 200, body: { ok: true } })
    const [event] = await ofId(body.event.id)
    expect(event).toMatchObject({ name, type: 'standard', readable: true, data: body.event.data })
  })

  it.each(CUSTOM_EVENT_NAMES)('takes %s with its track', async (name) => {
    const body = sample(name)
    expect(await send(body)).toMatchObject({ status: 200, body: { ok: true } })
    const [event] = await ofId(body.event.id)
    expect(event).toMatchObject({ name, type: 'custom', readable: true, data: body.event.custom_data })
  })

  it.each([V3, LEGACY])('takes every name on %s', async (path) => {
    for (const name of EVENT_NAMES) {
      const body = sample(name, { envelope: { visitor_id: undefined, user_id: 'u', channel: undefined } })
      expect(await send(body, path), name).toMatchObject({ status: 200, body: { ok: true } })
    }
  })

  it('takes an empty data object, and data it cannot read, and keeps both', async () => {
    for (const data of [{}, { productVariant: 'nonsense', deep: { list: [1, null] } }]) {
      const body = sample('product_viewed', { event: { data } })
      expect(await send(body)).toMatchObject({ status: 200 })
      expect(await ofId(body.event.id)).toMatchObject([{ data, readable: false }])
    }
  })

  it('refuses a name it does not know, or one of the other type', async () => {
    await expectRefused(sample('page_viewed', { event: { name: 'page_closed' } }), {
      type: 'any.only',
      path: ['event', 'name'],
    })
    await expectRefused(sample('page_viewed', { event: { name: 'svc:init' } }), {
      type: 'any.only',
      path: ['event', 'name'],
    })
  })
})

describe('envelope', () => {
  it('requires one of visitor_id and client_id, and says so in a sentence', async () => {
    for (const envelope of [
      { visitor_id: undefined, client_id: undefined },
      { visitor_id: null, client_id: '' },
    ]) {
      const answer = await send(sample('page_viewed', { envelope }))
      expect(answer.status).toBe(400)
      expect(answer.body).toEqual({
        ok: false,
        error: expect.stringMatching(/at least one of visitor_id or client_id is required/i),
      })
    }
    expect((await send(sample('page_viewed', { envelope: { visitor_id: undefined } }))).status).toBe(200)
    expect((await send(sample('page_viewed', { envelope: { client_id: undefined } }))).status).toBe(200)
  })

  it('takes the visitor from a valid session token where the body names nobody', async () => {
    const init = await harness.post('/api/storefront/v3/headless/init', {}, shop)
    const body = sample('page_viewed', { envelope: { visitor_id: undefined, client_id: undefined } })
    const answer = await harness.post(V1, body, shop, { 'x-session-token': init.body.token })
    expect(answer.status).toBe(200)
    expect(await ofId(body.event.id)).toMatchObject([{ visitorId: init.body.user_id }])
  })

  it('allows the three channels and no other', async () => {
    for (const channel of ['HYDROGEN', 'HEADLESS', 'MOBILE'])
      expect((await send(sample('page_viewed', { envelope: { channel } }))).status).toBe(200)
    const answer = await expectRefused(sample('page_viewed', { envelope: { channel: 'WEB' } }), {
      type: 'any.only',
      path: ['channel'],
    })
    expect(answer.body.error).toEqual([
      {
        message: '"channel" must be one of [HYDROGEN, HEADLESS, MOBILE]',
        path: ['channel'],
        type: 'any.only',
        context: { label: 'channel', key: 'channel' },
      },
    ])
    await expectRefused(sample('page_viewed', { envelope: { channel: undefined } }), {
      type: 'any.required',
      path: ['channel'],
    })
  })

  it.each(['id', 'name', 'type', 'timestamp', 'context', 'data'])('requires event.%s', async (field) => {
    await expectRefused(sample('page_viewed', { event: { [field]: undefined } }), {
      type: 'any.required',
      path: ['event', field],
    })
  })

  it('requires the event itself', async () => {
    await expectRefused({ ...sample(), event: undefined }, { type: 'any.required', path: ['event'] })
  })

  it('requires custom_data with a track object of a custom event', async () => {
    await expectRefused(sample('svc:init', { event: { custom_data: undefined } }), {
      type: 'any.required',
      path: ['event', 'custom_data'],
    })
    await expectRefused(sample('svc:init', { event: { custom_data: {} } }), {
      type: 'any.required',
      path: ['event', 'custom_data', 'track'],
    })
    await expectRefused(sample('svc:init', { event: { custom_data: { track: 'x' } } }), {
      type: 'object.base',
      path: ['event', 'custom_data', 'track'],
    })
  })

  it('requires a UUID, a known type and an ISO time', async () => {
    await expectRefused(sample('page_viewed', { event: { id: '42' } }), { type: 'string.guid', path: ['event', 'id'] })
    await expectRefused(sample('page_viewed', { event: { type: 'other' } }), {
      type: 'any.only',
      path: ['event', 'type'],
    })
    await expectRefused(sample('page_viewed', { event: { timestamp: 'noon' } }), {
      type: 'string.isoDate',
      path: ['event', 'timestamp'],
    })
  })

  it('takes times within two days of now and refuses others', async () => {
    const at = (ms: number) => sample('page_viewed', { event: { timestamp: new Date(Date.now() + ms).toISOString() } })
    expect((await send(at(-2 * DAY_MS + 60_000))).status).toBe(200)
    expect((await send(at(2 * DAY_MS - 60_000))).status).toBe(200)
    await expectRefused(at(-2 * DAY_MS - 60_000), { type: 'date.min', path: ['event', 'timestamp'] })
    await expectRefused(at(2 * DAY_MS + 60_000), { type: 'date.max', path: ['event', 'timestamp'] })
  })

  it('generates a session id where none is sent, and keeps the one that is', async () => {
    const without = sample('page_viewed', { envelope: { session_id: undefined } })
    const withOne = sample()
    await send(without)
    await send(withOne)
    expect(await ofId(without.event.id)).toMatchObject([{ sessionId: expect.stringMatching(/^[0-9a-f-]{36}$/) }])
    expect(await ofId(withOne.event.id)).toMatchObject([{ sessionId: 'session-1' }])
  })

  it('takes event.client_id where the envelope has none', async () => {
    const body = sample('page_viewed', { envelope: { client_id: undefined }, event: { client_id: 'inner' } })
    await send(body)
    expect(await ofId(body.event.id)).toMatchObject([{ clientId: 'inner' }])
  })

  it('stores page, cart, customer and ignores fields it does not know, a shop among them', async () => {
    const cart = { id: 'gid://shopify/Cart/1', lines: { nodes: [] } }
    const envelope = {
      customer_id: '7',
      cart,
      cart_identifier: 'tok?key=k',
      customer: { id: '7', email: 'a@b.c', phone: null },
      shop: 'other.myshopify.com',
      more: 1,
    }
    const body = sample('page_viewed', { envelope })
    expect((await send(body)).status).toBe(200)
    expect(await ofId(body.event.id)).toMatchObject([
      { customerId: '7', cart, cartIdentifier: 'tok?key=k', pageType: 'product', pageUrl: expect.any(String) },
    ])
  })

  it('refuses wrong types by path', async () => {
    await expectRefused(sample('page_viewed', { envelope: { visitor_id: 5 } }), {
      type: 'string.base',
      path: ['visitor_id'],
    })
    await expectRefused(sample('page_viewed', { envelope: { cart: [] } }), { type: 'object.base', path: ['cart'] })
    await expectRefused(sample('page_viewed', { envelope: { customer_privacy: { marketing_allowed: 'yes' } } }), {
      type: 'boolean.base',
      path: ['customer_privacy', 'marketing_allowed'],
    })
    for (const body of [[], 5, 'x', null]) expect((await send(body)).status).toBe(400)
  })
})

describe('context', () => {
  it('requires navigator.user_agent in snake_case', async () => {
    for (const navigator of [{ userAgent: 'x' }, {}]) {
      const answer = await expectRefused(sample('page_viewed', { event: { context: { navigator } } }), {
        type: 'any.required',
        path: ['event', 'context', 'navigator', 'user_agent'],
      })
      expect(answer.body.error[0].message).toMatch(/navigator\.user_agent" is required/)
    }
    await expectRefused(sample('page_viewed', { event: { context: {} } }), {
      type: 'any.required',
      path: ['event', 'context', 'navigator', 'user_agent'],
    })
  })

  it('keeps the stored columns as sent and discards the others', async () => {
    const context = {
      navigator: {
        user_agent: 'Mozilla/5.0',
        language: 'de',
        cookie_enabled: false,
        cookieEnabled: true,
        languages: ['de'],
        doNotTrack: '1',
      },
      document: {
        location: { pathname: '/x', search: '?a=1', port: '8080' },
        title: 'T',
        referrer: '',
        character_set: 'UTF-8',
        characterSet: 'X',
      },
      window: { screen: { width: 1, height: 2, depth: 3 }, inner_width: 5, location: { href: 'x' }, origin: 'o' },
      unknown: { a: 1 },
    }
    const body = sample('page_viewed', { event: { context } })
    expect((await send(body)).status).toBe(200)
    const [event] = await ofId(body.event.id)
    expect(event?.path).toBe('/x')
    expect(event?.context).toEqual({
      navigator: { user_agent: 'Mozilla/5.0', language: 'de', cookie_enabled: false },
      document: {
        location: { pathname: '/x', search: '?a=1', port: '8080' },
        title: 'T',
        referrer: '',
        character_set: 'UTF-8',
      },
      window: { screen: { width: 1, height: 2 } },
    })
  })

  it('derives browser, operating system and device', async () => {
    const body = sample()
    await send(body)
    expect(await ofId(body.event.id)).toMatchObject([{ browser: 'Safari', os: 'iOS', device: 'mobile' }])
  })
})

describe('the other endpoints', () => {
  it('v3 requires session_id and one of client_id and user_id', async () => {
    const body = (envelope: object) =>
      sample('page_viewed', { envelope: { visitor_id: undefined, client_id: undefined, ...envelope } })
    await expectRefused(
      body({ client_id: 'c', session_id: undefined }),
      { type: 'any.required', path: ['session_id'] },
      V3,
    )
    const nobody = await send(body({}), V3)
    expect(nobody).toMatchObject({
      status: 400,
      body: { ok: false, error: expect.stringMatching(/client_id or user_id/) },
    })
    const known = body({ user_id: 'u' })
    expect(await send(known, V3)).toMatchObject({ status: 200, body: { ok: true } })
    expect(await ofId(known.event.id)).toMatchObject([{ visitorId: 'u' }])
  })

  it('v3 takes a channel in any case, and hydrogen without one', async () => {
    const lower = sample('page_viewed', { envelope: { channel: 'mobile' } })
    const none = sample('page_viewed', { envelope: { channel: undefined } })
    await send(lower, V3)
    await send(none, V3)
    expect([...(await ofId(lower.event.id)), ...(await ofId(none.event.id))].map((event) => event.channel)).toEqual([
      'MOBILE',
      'HYDROGEN',
    ])
    await expectRefused(
      sample('page_viewed', { envelope: { channel: 'web' } }),
      { type: 'any.only', path: ['channel'] },
      V3,
    )
  })

  it('the legacy one knows the shop by x-shop alone and needs no session', async () => {
    const body = sample('page_viewed', {
      envelope: { visitor_id: undefined, session_id: undefined, channel: undefined },
    })
    const answer = await harness.request(LEGACY, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-shop': shop.shop },
      body: JSON.stringify(body),
    })
    expect(answer).toMatchObject({ status: 200, body: { ok: true } })
    expect(await ofId(body.event.id)).toHaveLength(1)
  })

  it.each([V1, V3])('%s refuses a wrong key, a foreign one and none', async (path) => {
    const other = await harness.createShop()
    for (const key of [`vsk_${'x'.repeat(32)}`, other.key]) {
      const answer = await send(sample(), path, { ...shop, key })
      expect(answer).toMatchObject({ status: 401, body: { error: expect.any(String) } })
    }
    const bare = await harness.request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect(bare).toMatchObject({ status: 401, body: { error: expect.any(String) } })
  })

  it.each([V1, V3, LEGACY])('%s answers a body that is not JSON in its own error shape', async (path) => {
    const answer = await harness.request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-shop': shop.shop, authorization: `Bearer ${shop.key}` },
      body: '{"event":',
    })
    expect(answer).toMatchObject({ status: 400, body: { ok: false, error: [{ message: expect.any(String) }] } })
  })
})

describe('storage', () => {
  it('counts an event once however often it is sent, and gives each shop its own', async () => {
    const own = await harness.createShop()
    const other = await harness.createShop()
    const body = sample()
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(body, V1, own)))
    answers.push(await send(body, V3, own), await send(body, V1, other))
    expect(answers.every((answer) => answer.status === 200 && answer.body.ok)).toBe(true)
    expect(await stored(own)).toHaveLength(1)
    expect(await stored(other)).toHaveLength(1)
  })

  it('stores no identity without consent to analytics', async () => {
    const own = await harness.createShop()
    const customer_privacy = { analytics_processing_allowed: false }
    await send(sample('checkout_completed', { envelope: { customer_privacy, customer_id: '7' } }), V1, own)
    const [event] = await stored(own)
    expect(event).toMatchObject({ name: 'checkout_completed', orderId: '9001' })
    expect(JSON.stringify(event)).not.toMatch(/visitor-1|client-1|session-1|shopper@example/)
  })

  it('exports from an offset on', async () => {
    const own = await harness.createShop()
    const ids = Array.from({ length: 5 }, () => randomUUID())
    for (const id of ids) await send(sample('page_viewed', { event: { id } }), V1, own)
    const answer = await harness.request(`/api/admin/v1/shops/${own.shop}/events?after=2&limit=2`, {
      headers: { authorization: `Bearer ${harness.adminKey}` },
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
