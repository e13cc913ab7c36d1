import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EventCases, startEventCases, V1 } from './event-cases.ts'

const DAY_MS = 86_400_000

let cases: EventCases

beforeAll(async () => {
  cases = await startEventCases()
})
afterAll(() => cases.harness.close())

describe('envelope', () => {
  it('requires one of visitor_id and client_id, and names them in a sentence', async () => {
    for (const envelope of [
      { visitor_id: undefined, client_id: undefined },
      { visitor_id: null, client_id: '' },
    ]) {
      const answer = await cases.send(cases.sample('page_viewed', { envelope }))
      expect(answer.status).toBe(400)
      expect(answer.body).toEqual({
        ok: false,
        error: expect.stringMatching(/at least one of visitor_id or client_id is required/i),
      })
    }
    expect((await cases.send(cases.sample('page_viewed', { envelope: { visitor_id: undefined } }))).status).toBe(200)
    expect((await cases.send(cases.sample('page_viewed', { envelope: { client_id: undefined } }))).status).toBe(200)
  })

  it('takes the visitor from a valid session token if the body names none', async () => {
    const init = await cases.harness.post('/api/storefront/v3/headless/init', {}, cases.shop)
    const body = cases.sample('page_viewed', { envelope: { visitor_id: undefined, client_id: undefined } })
    const answer = await cases.harness.post(V1, body, cases.shop, { 'x-session-token': init.body.token })
    expect(answer.status).toBe(200)
    expect(await cases.ofId(body.event.id)).toMatchObject([{ visitor_id: init.body.user_id }])
  })

  it('allows the three channels and no other', async () => {
    for (const channel of ['HYDROGEN', 'HEADLESS', 'MOBILE'])
      expect((await cases.send(cases.sample('page_viewed', { envelope: { channel } }))).status).toBe(200)
    const answer = await cases.expectRefused(cases.sample('page_viewed', { envelope: { channel: 'WEB' } }), {
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
    await cases.expectRefused(cases.sample('page_viewed', { envelope: { channel: undefined } }), {
      type: 'any.required',
      path: ['channel'],
    })
  })

  it.each(['id', 'name', 'type', 'timestamp', 'context', 'data'])('requires event.%s', async (field) => {
    await cases.expectRefused(cases.sample('page_viewed', { event: { [field]: undefined } }), {
      type: 'any.required',
      path: ['event', field],
    })
  })

  it('requires the event itself', async () => {
    await cases.expectRefused({ ...cases.sample(), event: undefined }, { type: 'any.required', path: ['event'] })
  })

  it('requires custom_data with a track object of a custom event', async () => {
    await cases.expectRefused(cases.sample('svc:init', { event: { custom_data: undefined } }), {
      type: 'any.required',
      path: ['event', 'custom_data'],
    })
    await cases.expectRefused(cases.sample('svc:init', { event: { custom_data: {} } }), {
      type: 'any.required',
      path: ['event', 'custom_data', 'track'],
    })
    await cases.expectRefused(cases.sample('svc:init', { event: { custom_data: { track: 'x' } } }), {
      type: 'object.base',
      path: ['event', 'custom_data', 'track'],
    })
  })

  it('requires a UUID, a known type and an ISO time', async () => {
    await cases.expectRefused(cases.sample('page_viewed', { event: { id: '42' } }), {
      type: 'string.guid',
      path: ['event', 'id'],
    })
    await cases.expectRefused(cases.sample('page_viewed', { event: { type: 'other' } }), {
      type: 'any.only',
      path: ['event', 'type'],
    })
    await cases.expectRefused(cases.sample('page_viewed', { event: { timestamp: 'noon' } }), {
      type: 'string.isoDate',
      path: ['event', 'timestamp'],
    })
  })

  it('takes times within two days of now and refuses others', async () => {
    const at = (ms: number) =>
      cases.sample('page_viewed', { event: { timestamp: new Date(Date.now() + ms).toISOString() } })
    expect((await cases.send(at(-2 * DAY_MS + 60_000))).status).toBe(200)
    expect((await cases.send(at(2 * DAY_MS - 60_000))).status).toBe(200)
    await cases.expectRefused(at(-2 * DAY_MS - 60_000), { type: 'date.min', path: ['event', 'timestamp'] })
    await cases.expectRefused(at(2 * DAY_MS + 60_000), { type: 'date.max', path: ['event', 'timestamp'] })
  })

  it('generates a session id if none is sent, and keeps one that is', async () => {
    const without = cases.sample('page_viewed', { envelope: { session_id: undefined } })
    const withOne = cases.sample()
    await cases.send(without)
    await cases.send(withOne)
    expect(await cases.ofId(without.event.id)).toMatchObject([{ session_id: expect.stringMatching(/^[0-9a-f-]{36}$/) }])
    expect(await cases.ofId(withOne.event.id)).toMatchObject([{ session_id: 'session-1' }])
  })

  it('uses event.client_id if the envelope has none', async () => {
    const body = cases.sample('page_viewed', { envelope: { client_id: undefined }, event: { client_id: 'inner' } })
    await cases.send(body)
    expect(await cases.ofId(body.event.id)).toMatchObject([{ client_id: 'inner' }])
  })

  it('stores page, cart and customer, and ignores unknown fields, including a shop', async () => {
    const cart = { id: 'gid://shopify/Cart/1', lines: { nodes: [] } }
    const envelope = {
      customer_id: '7',
      cart,
      cart_identifier: 'tok?key=k',
      customer: { id: '7', email: 'a@b.c', phone: null },
      shop: 'other.myshopify.com',
      more: 1,
    }
    const body = cases.sample('page_viewed', { envelope })
    expect((await cases.send(body)).status).toBe(200)
    expect(await cases.ofId(body.event.id)).toMatchObject([
      { customer_id: '7', cart, cart_identifier: 'tok?key=k', page_type: 'product', page_url: expect.any(String) },
    ])
  })

  it('refuses wrong types and names the path', async () => {
    await cases.expectRefused(cases.sample('page_viewed', { envelope: { visitor_id: 5 } }), {
      type: 'string.base',
      path: ['visitor_id'],
    })
    await cases.expectRefused(cases.sample('page_viewed', { envelope: { cart: [] } }), {
      type: 'object.base',
      path: ['cart'],
    })
    await cases.expectRefused(
      cases.sample('page_viewed', { envelope: { customer_privacy: { marketing_allowed: 'yes' } } }),
      {
        type: 'boolean.base',
        path: ['customer_privacy', 'marketing_allowed'],
      },
    )
    for (const body of [[], 5, 'x', null]) expect((await cases.send(body)).status).toBe(400)
  })
})

describe('context', () => {
  it('requires navigator.user_agent in snake_case', async () => {
    for (const navigator of [{ userAgent: 'x' }, {}]) {
      const answer = await cases.expectRefused(cases.sample('page_viewed', { event: { context: { navigator } } }), {
        type: 'any.required',
        path: ['event', 'context', 'navigator', 'user_agent'],
      })
      expect(answer.body.error[0].message).toMatch(/navigator\.user_agent" is required/)
    }
    await cases.expectRefused(cases.sample('page_viewed', { event: { context: {} } }), {
      type: 'any.required',
      path: ['event', 'context', 'navigator', 'user_agent'],
    })
  })

  it('keeps the stored columns unchanged and discards the others', async () => {
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
    const body = cases.sample('page_viewed', { event: { context } })
    expect((await cases.send(body)).status).toBe(200)
    const [event] = await cases.ofId(body.event.id)
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
    const body = cases.sample()
    await cases.send(body)
    expect(await cases.ofId(body.event.id)).toMatchObject([{ browser: 'Safari', os: 'iOS', device: 'mobile' }])
  })
})
