/** A shop of many products, with a year of visits as the follower would have derived them. */
import type { Conversion, DerivedBatch, Search } from '../../packages/server/src/ports/derived-store/derived-facts.ts'
import type { DerivedStore } from '../../packages/server/src/ports/derived-store/derived-store.ts'
import { emptyBatch } from '../../packages/server/src/ports/derived-store/empty-batch.ts'
import {
  alsoInSegment,
  searchesInSegment,
  SEGMENTS,
  segmentOf,
} from '../../packages/server/src/ports/derived-store/segments.ts'
import { generateCatalog } from '../search/generate-catalog.ts'

export const SHOP = 'dashboard.myshopify.com'
const PER_REQUEST = 1000
const DAY_MS = 86_400_000
const VISITS = 300
const SEARCHES = 150
const ORDERS = 30
const QUERIES = 2000
const WINDOWS = { clickMs: 7 * DAY_MS, viewMs: DAY_MS }

type Ask = (method: 'POST' | 'PUT' | 'PATCH', path: string, payload: object | string) => Promise<unknown>

export async function fillProducts(ask: Ask, count: number): Promise<void> {
  await ask('PUT', `/shops/${SHOP}`, { name: 'Bench', currency: 'USD' })
  await ask('PATCH', `/shops/${SHOP}/config`, {
    experiences: [
      {
        id: 1,
        name: 'E',
        plan: { visitors_per_variant: 10_000 },
        variants: ['a', 'b'].map((key) => ({ key, weight: 1 })),
      },
    ],
    sections: [{ id: 1, title: 'Best', type: 'bestsellers', page_types: ['home'] }],
  })
  const docs = [...generateCatalog(count)]
  for (let from = 0; from < count; from += PER_REQUEST) {
    const lines = docs.slice(from, from + PER_REQUEST).map((doc, i) => {
      const id = from + i + 1
      return JSON.stringify({
        id,
        title: doc.title,
        handle: `p-${id}`,
        vendor: doc.vendor,
        product_type: doc.productType,
        tags: doc.tags.join(', '),
        published_at: '2020-01-01T00:00:00Z',
        variants: [{ id: id * 10, sku: `s-${id}`, price: doc.price }],
      })
    })
    const wait = from + PER_REQUEST >= count ? '?wait=true' : ''
    await ask('POST', `/shops/${SHOP}/products/bulk${wait}`, `${lines.join('\n')}\n`)
  }
}

/** Writes one batch per day, the last of them today. */
export async function fillHistory(
  store: DerivedStore,
  { days, products }: { days: number; products: number },
): Promise<void> {
  const today = Math.floor(Date.now() / DAY_MS)
  for (let n = 0; n < days; n++) await store.apply(SHOP, dayOf(today - days + 1 + n, n, products), WINDOWS)
}

function dayOf(day: number, n: number, products: number): DerivedBatch {
  const atMs = day * DAY_MS + 1000
  const session = (i: number) => `${day}-${i}`
  const product = (i: number) => 1 + ((n * 7919 + i * 104_729) % products)
  const rollup = (dimension: string, key: string, metric: string, value: number) => ({
    day,
    dimension,
    key,
    metric,
    value,
  })
  const list = <T>(count: number, make: (i: number) => T) => Array.from({ length: count }, (_, i) => make(i))
  const query = (i: number) => `query-${(n * 31 + i * 17) % QUERIES}`
  const segment = (i: number) => segmentOf(i % 3 ? 'desktop' : 'mobile', { market: i % 2 ? 'eu' : 'us', locale: 'en' })
  const searched = (i: number): Search => ({
    visitor: session(i),
    query: query(i),
    firstAtMs: atMs,
    lastAtMs: atMs,
    answeredAtMs: atMs,
    answer: i % 7 === 0 ? 'empty' : 'found',
    clicks:
      i % 3 === 0 && i % 7 !== 0
        ? [
            {
              productId: product(i),
              atMs,
              eventId: `${day}-${i}`,
              source: { surface: 'search', position: 1 + (i % 24) },
            },
          ]
        : [],
  })
  return {
    // The log stays empty: the store is filled as if the data had been derived from it.
    ...emptyBatch(0, 0),
    visits: list(VISITS, (i) => ({
      visitor: session(i),
      firstAtMs: atMs,
      lastAtMs: atMs,
      path: `/products/p-${product(i % 50)}`,
      device: i % 3 === 0 ? 'mobile' : 'desktop',
      placedAtMs: atMs,
      place: i % 2 ? 'eu|en' : 'us|en',
      steps: i < ORDERS ? 127 : i % 2 ? 3 : 1,
      pages: ['/'],
    })),
    searches: list(SEARCHES, (i) => searchesInSegment([searched(i)], segment(i))).flat(),
    conversions: list(
      ORDERS,
      (i): Conversion => ({
        kind: 'order',
        key: `${day}-${i}`,
        atMs,
        eventId: `${day}-${i}`,
        subjects: [`visitor:${day}-${i}`],
        currency: 'USD',
        segment: segment(i),
        lines: [{ productId: product(i), quantity: 1, amount: 250_000 }],
      }),
    ),
    exposures: list(VISITS, (i) => ({
      experience: '1',
      variant: i % 2 ? 'a' : 'b',
      visitor: `visitor:${day}-${i}`,
      atMs,
    })),
    rollups: [
      ...list(6, (i) => rollup(SEGMENTS, segment(i), 'events', VISITS)),
      rollup('shop', '', 'events', 10 * VISITS),
      rollup('shop', '', 'page_views', 4 * VISITS),
      ...list(300, (i) => rollup('product', String(product(i)), 'views', 3)),
      ...list(SEARCHES, (i) => alsoInSegment([rollup('query', query(i), 'renders', 1)], segment(i))).flat(),
      ...list(8, (i) => alsoInSegment([rollup('surface', `surface-${i}`, 'views', 100)], segment(i))).flat(),
      ...list(20, (i) => rollup('filter_value', `color=c${i}`, 'uses', 3)),
      rollup('filter', 'color', 'uses', 60),
      ...list(30, (i) => rollup('event', `name-${i}`, 'events', 100)),
    ],
  }
}
