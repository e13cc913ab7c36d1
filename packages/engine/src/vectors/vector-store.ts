import { LRUCache } from 'lru-cache'
import { TopK } from './top-k.ts'
import { ProductSlots } from './product-slots.ts'
import { type Probing, SlotSearch } from './slot-search.ts'
import type { SlotSet } from './slot-set.ts'
import { BLOCK_ROWS, VectorRows } from './vector-rows.ts'

export interface VectorHit {
  productId: number
  /** The cosine, because all vectors have length 1. */
  similarity: number
}

export interface VectorQuery {
  vector: Float32Array
  k: number
  /** If given, only these slots are searched. */
  allow?: SlotSet
}

export interface VectorStoreOptions {
  /** Number of allowed vectors from which searches use the IVF, once it is built. */
  approximateFrom?: number
}

const APPROXIMATE_FROM = 150_000
/** Coarse scores select candidates for precise scoring. Spare candidates keep the result exact. */
const SPARE_SHARE = 1.25
const SPARE_CANDIDATES = 40
/** Products whose neighbours are cached until the next change. */
const KEPT_NEIGHBOURS = 2000
const HIT_BYTES = 48

/**
 * The vectors of one shop in one space, by product. A product may have several vectors (one per picture), of which the
 * best counts. Searches are exact below `approximateFrom` allowed vectors. Calls are synchronous, so a search never
 * sees half a change.
 */
