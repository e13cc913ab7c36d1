/** Finds the nearest products by vector, then applies visibility and filters of the search index. */
import type { ImageEmbedder } from '@vitrine/embedder'
import type { SearchRequest, SlotSet, VectorHit, VectorStore } from '@vitrine/engine'
import { LRUCache } from 'lru-cache'
import type { Shop } from '../../ports/record-store/record-store.ts'
import type { SearchIndex } from '../../ports/search-index/search-index.ts'

interface Sought {
  store: VectorStore
  vector: Float32Array
  likeness?: ((a: Float32Array, b: Float32Array) => number) | undefined
  /** Orders products by one picture of each; without it, `likeness` decides. */
  order?: ImageEmbedder['order']
  /** Pictures with a resemblance below `floor` show different things. */
  resemblance: (a: Float32Array, b: Float32Array) => number
  floor: number
}

export interface AlikeHit extends VectorHit {
  /** False if only the words of the query can bring the product into the results. */
  isAlike: boolean
}

type SearchScope = Omit<SearchRequest, 'facets' | 'sort' | 'offset' | 'limit'>

/** Products further away do not look similar. */
const MAX_RESULTS = 1000
/** Does not depend on the page size, so that the order is the same on all pages. */
const ORDERED = 200
/** If fewer of the nearest products pass the filter, the search continues among all products that pass. */
const MIN_PASSING = 200
const MAX_KEPT = 64
const MINUTE_MS = 60_000

export class AllowedProducts {
  readonly #index: SearchIndex
  readonly #kept = new LRUCache<string, SlotSet>({ max: MAX_KEPT })

  constructor(index: SearchIndex) {
    this.#index = index
  }

  /** If the shop wants that, sold-out products come last, except for the product in the picture. */
  async nearest(shop: Shop, scope: SearchScope, sought: Sought): Promise<AlikeHit[]> {
    const all = nearest(sought)
    const passing = await this.#passing(shop, scope, all)
    if (passing.length >= MIN_PASSING || all.length < MAX_RESULTS) return passing
    const allow = await this.#listed(shop, scope, sought.store)
    return this.#passing(shop, scope, nearest(sought, allow))
  }

  async #passing(shop: Shop, scope: SearchScope, hits: readonly AlikeHit[]): Promise<AlikeHit[]> {
    const among = hits.map(({ productId }) => productId)
    const found = await this.#index.search(shop, { ...listing(scope), among })
    const inStock = new Map(found.hits.map(({ id, explanation }) => [id, explanation.inStock]))
    const passing = hits.filter(({ productId }) => inStock.has(productId))
    if (!scope.outOfStockLast) return passing
    const soldOut = ({ productId, similarity }: VectorHit) =>
      similarity < SAME_PICTURE && inStock.get(productId) === false
    return [...passing.filter((hit) => !soldOut(hit)), ...passing.filter(soldOut)]
  }

  /** The list may be long, so it is cached until the shop changes. */
  async #listed(shop: Shop, scope: SearchScope, store: VectorStore): Promise<SlotSet> {
    const { visibility, selections, prices } = scope
    const minute = Math.floor((visibility.nowMs ?? 0) / MINUTE_MS)
    const state = [shop.id, await this.#index.generation(shop), store.space, store.version, minute]
    const key = JSON.stringify([state, { ...visibility, nowMs: 0 }, selections, prices], infinite)
    const known = this.#kept.get(key) ?? (await this.#list(shop, scope, store))
    this.#kept.set(key, known)
    return known
  }

  async #list(shop: Shop, scope: SearchScope, store: VectorStore): Promise<SlotSet> {
    const { hits } = await this.#index.search(shop, listing(scope))
    return store.allowing(hits.map(({ id }) => id))
  }
}

/** Pictures this similar are the same picture: resized, recompressed or cropped. */
export const SAME_PICTURE = 0.97

/** Returns products with the same picture first, then others by similarity. A product counts by its best picture. */
function nearest(sought: Sought, allow?: SlotSet): AlikeHit[] {
  const { store, vector, resemblance, floor } = sought
  const hits = store.search({ vector, k: MAX_RESULTS, ...(allow && { allow }) })
  const judged = hits.map((hit) => {
    const isAlike = store.vectors(hit.productId).some((one) => resemblance(vector, one) >= floor)
    return { ...hit, isAlike, isSame: hit.similarity >= SAME_PICTURE }
  })
  const same = judged.filter(({ isSame }) => isSame)
  const first = ordered(
    sought,
    judged.slice(0, ORDERED).filter(({ isSame, isAlike }) => isAlike && !isSame),
  )
  const later = judged.slice(ORDERED).filter(({ isSame, isAlike }) => isAlike && !isSame)
  const unlike = judged.filter(({ isSame, isAlike }) => !isSame && !isAlike)
  return [...same, ...first, ...later, ...unlike].map(({ productId, similarity, isAlike }) => ({
    productId,
    similarity,
    isAlike,
  }))
}

/** Ties stay in the order of cosine similarity. */
function ordered<Hit extends VectorHit>({ store, vector, likeness, order }: Sought, hits: readonly Hit[]): Hit[] {
  if (likeness === undefined) return [...hits]
  const pictures = hits.map(({ productId }) => nearestPicture(store.vectors(productId), (one) => likeness(vector, one)))
  if (order)
    return order(
      vector,
      pictures.map(({ picture }) => picture),
    ).map((place) => hits[place]!)
  const places = hits.map((_, place) => place)
  return places.sort((a, b) => pictures[b]!.value - pictures[a]!.value).map((place) => hits[place]!)
}

function nearestPicture(pictures: readonly Float32Array[], howAlike: (picture: Float32Array) => number) {
  return pictures
    .map((picture) => ({ picture, value: howAlike(picture) }))
    .reduce((best, one) => (one.value > best.value ? one : best))
}

function listing(scope: SearchScope): SearchRequest {
  const page = { facets: [], sort: 'newest' as const, offset: 0, limit: Number.MAX_SAFE_INTEGER }
  return { ...scope, rules: { pins: [], boosts: [] }, ...page }
}

/** `JSON.stringify` would write null for infinity, and two different open ranges would share a key. */
function infinite(_: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value
}
