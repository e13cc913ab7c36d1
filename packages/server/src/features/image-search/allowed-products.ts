/** Which vectors a shopper may be shown: gates and filters of the search index, as a set of the vector store. */
import type { SearchRequest, SlotSet, VectorStore } from '@vitrine/engine'
import type { Shop } from '../../ports/record-store/record-store.ts'
import type { SearchIndex } from '../../ports/search-index/search-index.ts'

export interface AllowedProducts {
  slots: SlotSet
  /** Allowed, but sold out; they come last where the shop wants it so. */
  soldOut: ReadonlySet<number>
}

type Question = Omit<SearchRequest, 'facets' | 'sort' | 'offset' | 'limit'>

/** Sets kept: the default gate of many shops and the filters in fashion. */
const MOST_KEPT = 64
/** A product that appears at a set time may come this much later. */
const MINUTE_MS = 60_000

export class AllowedSets {
  readonly #index: SearchIndex
  /** In order of last use. */
  readonly #kept = new Map<string, AllowedProducts>()

  constructor(index: SearchIndex) {
    this.#index = index
  }

  async find(shop: Shop, question: Question, store: VectorStore): Promise<AllowedProducts> {
    const { gates, selections, prices } = question
    const minute = Math.floor((gates.nowMs ?? 0) / MINUTE_MS)
    const state = [shop.id, await this.#index.generation(shop), store.space, store.version, minute]
    const key = JSON.stringify([state, { ...gates, nowMs: 0 }, selections, prices], infinite)
    const known = this.#kept.get(key) ?? (await this.#ask(shop, question, store))
    this.#kept.delete(key)
    this.#kept.set(key, known)
    if (this.#kept.size > MOST_KEPT) this.#kept.delete(this.#kept.keys().next().value!)
    return known
  }

  async #ask(shop: Shop, question: Question, store: VectorStore): Promise<AllowedProducts> {
    const { hits } = await this.#index.search(shop, {
      ...question,
      rules: { pins: [], boosts: [] },
      facets: [],
      sort: 'newest',
      offset: 0,
      limit: Number.MAX_SAFE_INTEGER,
    })
    const soldOut = hits.filter(({ explanation }) => !explanation.inStock).map(({ id }) => id)
    return { slots: store.allowing(hits.map(({ id }) => id)), soldOut: new Set(soldOut) }
  }
}

/** JSON has no infinity: an open range must not look like another. */
function infinite(_: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value
}
