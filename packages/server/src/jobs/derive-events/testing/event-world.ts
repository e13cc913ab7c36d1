/** Generates events with few shoppers, few products and shared devices, so that they often interact. */
import fc from 'fast-check'
import type { StoredServe } from '../../../ports/derived-store/derived-records.ts'
import type { DerivedStore } from '../../../ports/derived-store/derived-store.ts'
import { dimensionIn, queryIn, SEGMENTS } from '../../../ports/derived-store/segments.ts'
import { sqliteDerivedTables } from '../../../ports/derived-store/sqlite-derived-tables.ts'
import type { EventAction, ShopEvent, Surface } from '../../../ports/event-log/shop-event.ts'
import { deriveEvents } from '../derive-events.ts'

export const shop = 'world.myshopify.com'
export const startMs = Date.parse('2026-03-10T22:00:00Z')
const HOUR_MS = 3_600_000
export const windows = { clickMs: 7 * 24 * HOUR_MS, viewMs: 24 * HOUR_MS, hasPlaces: true }

export const serves: StoredServe[] = [1, 2, 3].map((n) => ({
  surface: n === 1 ? 'search' : 'section',
  requestId: `r${n}`,
  sectionServeId: n === 1 ? undefined : `s${n}`,
  atMs: startMs,
  subjects: [`visitor:v${n}`],
  market: n === 1 ? 'us' : 'eu',
  locale: n === 3 ? 'de' : 'en',
  section: n === 1 ? undefined : String(n),
  recommendationType: n === 1 ? undefined : 'similar_products',
  experience: n === 1 ? null : { id: 'e', variant: n === 2 ? 'a' : 'b' },
  query: n === 1 ? 'Linen  Shirt' : undefined,
  total: 2,
  products: [1, 2, 3].map((productId, i) => ({ productId, position: i + 1, step: 'co-view' })),
}))

// Clicks and orders are repeated to make them frequent, because attribution depends on their order.
const ACTIONS: readonly [EventAction, Surface?][] = [
  ['order'],
  ['order'],
  ['refund'],
  ['surface_click', 'section'],
  ['surface_click', 'search'],
  ['page_view'],
  ['product_view'],
  ['cart_add'],
  ['cart_remove'],
  ['cart_view'],
  ['order'],
  ['search'],
  ['surface_render', 'search'],
  ['surface_click', 'search'],
  ['surface_view', 'section'],
  ['surface_click', 'section'],
  ['surface_cart_add', 'section'],
]

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })

const line = fc.record({
  productId: fc.integer({ min: 1, max: 3 }),
  quantity: fc.integer({ min: 1, max: 3 }),
  price: fc.constantFrom(9.99, 10, 0.1),
})

export const worldEvent: fc.Arbitrary<ShopEvent> = fc
  .record({
    kind: fc.constantFrom(...ACTIONS),
    // Minutes or hours apart, so that some visits and searches end in between.
    minutes: fc.oneof(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 0, max: 3600 })),
    visitorId: maybe(fc.constantFrom('v1', 'v2', 'v3')),
    clientId: maybe(fc.constantFrom('c1', 'c2')),
    customerId: maybe(fc.constantFrom('k1', 'k2')),
    sessionId: fc.constantFrom('x', 'y', 'z'),
    lines: fc.array(line, { minLength: 1, maxLength: 3 }),
    orderId: fc.constantFrom('o1', 'o2', 'o3'),
    requestId: maybe(fc.constantFrom('r1', 'r2', 'r3', 'unknown')),
    path: fc.constantFrom('/', '/a', '/b'),
    currency: fc.constantFrom('USD', 'EUR'),
    bot: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
    id: fc.uuid(),
  })
  .map(({ kind: [action, surface], minutes, requestId, orderId, ...rest }) => ({
    ...rest,
    name: action,
    type: surface ? 'custom' : 'standard',
    atMs: startMs + minutes * 60_000,
    receivedAtMs: startMs,
    channel: 'HEADLESS',
    personalize: true,
    browser: 'Safari',
    os: 'iOS',
    device: rest.sessionId === 'x' ? 'mobile' : 'desktop',
    action,
    ...(action === 'refund' ? refundOf(orderId, rest.lines) : {}),
    orderId: action === 'order' || action === 'refund' ? orderId : undefined,
    query: action === 'search' || surface === 'search' ? 'linen shirt' : undefined,
    track: surface && { surface, requestId },
    readable: true,
  }))

