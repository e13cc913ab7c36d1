/** Which products shoppers chose in which search, and how far down they found them: from the latest clicks of the log. */
import type { DerivedStore, StoredServe } from '../../ports/derived-store/derived-store.ts'
import type { ShopEvent } from '../../ports/event-log/shop-event.ts'
import { normalizeQuery } from '../platform/normalize-query.ts'
import { type EventTail, FromLatestEvents, latestBodies } from './latest-events.ts'

export interface ClickedProduct {
  query: string
  productId: number
  clicks: number
  /** Of all clicks in the query's results. */
  ofClicks: number
  /** Where it stood, on average. */
  position: number
}

const MOST_CLICKS = 3_000

interface Click {
  serveId: string
  productId: number
}

export interface ClickedProductsDeps {
  log: EventTail
  store: Pick<DerivedStore, 'findServes'>
}

export class ClickedProducts extends FromLatestEvents<readonly ClickedProduct[]> {
  constructor({ log, store }: ClickedProductsDeps) {
    super(async (shop) => {
      const clicks: Click[] = []
      for await (const body of latestBodies(log, shop)) clicks.push(...clickIn(body))
      const latest = clicks.slice(-MOST_CLICKS)
      return countClicks(latest, await store.findServes(shop, [...new Set(latest.map(({ serveId }) => serveId))]))
    })
  }
}

function clickIn(body: string): Click[] {
  // Without parsing what is no click: nearly all events are others.
  if (!body.includes('"surface_click"')) return []
  const { bot, track, lines } = JSON.parse(body) as ShopEvent
  const serveId = track?.requestId ?? track?.serveId
  const productId = lines[0]?.productId
  return bot || serveId === undefined || productId === undefined ? [] : [{ serveId, productId }]
}

export function countClicks(
  clicks: readonly Click[],
  serves: ReadonlyMap<string, readonly StoredServe[]>,
): ClickedProduct[] {
  const totals = new Map<string, number>()
  const found = new Map<string, { query: string; productId: number; clicks: number; positions: number }>()
  for (const { serveId, productId } of clicks) {
    const serve = serves.get(serveId)?.find(({ surface }) => surface === 'search')
    const query = normalizeQuery(serve?.query ?? '')
    const position = serve?.products.find((shown) => shown.productId === productId)?.position
    if (query === '' || position === undefined) continue
    totals.set(query, (totals.get(query) ?? 0) + 1)
    const known = found.get(`${query}\n${productId}`) ?? { query, productId, clicks: 0, positions: 0 }
    found.set(`${query}\n${productId}`, {
      ...known,
      clicks: known.clicks + 1,
      positions: known.positions + position,
    })
  }
  return [...found.values()].map(({ positions, ...one }) => ({
    ...one,
    ofClicks: totals.get(one.query) ?? 0,
    position: Math.round((10 * positions) / one.clicks) / 10,
  }))
}
