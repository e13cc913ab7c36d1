/** Which products shoppers chose in which search, and how far down they found them: from the latest clicks of the log. */
import type { DerivedStore, StoredServe } from '../../ports/derived-store/derived-store.ts'
import type { EventLog } from '../../ports/event-log/event-log.ts'
import type { ShopEvent } from '../../ports/event-log/shop-event.ts'
import type { ShopId } from '../../ports/record-store/record-store.ts'
import { normalizeQuery } from '../platform/normalize-query.ts'

export interface ClickedProduct {
  query: string
  productId: number
  clicks: number
  /** Of all clicks in the query's results. */
  ofClicks: number
  /** Where it stood, on average. */
  position: number
}

/** How far back is looked: bounded, whatever the shop's size. */
const EVENTS = 50_000
const CHUNK = 5_000
const MOST_CLICKS = 3_000
const KEPT_MS = 5 * 60_000

interface Click {
  serveId: string
  productId: number
}

export interface ClickedProductsDeps {
  log: Pick<EventLog, 'readBodies' | 'lastOffset'>
  store: Pick<DerivedStore, 'findServes'>
}

export class ClickedProducts {
  readonly #deps: ClickedProductsDeps
  readonly #known = new Map<ShopId, { untilMs: number; found: Promise<readonly ClickedProduct[]> }>()

  constructor(deps: ClickedProductsDeps) {
    this.#deps = deps
  }

  of(shop: ShopId, nowMs: number): Promise<readonly ClickedProduct[]> {
    const known = this.#known.get(shop)
    if (known && known.untilMs > nowMs) return known.found
    const found = this.#read(shop)
    this.#known.set(shop, { untilMs: nowMs + KEPT_MS, found })
    found.catch(() => this.#known.delete(shop))
    return found
  }

  async #read(shop: ShopId): Promise<ClickedProduct[]> {
    const { log, store } = this.#deps
    const clicks: Click[] = []
    for (let offset = Math.max(0, (await log.lastOffset(shop)) - EVENTS); ; ) {
      const { offsets, bodies } = await log.readBodies(shop, offset, CHUNK)
      if (offsets.length === 0) break
      for (const body of bodies.split('\n')) clicks.push(...clickIn(body))
      offset = offsets.at(-1)!
    }
    const latest = clicks.slice(-MOST_CLICKS)
    return countClicks(latest, await store.findServes(shop, [...new Set(latest.map(({ serveId }) => serveId))]))
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
