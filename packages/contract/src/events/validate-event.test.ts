import { describe, expect, it } from 'vitest'
import { EVENT_NAMES, STANDARD_EVENT_NAMES } from './event-names.ts'
import { parseEventTime, validateEvent } from './validate-event.ts'

const nowMs = Date.parse('2026-03-01T12:00:00Z')
const DAY_MS = 86_400_000

function envelope(changes: Record<string, unknown> = {}, event: Record<string, unknown> = {}) {
  return {
    channel: 'HEADLESS',
    visitor_id: 'v1',
    session_id: 's1',
    event: {
      id: '6f9b2c1e-0d5a-4c83-9a55-0f1f2e6c7a10',
      name: 'page_viewed',
      type: 'standard',
      timestamp: '2026-03-01T12:00:00Z',
      context: { navigator: { user_agent: 'x' } },
      data: {},
      ...event,
    },
    ...changes,
  }
}

function itemsOf(body: unknown, kind: 'v1' | 'v3' | 'legacy' = 'v1') {
  const validation = validateEvent(kind, body, { nowMs })
  return validation.kind === 'invalid' ? validation.items : validation.kind
}

describe('validateEvent', () => {
  it('accepts every known name with its type and no other', () => {
    for (const name of EVENT_NAMES) {
      const standard = (STANDARD_EVENT_NAMES as readonly string[]).includes(name)
      const right = standard ? { name } : { name, type: 'custom', data: undefined, custom_data: { track: {} } }
      const wrong = standard ? { name, type: 'custom', custom_data: { track: {} } } : { name, type: 'standard' }
      expect(itemsOf(envelope({}, right))).toBe('valid')
      expect(itemsOf(envelope({}, wrong))).toMatchObject([{ type: 'any.only', path: ['event', 'name'] }])
    }
    expect(itemsOf(envelope({}, { name: 'svc:unknown' }))).toMatchObject([
      { type: 'any.only', path: ['event', 'name'] },
    ])
  })

  it('names the channel that is not allowed', () => {
    expect(itemsOf(envelope({ channel: 'WEB' }))).toEqual([
      {
        message: '"channel" must be one of [HYDROGEN, HEADLESS, MOBILE]',
        path: ['channel'],
        type: 'any.only',
        context: { label: 'channel', key: 'channel' },
      },
    ])
  })

  it('asks for navigator.user_agent whether the navigator is camelCase or missing', () => {
    for (const context of [{ navigator: { userAgent: 'x' } }, {}]) {
      expect(itemsOf(envelope({}, { context }))).toMatchObject([
        { message: '"event.context.navigator.user_agent" is required', type: 'any.required' },
      ])
    }
  })

  it('accepts times up to two days in the past and future', () => {
    const at = (ms: number) => itemsOf(envelope({}, { timestamp: new Date(nowMs + ms).toISOString() }))
    expect(at(-2 * DAY_MS)).toBe('valid')
    expect(at(2 * DAY_MS)).toBe('valid')
    expect(at(-2 * DAY_MS - 1)).toMatchObject([{ type: 'date.min', path: ['event', 'timestamp'] }])
    expect(at(2 * DAY_MS + 1)).toMatchObject([{ type: 'date.max', path: ['event', 'timestamp'] }])
    expect(itemsOf(envelope({}, { timestamp: 'yesterday' }))).toMatchObject([{ type: 'string.isoDate' }])
  })

  it('reads a time without an offset as UTC', () => {
    expect(parseEventTime('2026-03-01T12:00:00')).toBe(nowMs)
    expect(parseEventTime('2026-03-01T13:00:00+01:00')).toBe(nowMs)
  })

  it('reports an event without a shopper’s id in a sentence', () => {
    const body = envelope({ visitor_id: undefined })
    expect(validateEvent('v1', body, { nowMs })).toMatchObject({ kind: 'nobody', message: /visitor_id or client_id/ })
    expect(validateEvent('v1', { ...body, user_id: 'u' }, { nowMs }).kind).toBe('nobody')
    expect(validateEvent('v3', { ...body, user_id: 'u' }, { nowMs }).kind).toBe('valid')
    expect(validateEvent('v1', body, { nowMs, sessionVisitorId: 'v' }).kind).toBe('valid')
  })

  it('requires data of a standard event and a track of a custom one', () => {
    expect(itemsOf(envelope({}, { data: undefined }))).toMatchObject([
      { type: 'any.required', path: ['event', 'data'] },
    ])
    const custom = { name: 'svc:init', type: 'custom', data: undefined }
    expect(itemsOf(envelope({}, custom))).toMatchObject([{ type: 'any.required', path: ['event', 'custom_data'] }])
    expect(itemsOf(envelope({}, { ...custom, custom_data: {} }))).toMatchObject([
      { type: 'any.required', path: ['event', 'custom_data', 'track'] },
    ])
    expect(itemsOf(envelope({}, { ...custom, custom_data: { track: [] } }))).toMatchObject([{ type: 'object.base' }])
  })

  it('requires session_id only on v3, and accepts a channel there in any case or none', () => {
    const body = envelope({ session_id: undefined, channel: undefined })
    expect(itemsOf(body, 'v3')).toMatchObject([{ type: 'any.required', path: ['session_id'] }])
    expect(itemsOf(body, 'legacy')).toBe('valid')
    expect(itemsOf(envelope({ channel: 'hydrogen' }), 'v3')).toBe('valid')
    expect(itemsOf(envelope({ channel: 'web' }), 'v3')).toMatchObject([{ type: 'any.only' }])
    expect(itemsOf(envelope({ channel: 'hydrogen' }), 'v1')).toMatchObject([{ type: 'any.only' }])
  })

  const sold = (line: object, checkout: object = {}) =>
    envelope(
      {},
      { name: 'checkout_completed', data: { checkout: { order: { id: 1 }, lineItems: [line], ...checkout } } },
    )

  it('limits amounts, quantities and currencies of a payload, as numbers and texts, and names the field', () => {
    const at = (...path: (string | number)[]) => ['event', 'data', 'checkout', ...path]
    for (const amount of [1e12, '1e16', 1e308, 'Infinity', -1e308]) {
      const paid = itemsOf(sold({ finalLinePrice: { amount, currencyCode: 'USD' } }))
      expect(paid).toMatchObject([{ path: at('lineItems', 0, 'finalLinePrice', 'amount') }])
      expect(itemsOf(sold({}, { totalPrice: amount }))).toMatchObject([{ path: at('totalPrice') }])
    }
    for (const quantity of [1e6 + 1, '9007199254740993', 1e308]) {
      expect(itemsOf(sold({ quantity }))).toMatchObject([{ type: 'number.max', path: at('lineItems', 0, 'quantity') }])
      const cart = { lines: { edges: [{ node: { quantity } }] } }
      expect(itemsOf(envelope({ cart }))).toMatchObject([{ path: ['cart', 'lines', 'edges', 0, 'node', 'quantity'] }])
    }
    expect(itemsOf(sold({}, { currencyCode: 'ZZZ' }))).toMatchObject([{ type: 'any.only', path: at('currencyCode') }])
  })

  it('accepts the maximum values, and values that are not numbers', () => {
    const largest = { quantity: 1e6, finalLinePrice: { amount: '100000000000', currencyCode: 'irr' } }
    expect(itemsOf(sold(largest, { currencyCode: '' }))).toBe('valid')
    for (const odd of [0, -0, 1e-320, 'NaN', null, [], {}, true])
      expect(itemsOf(sold({ quantity: odd, finalLinePrice: odd, variant: { price: odd } }))).toBe('valid')
  })
})
