/** Generates the history of a small shop, and computes its figures with a slow, simple program. */
import fc from 'fast-check'
import type { StoredServe } from '../../../ports/derived-store/derived-records.ts'
import type { ShopEvent } from '../../../ports/event-log/shop-event.ts'

export const startMs = Date.parse('2026-03-10T20:00:00Z')
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const GAP_MS = 30 * MINUTE_MS
export const windows = { clickMs: 2 * DAY_MS, viewMs: DAY_MS }
const QUERIES = ['sofa', 'linen shirt', 'zzz']
const VISITORS = ['v1', 'v2', 'v3']

/** Pages of three searches for each visitor, and a section, at fixed minutes. */
export const serves: StoredServe[] = VISITORS.flatMap((visitor, v) =>
  [0, 50, 1500].flatMap((minute, turn) => [
    ...QUERIES.map((query, q): StoredServe => {
      const total = query === 'zzz' ? 0 : 4
      return {
        surface: 'search',
        requestId: `${visitor} ${turn} ${query}`,
        atMs: startMs + (minute + q) * MINUTE_MS,
        subjects: [`visitor:${visitor}`],
        query,
        total,
        ...(query === 'sofa' && turn === 1 && { isApproximate: true as const }),
        products: total === 0 ? [] : [1, 2, 3, 4].map((productId, i) => ({ productId, position: 1 + i + v * 10 })),
      }
    }),
    {
      surface: 'section',
      requestId: `${visitor} ${turn} section`,
      sectionServeId: `${visitor} ${turn} section`,
      section: 'home',
      atMs: startMs + minute * MINUTE_MS,
      subjects: [`visitor:${visitor}`],
      products: [1, 2].map((productId, i) => ({ productId, position: i + 1 })),
    },
  ]),
)

const KINDS = ['render', 'render', 'click', 'click', 'section_click', 'cart', 'order', 'view', 'page'] as const

export const plainEvent: fc.Arbitrary<ShopEvent> = fc
  .record({
    kind: fc.constantFrom(...KINDS),
    visitor: fc.constantFrom(...VISITORS),
    query: fc.constantFrom(...QUERIES),
    turn: fc.constantFrom(0, 1, 2),
    product: fc.integer({ min: 1, max: 4 }),
    after: fc.integer({ min: 0, max: 100 }),
    quantity: fc.integer({ min: 1, max: 2 }),
    id: fc.uuid(),
  })
  .map(({ kind, visitor, query, turn, product, after, quantity, id }) => {
    const atMs = startMs + ([0, 50, 1500][turn]! + after) * MINUTE_MS
    const line = { productId: product, quantity, price: 12.5 }
    const base = {
      ...{ id, atMs, receivedAtMs: atMs, visitorId: visitor, sessionId: `${visitor}${turn}`, path: '/', name: kind },
      ...{ type: 'custom' as const, channel: 'HEADLESS' as const, personalize: true, bot: false, readable: true },
      ...{ browser: 'Safari', os: 'iOS', device: 'mobile' as const, lines: [] as ShopEvent['lines'], currency: 'USD' },
    }
    const requestId = `${visitor} ${turn} ${query}`
    const track = { surface: 'search' as const, requestId }
    if (kind === 'render') return { ...base, action: 'surface_render', track, query }
    if (kind === 'click') return { ...base, action: 'surface_click', track, query, lines: [line] }
    if (kind === 'cart') return { ...base, action: 'cart_add', lines: [line] }
    if (kind === 'order') return { ...base, action: 'order', orderId: id, lines: [line] }
    if (kind === 'view') return { ...base, action: 'product_view', lines: [line] }
    if (kind === 'page') return { ...base, action: 'page_view' }
    const section = { surface: 'section' as const, sectionServeId: `${visitor} ${turn} section` }
    return { ...base, action: 'surface_click', track: section, lines: [{ ...line, productId: 1 + (product % 2) }] }
  })

const dayOf = (ms: number) => Math.floor(ms / DAY_MS)

interface PlainSearch {
  query: string
  day: number
  answer: 'found' | 'approximate' | 'empty'
  positions: number[]
}

interface Touch {
  event: ShopEvent
  surface: 'search' | 'section'
  query: string | undefined
}

export function plainFigures(events: readonly ShopEvent[], [fromDay, toDay]: readonly [number, number]) {
  const isAsked = (day: number) => day >= fromDay && day <= toDay
  const visits = plainVisits(events).filter(([first]) => isAsked(dayOf(first!.atMs)))
  const searches = plainSearches(events).filter(({ day }) => isAsked(day))
  const earned = plainEarned(events).filter(({ day }) => isAsked(day))
  const did = (step: string) => visits.filter((visit) => visit.some(({ action }) => action === step)).length
  const orders = events.filter(({ action, atMs }) => action === 'order' && isAsked(dayOf(atMs)))
  return {
    visits: visits.length,
    visitsWithOrder: did('order'),
    visitsWithCart: visits.filter((visit) => visit.some(({ action }) => action === 'cart_add' || action === 'order'))
      .length,
    orders: orders.length,
    revenue: sum(orders.map(worth)),
    searches,
    earned,
    sectionClicks: events.filter(
      ({ action, track, atMs }) => action === 'surface_click' && track?.surface === 'section' && isAsked(dayOf(atMs)),
    ).length,
  }
}

