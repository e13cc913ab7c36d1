import type { ShopEvent } from '../../../../ports/event-log/shop-event.ts'

export const EVENT_AT_MS = Date.parse('2026-03-01T12:00:00Z')

/** A view of somebody who allows everything, with only what a test is about changed. */
export function shopEvent(id: string, changes: Partial<ShopEvent>): ShopEvent {
  return {
    id,
    name: id,
    type: 'standard',
    atMs: EVENT_AT_MS,
    receivedAtMs: EVENT_AT_MS,
    channel: 'HEADLESS',
    visitorId: 'v',
    sessionId: 's',
    personalize: true,
    bot: false,
    browser: 'Safari',
    os: 'iOS',
    device: 'mobile',
    action: 'product_view',
    lines: [{ productId: 1, quantity: 1, price: 10 }],
    readable: true,
    ...changes,
  }
}