/** Depends only on the id, because a refund that is sent twice is the same. */
function refundOf(orderId: string, lines: readonly ShopEvent['lines'][number][]): Partial<ShopEvent> {
  const productId = lines[0]?.productId ?? 1
  return { refundId: `${orderId}-${productId}`, lines: [{ productId, quantity: 1, price: 9.99 }] }
}

/** Feeds the events in chunks of `size` as the log would return them: each id once. */
export async function follow(
  events: readonly ShopEvent[],
  size: number,
  zone = 'UTC',
  store: DerivedStore = sqliteDerivedTables(':memory:'),
): Promise<DerivedStore> {
  await store.putServes(serves.map((serve) => ({ shop, serve })))
  await store.setZone(shop, zone)
  const unique = [...new Map(events.map((event) => [event.id, event])).values()]
  for (let from = 0; from < unique.length; from += size) {
    const run = unique.slice(from, from + size).map((event, i) => ({ offset: from + i + 1, event }))
    await deriveEvents({ store, windowsOf: async () => windows }, shop, { fromOffset: from, events: run })
  }
  return store
}

const CUT = ['shop', 'attributed', 'surface', 'query', 'product']

async function inSegments(store: DerivedStore, range: { fromDay: number; toDay: number }): Promise<object> {
  const segments = await store.rollups(shop, { dimension: SEGMENTS, ...range })
  const found = segments.map(async ({ key, value }) => ({
    key,
    value,
    rollups: await Promise.all(
      CUT.map((dimension) => store.rollups(shop, { dimension: dimensionIn(key, dimension), ...range, perDay: true })),
    ),
    queries: await store.queries(shop, { ...range, prefix: queryIn(key, ''), limit: 10, orderBy: 'searches' }),
    days: await store.searchesByDay(shop, { ...range, prefix: queryIn(key, '') }),
  }))
  return Promise.all(found)
}

async function visitsOn(store: DerivedStore, day: number): Promise<object> {
  const asked = { fromDay: day, toDay: day, prefix: '', limit: 10, orderBy: 'searches' as const }
  return {
    all: await store.visits(shop, { fromDay: day, toDay: day }),
    landing: await store.funnel(shop, { scope: 'landing', fromDay: day, toDay: day, limit: 100 }),
    pages: await store.funnel(shop, { scope: 'page', fromDay: day, toDay: day, limit: 100 }),
    queries: await store.queries(shop, asked),
  }
}

export async function readAll(store: DerivedStore): Promise<object> {
  const day = Math.floor(startMs / 86_400_000)
  const range = { fromDay: day - 1, toDay: day + 5 }
  const dimensions = [
    'shop',
    'event',
    'device',
    'product',
    'attributed',
    'surface',
    'section',
    'type',
    'variant',
    'query',
    'step',
  ]
  const orders = await store.conversions(shop, 'order', 0, Number.MAX_SAFE_INTEGER, 1000)
  const carts = await store.conversions(shop, 'cart', 0, Number.MAX_SAFE_INTEGER, 1000)
  const people = ['visitor:v1', 'visitor:v2', 'visitor:v3', 'client:c1', 'client:c2', 'customer:k1', 'customer:k2']
  return {
    rollups: await Promise.all(
      dimensions.map((dimension) => store.rollups(shop, { dimension, ...range, perDay: true })),
    ),
    conversions: await Promise.all([...orders, ...carts].map(({ kind, key }) => store.conversion(shop, kind, key))),
    people: await Promise.all(people.map((subject) => store.ownSubjects(shop, [subject]))),
    histories: await Promise.all(people.map((subject) => store.history(shop, [subject], 10))),
    queries: await store.queries(shop, { ...range, prefix: '', limit: 10, orderBy: 'searches' }),
    visits: await Promise.all([-1, 0, 1, 2, 3].map((later) => visitsOn(store, day + later))),
    experiment: await store.experiment(shop, 'e'),
    segments: await inSegments(store, range),
    days: await store.searchesByDay(shop, range),
    searches: await store.searches(shop, { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER, limit: 1000 }),
  }
}
