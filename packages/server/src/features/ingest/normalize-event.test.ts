import type { EventEnvelope } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import { sampleEnvelope } from '../../../../../tests/conformance/event-samples.ts'
import { claimed } from '../identity/testing/proofs.ts'
import { toNewEvent } from '../../ports/event-log/to-new-event.ts'
import { normalizeEvent } from './normalize-event.ts'
import { userAgentReader } from './user-agents.ts'

const nowMs = Date.parse('2026-03-01T12:00:00Z')
const readUserAgent = userAgentReader()

function normalize(name: string, changes: Parameters<typeof sampleEnvelope>[2] = {}) {
  const envelope = sampleEnvelope(name, nowMs, changes) as unknown as EventEnvelope
  const given = { atMs: nowMs, receivedAtMs: nowMs + 5, newId: () => 'new', readUserAgent, proof: claimed }
  const { event, sent } = normalizeEvent(envelope, given)
  return { ...event, ...sent }
}

describe('normalizeEvent', () => {
  it('reads products, prices, quantities and currency of all pixel payloads that have them', () => {
    const shirt = { productId: 1001, variantId: 41, quantity: 1, price: 59.5 }
    const belt = { productId: 1002, variantId: 52, quantity: 1, price: 25 }
    expect(normalize('product_viewed')).toMatchObject({
      action: 'product_view',
      lines: [shirt],
      currency: 'USD',
      readable: true,
    })
    expect(normalize('collection_viewed')).toMatchObject({
      action: 'collection_view',
      collection: '77',
      lines: [shirt, belt],
    })
    expect(normalize('search_submitted')).toMatchObject({ action: 'search', query: 'linen shirt', lines: [shirt] })
    expect(normalize('product_added_to_cart')).toMatchObject({
      action: 'cart_add',
      lines: [{ ...shirt, quantity: 2 }],
      currency: 'USD',
    })
    expect(normalize('product_removed_from_cart')).toMatchObject({ action: 'cart_remove', lines: [shirt] })
    expect(normalize('cart_viewed')).toMatchObject({
      action: 'cart_view',
      lines: [{ ...shirt, quantity: 2 }, belt],
      total: 144,
    })
    expect(normalize('checkout_started')).toMatchObject({
      action: 'checkout',
      lines: [{ productId: 1001 }, { productId: 1002 }],
    })
    expect(normalize('checkout_completed')).toMatchObject({
      action: 'order',
      orderId: '9001',
      currency: 'USD',
      total: 130,
      // The price is what was paid per unit, after the discount.
      lines: [{ ...shirt, quantity: 2, price: 50 }, belt],
      readable: true,
    })
  })

  it('reads tracks in snake_case and camelCase alike', () => {
    expect(normalize('svc:search_result_clicked')).toMatchObject({
      action: 'surface_click',
      query: 'linen shirt',
      lines: [{ productId: 1001, variantId: 41, quantity: 1 }, { productId: 1002 }],
      track: {
        surface: 'search',
        filters: [
          { key: 'colour', value: ['white'] },
          { key: 'size', value: null },
        ],
      },
    })
    const camel = normalize('svc:section:click')
    const track = {
      section: '3',
      section_serve_id: '0198c0df-0000-7000-8000-000000000002',
      request_id: '0198c0df-0000-7000-8000-000000000003',
      parent: { product_id: 1001 },
      products: [{ product_id: 1002, variant_id: 52, quantity: 1 }],
    }
    const snake = normalize('svc:section:click', { event: { custom_data: { track } } })
    expect(camel.track).toMatchObject({ surface: 'section', section: '3', parentProductId: 1001 })
    expect(snake.track).toEqual(camel.track)
    expect(snake.lines).toEqual(camel.lines)
  })

  it('distinguishes type-ahead and image search from the search page', () => {
    const surface = (track: object) =>
      normalize('svc:search_result_clicked', { event: { custom_data: { track } } }).track?.surface
    expect(surface({ source: 'instant' })).toBe('instant_search')
    expect(surface({ search_type: 'image' })).toBe('image_search')
    expect(surface({})).toBe('search')
  })

  it('keeps the stored columns of the context and nothing else', () => {
    expect(normalize('page_viewed').context).toEqual({
      navigator: { user_agent: expect.any(String), language: 'en-GB', cookie_enabled: true },
      document: {
        location: expect.objectContaining({ pathname: '/products/linen-shirt', port: '' }),
        title: 'Linen shirt',
        referrer: 'https://shop.example/',
        character_set: 'UTF-8',
      },
      window: { screen: { width: 390, height: 844 } },
    })
    const context = {
      navigator: { user_agent: 'x', cookieEnabled: true },
      document: { characterSet: 'UTF-8' },
      screen: {},
    }
    expect(normalize('page_viewed', { event: { context } }).context).toEqual({ navigator: { user_agent: 'x' } })
  })

  it('derives browser, operating system and device, and recognizes a crawler', () => {
    expect(normalize('page_viewed')).toMatchObject({ browser: 'Safari', os: 'iOS', device: 'mobile', bot: false })
    const context = {
      navigator: { user_agent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
    }
    expect(normalize('page_viewed', { event: { context } })).toMatchObject({ device: 'bot', bot: true })
  })

  it.each([
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/119.0 Safari/537.36',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
    'AdsBot-Google (+http://www.google.com/adsbot.html)',
    'Googlebot',
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  ])('knows by its own word that nobody sits behind %s', (user_agent) => {
    const context = { navigator: { user_agent } }
    expect(normalize('page_viewed', { event: { context } })).toMatchObject({ bot: true })
  })

  it.each(['okhttp/4.9.3', 'Dart/3.2 (dart:io)', 'MyShop/1.0 CFNetwork/1410.0.3 Darwin/22.6.0', 'Mozilla/5.0', 'x'])(
    'takes the user agent of an app, %s, for a shopper',
    (user_agent) => {
      const context = { navigator: { user_agent } }
      expect(normalize('page_viewed', { event: { context } })).toMatchObject({ bot: false })
    },
  )

  it('keeps unreadable data as sent and marks it', () => {
    for (const data of [{}, { productVariant: { product: { id: {} } } }, { productVariant: [] }]) {
      expect(normalize('product_viewed', { event: { data } })).toMatchObject({ readable: false, lines: [], data })
    }
  })

  it('keeps nothing that identifies a shopper who did not consent to analytics', () => {
    const customer_privacy = { analytics_processing_allowed: false }
    const event = normalize('checkout_completed', {
      envelope: { customer_privacy, customer_id: '7', cart_identifier: 't?key=k' },
    })
    expect(toNewEvent({ event, sent: { context: {} } }).subjects).toEqual([])
    expect(JSON.stringify(event)).not.toMatch(/visitor-1|client-1|session-1|shopper@|Leeds/)
    expect(event).toMatchObject({ action: 'order', orderId: '9001' })
  })

  it('makes a session id if there is none, and reads the customer from the customer object', () => {
    const envelope = { session_id: undefined, customer: { id: 'gid://shopify/Customer/7' } }
    expect(normalize('page_viewed', { envelope })).toMatchObject({ sessionId: 'new', customerId: '7' })
  })
})