export class VectorStore {
  readonly space: string
  readonly dimension: number
  /** Increases with every change, which invalidates sets of slots. */
  version = 0
  /** Sampled products for the similarity of unrelated ones, and the number of products at that time. */
  floorSample: { size: number; sample: readonly number[] } | undefined
  readonly #rows: VectorRows
  readonly #slots = new ProductSlots()
  readonly #search: SlotSearch
  readonly #neighbours = new LRUCache<string, readonly VectorHit[]>({
    max: KEPT_NEIGHBOURS,
    maxSize: Number.MAX_SAFE_INTEGER,
    sizeCalculation: (hits) => Math.max(1, hits.length * HIT_BYTES),
  })

  constructor(space: string, dimension: number, options: VectorStoreOptions = {}) {
    this.space = space
    this.dimension = dimension
    this.#rows = new VectorRows(dimension)
    this.#search = new SlotSearch(this.#rows, this.#slots, options.approximateFrom ?? APPROXIMATE_FROM)
  }

  get size(): number {
    return this.#slots.products
  }

  get vectorCount(): number {
    return this.#slots.live.count
  }

  /** Includes cached neighbours. */
  get bytes(): number {
    return this.#rows.bytes + this.#slots.bytes + this.#search.bytes + this.#neighbours.calculatedSize
  }

  /** The number of lists that a search probes, and of all lists; undefined while searches are exact. */
  get probing(): Probing | undefined {
    return this.#search.probing
  }

  has(productId: number): boolean {
    return this.#slots.has(productId)
  }

  productIds(): Iterable<number> {
    return this.#slots.productIds()
  }

  put(productId: number, vectors: readonly ArrayLike<number>[]): void {
    if (vectors.some(({ length }) => length !== this.dimension))
      throw new RangeError(`a vector of ${this.space} has ${this.dimension} numbers`)
    this.#replace(productId, vectors, (slot, vector) => this.#rows.write(slot, vector))
  }

  putEncoded(productId: number, vectors: readonly Uint8Array[]): void {
    if (vectors.some(({ length }) => length !== 4 + 2 * this.dimension))
      throw new RangeError(`an encoded vector of ${this.space} has another length`)
    this.#replace(productId, vectors, (slot, bytes) => this.#rows.writeBytes(slot, bytes))
  }

  delete(productId: number): boolean {
    if (!this.has(productId)) return false
    for (const slot of this.#slots.release(productId)) this.#search.removed(slot)
    this.#changed()
    return true
  }

  /** In the order in which they were put. */
  vectors(productId: number): Float32Array[] {
    return this.#slots.of(productId).map((slot) => this.#rows.read(slot))
  }

  encoded(productId: number): Uint8Array[] {
    return this.#slots.of(productId).map((slot) => this.#rows.readBytes(slot))
  }

  /** Returns the slots of these products, valid until the next change. */
  allowing(productIds: Iterable<number>): SlotSet {
    return this.#slots.setOf(productIds)
  }

  /** Returns the `k` nearest products, best first, ties by product id. The best vector of a product counts. */
  search({ vector, k, allow }: VectorQuery): VectorHit[] {
    if (k <= 0 || this.vectorCount === 0) return []
    // Several vectors of a product take up several candidates.
    const vectorsEach = Math.ceil(this.vectorCount / this.size)
    const best = new TopK(Math.ceil(SPARE_SHARE * k + SPARE_CANDIDATES) * vectorsEach)
    this.#search.find(vector, best, allow)
    const byProduct = new Map<number, number>()
    for (let i = 0; i < best.size; i++) {
      const product = this.#slots.productOf(best.slots[i])
      const similarity = this.#rows.preciseScore(best.slots[i])
      if (similarity > (byProduct.get(product) ?? Number.NEGATIVE_INFINITY)) byProduct.set(product, similarity)
    }
    return sorted(byProduct).slice(0, k)
  }

  /** Excludes the product itself; empty if it has no vectors. */
  similarByVectors(productId: number, k: number, allow?: SlotSet): readonly VectorHit[] {
    const key = `${productId} ${k}`
    const kept = allow === undefined ? this.#neighbours.get(key) : undefined
    if (kept !== undefined) return kept
    const best = new Map<number, number>()
    for (const vector of this.vectors(productId)) {
      for (const hit of this.search({ vector, k: k + 1, allow })) {
        if (hit.productId === productId) continue
        best.set(hit.productId, Math.max(hit.similarity, best.get(hit.productId) ?? -1))
      }
    }
    const hits = sorted(best).slice(0, k)
    if (allow === undefined) this.#neighbours.set(key, hits)
    return hits
  }

  /** Returns the similarity of each product's best vector; NaN for none. */
  similarities(vector: Float32Array, productIds: ArrayLike<number>): Float32Array {
    this.#rows.setQuery(vector)
    const best = new Float32Array(productIds.length).fill(Number.NaN)
    for (let place = 0; place < productIds.length; place++) {
      for (let slot = this.#slots.newestOf(productIds[place]); slot >= 0; slot = this.#slots.before(slot)) {
        const score = this.#rows.preciseScore(slot)
        if (!(best[place] >= score)) best[place] = score
      }
    }
    return best
  }

  /** Like `similarities`, but from coarse bytes: faster, and accurate to three digits. */
  coarseSimilarities(vector: Float32Array, productIds: ArrayLike<number>): Float32Array {
    this.#rows.setQuery(vector)
    const best = new Float32Array(productIds.length).fill(Number.NaN)
    const slots = new Uint32Array(BLOCK_ROWS)
    const places = new Uint32Array(BLOCK_ROWS)
    let filled = 0
    const scan = () => {
      const scores = this.#rows.scanSlots(slots, filled)
      for (let i = 0; i < filled; i++) if (!(best[places[i]] >= scores[i])) best[places[i]] = scores[i]
      filled = 0
    }
    for (let place = 0; place < productIds.length; place++) {
      for (let slot = this.#slots.newestOf(productIds[place]); slot >= 0; slot = this.#slots.before(slot)) {
        if (filled === BLOCK_ROWS) scan()
        slots[filled] = slot
        places[filled++] = place
      }
    }
    if (filled > 0) scan()
    return best.map((score) => score * this.#rows.scoreUnit)
  }

  /** True if there are enough vectors, and either no IVF exists or their number has doubled since. */
  get wantsIvf(): boolean {
    return this.#search.wantsIvf
  }

  /** Works in slices of about ten milliseconds between yields. Changes in between are kept. */
  buildIvf(): Generator<void> {
    return this.#search.buildIvf()
  }

  #replace<Vector>(productId: number, vectors: readonly Vector[], write: (slot: number, vector: Vector) => void): void {
    this.delete(productId)
    this.#changed()
    for (const vector of vectors) {
      const slot = this.#slots.take(productId)
      write(slot, vector)
      this.#search.added(slot)
    }
  }

  #changed(): void {
    this.version++
    this.#neighbours.clear()
  }
}

function sorted(similarities: ReadonlyMap<number, number>): VectorHit[] {
  const hits = Array.from(similarities, ([productId, similarity]) => ({ productId, similarity }))
  return hits.sort((a, b) => b.similarity - a.similarity || a.productId - b.productId)
}
