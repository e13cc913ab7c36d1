/** Finds the queries that visitors typed next, and the products that they clicked, in the last 30 days. */
import { LRUCache } from 'lru-cache'
import type { Search } from '../../ports/derived-store/derived-facts.ts'
import type { DerivedStore } from '../../ports/derived-store/derived-store.ts'
import type { ShopId } from '../../ports/record-store/record-store.ts'

export interface Reformulation {
  from: string
  to: string
  count: number
  /** Products that these visitors then clicked, each with the number of visitors. */
  chosen: ReadonlyMap<number, number>
}

export interface ClickedProduct {
  query: string
  productId: number
  clicks: number
  /** Clicks on all products of the query; `ofSearches` is the number of its searches. */
  ofClicks: number
  ofSearches: number
  position: number
}

interface SearchFigures {
  reformulations: readonly Reformulation[]
  clicked: readonly ClickedProduct[]
}

const DAYS_MS = 30 * 86_400_000
const CHUNK = 5_000
/** Limits the time that a report takes: of more searches, only the latest are read. */
const MAX_SEARCHES = 100_000
const KEPT_MS = 5 * 60_000
const MAX_SHOPS = 500

export class RecentSearches {
  readonly #store: Pick<DerivedStore, 'searches'>
  readonly #kept = new LRUCache<ShopId, { untilMs: number; figures: Promise<SearchFigures> }>({ max: MAX_SHOPS })

  constructor(store: Pick<DerivedStore, 'searches'>) {
    this.#store = store
  }

  of(shop: ShopId, nowMs: number): Promise<SearchFigures> {
    const kept = this.#kept.get(shop)
    if (kept && kept.untilMs > nowMs) return kept.figures
    const figures = this.#read(shop, nowMs)
    this.#kept.set(shop, { untilMs: nowMs + KEPT_MS, figures })
    figures.catch(() => this.#kept.delete(shop))
    return figures
  }

  async #read(shop: ShopId, nowMs: number): Promise<SearchFigures> {
    const searches = await latestSearches(this.#store, shop, { fromMs: nowMs - DAYS_MS, max: MAX_SEARCHES })
    return { reformulations: countReformulations(searches), clicked: countClicked(searches) }
  }
}

/** Returns at most `max` searches, the latest ones, earliest first. */
export async function latestSearches(
  store: Pick<DerivedStore, 'searches'>,
  shop: ShopId,
  { fromMs, max }: { fromMs: number; max: number },
): Promise<Search[]> {
  const chunks: (readonly Search[])[] = []
  let count = 0
  for (let after: Search | undefined; ; ) {
    const chunk = await store.searches(shop, { fromMs, toMs: Number.MAX_SAFE_INTEGER, after, limit: CHUNK })
    chunks.push(chunk)
    count += chunk.length
    if (count - chunks[0]!.length >= max) count -= chunks.shift()!.length
    if (chunk.length < CHUNK) return chunks.flat().slice(-max)
    after = chunk.at(-1)
  }
}

/** A search after more than this time counts as a new intent. */
const WITHIN_MS = 2 * 60_000

/** Counts a search soon after a search without a click. Each visitor counts once per pair of queries. */
export function countReformulations(searches: readonly Search[]): Reformulation[] {
  const counts = new Map<string, Reformulation & { chosen: Map<number, number> }>()
  for (const own of Map.groupBy(searches, ({ visitor }) => visitor).values()) {
    const inOrder = own.toSorted((a, b) => a.firstAtMs - b.firstAtMs || (a.query < b.query ? -1 : 1))
    const pairs = new Map<string, { from: string; to: string; chosen: Set<number> }>()
    inOrder.forEach((next, i) => {
      const before = inOrder[i - 1]
      if (!before || before.clicks.length > 0 || next.firstAtMs - before.lastAtMs > WITHIN_MS) return
      const [from, to] = [before.query, next.query]
      if (from === to) return
      const pair = pairs.get(`${from}\n${to}`) ?? { from, to, chosen: new Set() }
      pairs.set(`${from}\n${to}`, pair)
      for (const { productId, teaches } of next.clicks) if (teaches !== false) pair.chosen.add(productId)
    })
    for (const [key, { from, to, chosen }] of pairs) {
      const known = counts.get(key) ?? { from, to, count: 0, chosen: new Map() }
      counts.set(key, known)
      known.count++
      for (const id of chosen) known.chosen.set(id, (known.chosen.get(id) ?? 0) + 1)
    }
  }
  return [...counts.values()].sort((a, b) => b.count - a.count || (a.from + a.to < b.from + b.to ? -1 : 1))
}

/** Clicks without a known position are left out. */
export function countClicked(searches: readonly Search[]): ClickedProduct[] {
  const totals = new Map<string, number>()
  const asked = new Map<string, number>()
  const found = new Map<string, ClickedProduct & { positions: number }>()
  for (const { query, clicks } of searches) {
    asked.set(query, (asked.get(query) ?? 0) + 1)
    for (const { productId, teaches, source } of clicks) {
      if (source.position === undefined || teaches === false) continue
      totals.set(query, (totals.get(query) ?? 0) + 1)
      const known = found.get(`${query}\n${productId}`) ?? {
        query,
        productId,
        clicks: 0,
        ofClicks: 0,
        ofSearches: 0,
        position: 0,
        positions: 0,
      }
      found.set(`${query}\n${productId}`, {
        ...known,
        clicks: known.clicks + 1,
        positions: known.positions + source.position,
      })
    }
  }
  return [...found.values()].map(({ positions, ...one }) => ({
    ...one,
    ofClicks: totals.get(one.query) ?? 0,
    ofSearches: asked.get(one.query) ?? 0,
    position: Math.round((10 * positions) / one.clicks) / 10,
  }))
}
