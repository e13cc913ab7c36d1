/** The invented shop behind the HTTP figures: its catalog, and its events as the log hands them to the models. */
import type { ShopEvent } from '../../packages/server/src/ports/event-log/shop-event.ts'
import { makeVisits, mulberry32 } from './make-visits.ts'

export const BENCH_SHOP = 'bench.myshopify.com'
export const ADMIN_KEY = `vak_${'B'.repeat(32)}`
export const STOREFRONT_KEY_FILE = 'bench-key.txt'
export const MODELS_FILE = 'bench-models.bin'
export const FACTS_FILE = 'bench-facts.json'

/** Facts about a prepared folder; `buildSeconds` is the CPU time of learning all events one by one, as the follower does. */
export interface ShopFacts {
  products: number
  events: number
  importSeconds: number
  buildSeconds: number
  modelMegabytes: number
}

const DAYS = 60
const DAY_MS = 86_400_000
/** Shares of visits, as shops see them. */
const CART_SHARE = 0.1
const ORDER_SHARE = 0.03

/** Product views of visits over two months, some of which end in a cart or an order, in batches like the follower's. */
export function* makeEvents(products: number, events: number, nowMs: number): Generator<ShopEvent[]> {
  const random = mulberry32(11)
  let made = 0
  let visitor = 0
  let batch: ShopEvent[] = []
  for (const visit of makeVisits(products, events)) {
    visitor++
    let atMs = nowMs - (1 - made / events) * DAYS * DAY_MS
    for (const number of visit) {
      atMs += 20_000
      batch.push(event('product_view', `${made++}`, { visitor, atMs, numbers: [number] }))
    }
    if (random() < CART_SHARE)
      batch.push(event('cart_add', `${made++}`, { visitor, atMs: atMs + 1000, numbers: visit.slice(-2) }))
    if (random() < ORDER_SHARE)
      batch.push(event('order', `${made++}`, { visitor, atMs: atMs + 2000, numbers: visit.slice(-3) }))
    if (batch.length < 1000) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

function event(
  action: ShopEvent['action'],
  id: string,
  about: { visitor: number; atMs: number; numbers: number[] },
): ShopEvent {
  const lines = about.numbers.map((number) => ({ productId: number + 1, quantity: 1, price: 10 }))
  return {
    id,
    name: action,
    type: 'standard',
    atMs: about.atMs,
    receivedAtMs: about.atMs,
    channel: 'HEADLESS',
    visitorId: `v${about.visitor}`,
    sessionId: `s${about.visitor}`,
    personalize: true,
    bot: false,
    browser: '',
    os: '',
    device: 'desktop',
    action,
    lines,
    readable: true,
    ...(action === 'order' ? { orderId: id } : {}),
  }
}

export function benchProduct(number: number, nowMs: number): object {
  const group = Math.floor(number / 50)
  return {
    id: number + 1,
    title: `Thing ${number} of group ${group}`,
    handle: `thing-${number}`,
    vendor: `Vendor ${group % 97}`,
    product_type: `Type ${group}`,
    tags: `tag-${number % 31}, group-${group}`,
    status: 'active',
    published_at: new Date(nowMs - number * 60_000).toISOString(),
    variants: [
      { id: number + 1, title: 'Default', sku: `S-${number}`, price: `${5 + (number % 90)}.00`, inventory_quantity: 3 },
    ],
    images: [
      { id: number + 1, src: `https://cdn.example.com/${number}.jpg`, alt: `Thing ${number}`, width: 800, height: 800 },
    ],
  }
}
