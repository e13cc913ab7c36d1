import type { ShopEvent } from '../shop-event.ts'

export const NOW = Date.parse('2026-03-10T12:00:00Z')

export function shopEvent(changes: Partial<ShopEvent> = {}): ShopEvent {
  return {
    id: 'e',
    name: 'page_viewed',
    type: 'standard',
    atMs: NOW,
    receivedAtMs: NOW,
    channel: 'HEADLESS',
    visitorId: 'v',
    sessionId: 's',
    personalize: true,
    bot: false,
    browser: 'Safari',
    os: 'iOS',
    device: 'mobile',
    action: 'page_view',
    lines: [],
    readable: true,
    ...changes,
  }
}

export const line = (productId: number, quantity = 1, price = 10) => ({ productId, quantity, price })
