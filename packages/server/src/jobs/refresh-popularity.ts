/** Passes sales figures to the search index, for `best_selling`, browsing and relevance. */
import { hash } from 'node:crypto'
import type { DerivedStore } from '../ports/derived-store/derived-store.ts'
import type { Shop, ShopId } from '../ports/record-store/record-store.ts'
import type { SearchIndex } from '../ports/search-index/search-index.ts'
import { ShopSchedule } from './shop-schedule.ts'

export interface PopularityDeps {
  index: SearchIndex
  store: Pick<DerivedStore, 'rollups'>
  findShop: (id: ShopId) => Promise<Shop | undefined>
  clock: () => number
  onError: (error: unknown, during: string) => void
}

const DAY_MS = 86_400_000
const WINDOW_DAYS = 30
const HALF_LIFE_DAYS = 7
/** An event counts once per product, because anybody can invent a quantity. */
const WEIGHTS: Readonly<Record<string, number>> = { bought: 1, added: 0.1, seen: 0.01 }
const EVERY_MS = 60_000

export class PopularityRefresh {
  readonly #deps: PopularityDeps
  /** Hash of the figures that were last set. */
  #last = new Map<ShopId, string>()
  readonly #rounds = new ShopSchedule()
  #timer: NodeJS.Timeout | undefined

  constructor(deps: PopularityDeps) {
    this.#deps = deps
    deps.index.popularityFrom(({ id }) => popularityOf(deps.store, id, deps.clock()))
  }

  start(): void {
    this.#timer = setInterval(() => void this.runOnce(), EVERY_MS).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** Must be called when the shop has new events. */
  happened(shop: ShopId): void {
    this.#rounds.touch(shop)
  }

  async runOnce(): Promise<void> {
    const loads = new Map(this.#deps.index.loaded().map(({ id, load }) => [id, load]))
    this.#last = new Map([...this.#last].filter(([id]) => loads.has(id)))
    for (const id of this.#rounds.next(loads.keys())) {
      const load = loads.get(id) as number
      await this.#refresh(id, load).catch((error) => this.#deps.onError(error, `reading what sells in ${id}`))
    }
  }

  async #refresh(id: ShopId, load: number): Promise<void> {
    const shop = await this.#deps.findShop(id)
    if (!shop) return
    const popularity = await popularityOf(this.#deps.store, id, this.#deps.clock())
    // Setting the same figures again would needlessly invalidate caches.
    const seen = `${load} ${hash('sha1', JSON.stringify([...popularity]))}`
    if (seen === this.#last.get(id)) return
    await this.#deps.index.setPopularity(shop, popularity)
    this.#last.set(id, seen)
  }
}

export async function popularityOf(
  store: Pick<DerivedStore, 'rollups'>,
  shop: ShopId,
  nowMs: number,
): Promise<Map<number, number>> {
  const today = Math.floor(nowMs / DAY_MS)
  // Days in the shop's zone may be one day ahead.
  const query = { dimension: 'product', fromDay: today - WINDOW_DAYS, toDay: today + 1, perDay: true }
  const popularity = new Map<number, number>()
  const rows = await store.rollups(shop, query)
  for (const { day = today, key, metric, value } of rows) {
    const weight = WEIGHTS[metric]
    if (weight === undefined) continue
    const faded = value * weight * 2 ** ((day - today) / HALF_LIFE_DAYS)
    popularity.set(Number(key), (popularity.get(Number(key)) ?? 0) + faded)
  }
  return popularity
}