export const sum = (values: readonly number[]) => values.reduce((total, one) => total + one, 0)
const worth = ({ lines: [line] }: ShopEvent) => line!.price! * line!.quantity

function split<T>(all: readonly T[], timeOf: (one: T) => number): T[][] {
  const groups: T[][] = []
  for (const one of all.toSorted((a, b) => timeOf(a) - timeOf(b))) {
    const last = groups.at(-1)
    if (last && timeOf(one) - timeOf(last.at(-1)!) <= GAP_MS) last.push(one)
    else groups.push([one])
  }
  return groups
}

function plainVisits(events: readonly ShopEvent[]): ShopEvent[][] {
  return VISITORS.flatMap((visitor) =>
    split(
      events.filter(({ visitorId }) => visitorId === visitor),
      ({ atMs }) => atMs,
    ),
  )
}

const serveOf = ({ track }: ShopEvent) => serves.find(({ requestId }) => requestId === track?.requestId)!

function plainSearches(events: readonly ShopEvent[]): PlainSearch[] {
  const ofSearch = events.filter(({ track }) => track?.surface === 'search')
  return VISITORS.flatMap((visitor) =>
    QUERIES.flatMap((query) => {
      const own = ofSearch.filter((event) => event.visitorId === visitor && event.query === query)
      return split(own, (event) => serveOf(event).atMs).map((span) => plainSearch(query, span))
    }),
  )
}

function plainSearch(query: string, span: readonly ShopEvent[]): PlainSearch {
  const first = serveOf(span[0]!)
  const clicks = span.filter(({ action }) => action === 'surface_click').toSorted(earlier)
  const products = [...new Set(clicks.map(({ lines }) => lines[0]!.productId))]
  const positions = products.map((product) => {
    const click = clicks.find(({ lines }) => lines[0]!.productId === product)!
    return serveOf(click).products.find(({ productId }) => productId === product)?.position ?? 0
  })
  const answer = first.total === 0 ? 'empty' : first.isApproximate ? 'approximate' : 'found'
  return { query, day: dayOf(first.atMs), answer, positions }
}

const earlier = (a: ShopEvent, b: ShopEvent) => a.atMs - b.atMs || (a.id < b.id ? -1 : 1)

function plainEarned(events: readonly ShopEvent[]) {
  const put = (of: ShopEvent, slackMs: number) => ({ of, touch: lastTouch(events, of, slackMs) })
  const orders = events.filter(({ action }) => action === 'order').map((one) => put(one, 0))
  const carts = events.filter(({ action }) => action === 'cart_add').map((one) => put(one, 5000))
  const keyOf = ({ of, touch }: { of: ShopEvent; touch: Touch | undefined }) =>
    `${touch?.event.id} ${of.lines[0]!.productId}`
  const ordered = new Set(orders.map(keyOf))
  const left = [
    ...Map.groupBy(
      carts.filter((one) => one.touch && !ordered.has(keyOf(one))),
      keyOf,
    ).values(),
  ].map((same) => same.toSorted((a, b) => earlier(a.of, b.of))[0]!)
  const row = ({ of, touch }: { of: ShopEvent; touch: Touch | undefined }, orderCount: number) => ({
    ...{ surface: touch?.surface, query: touch?.query, day: dayOf(of.atMs) },
    ...{ orders: orderCount, revenue: orderCount * worth(of) },
  })
  return [...orders.map((one) => row(one, 1)), ...left.map((one) => row(one, 0))]
}

function lastTouch(events: readonly ShopEvent[], of: ShopEvent, slackMs: number): Touch | undefined {
  const product = of.lines[0]!.productId
  const before = (windowMs: number) => (event: ShopEvent) =>
    event.visitorId === of.visitorId && event.atMs >= of.atMs - windowMs && event.atMs <= of.atMs + slackMs
  const shows = (event: ShopEvent) =>
    event.track?.surface === 'section'
      ? product <= 2
      : event.track !== undefined && serveOf(event).products.some(({ productId }) => productId === product)
  const clicks = events.filter(
    (event) => event.action === 'surface_click' && event.lines[0]!.productId === product && shows(event),
  )
  const views = events.filter((event) => event.action === 'surface_render' && shows(event))
  const last =
    clicks.filter(before(windows.clickMs)).toSorted(earlier).at(-1) ??
    views.filter(before(windows.viewMs)).toSorted(earlier).at(-1)
  return last && { event: last, surface: last.track!.surface as Touch['surface'], query: last.query }
}
