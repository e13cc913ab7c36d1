import { BestSlots } from './best-slots.ts'
import { Clusters, SLICE, trainCentres } from './clusters.ts'
import { SlotSet } from './slot-set.ts'
import { BLOCK_ROWS, VectorRows } from './vector-rows.ts'

export interface VectorHit {
  productId: number
  /** Cosine, as all vectors have length 1. */
  similarity: number
}

export interface VectorQuery {
  vector: Float32Array
  k: number
  /** Only these slots; absent: all. */
  allow?: SlotSet
}

export interface VectorStoreOptions {
  /** From this many allowed vectors on, a search looks into the nearest clusters only, where there are any. */
  approximateFrom?: number
}

const DEFAULTS = { approximateFrom: 150_000 }

/** What an approximate search must find of the exact answer, measured on the shop's own vectors when the clusters are built. */
const WANTED_RECALL = 0.985
const MEASURED_QUERIES = 96
const MEASURED_DEPTH = 20
/** Queries lie farther out than the products on which the share was measured: on real ones the same share finds less. */
const SHARE_RESERVE = 2
/** Where more than this would have to be looked at, an exact search in the order of memory is as fast. */
const MOST_PROBED = 0.5
/** Coarse scores pick candidates for the precise ones: this many more than wanted, so that none of the exact answer is lost. */
const SPARE_SHARE = 1.25
const SPARE_CANDIDATES = 40

/**
 * The vectors of one shop in one space, by product. A product has one vector or several (one a picture); a hit counts its best.
 *
 * Exact below `approximateFrom` allowed vectors; filters are obeyed in both cases. Calls are synchronous, so a search never sees
 * half a change.
 */
export class VectorStore {
  readonly space: string
  readonly dimension: number
  /** Goes up whenever a slot changes hands: what was derived from slots is then stale. */
  version = 0
  readonly #options: Required<VectorStoreOptions>
  readonly #rows: VectorRows
  readonly #live = new SlotSet()
  readonly #first = new Map<number, number>()
  /** The slot's product, and the next slot of the same product (−1: none). */
  #products = new Float64Array(1024)
  #next = new Int32Array(1024)
  #high = 0
  readonly #free: number[] = []
  #clusters: Clusters | undefined
  /** The part of the vectors that an approximate search looks at. */
  #probedShare = 1
  #growing: Clusters | undefined
  #building = false
  #clusteredAt = 0

  constructor(space: string, dimension: number, options: VectorStoreOptions = {}) {
    this.#options = { ...DEFAULTS, ...options }
    this.space = space
    this.dimension = dimension
    this.#rows = new VectorRows(dimension)
  }

  /** Products that have a vector. */
  get size(): number {
    return this.#first.size
  }

  get vectorCount(): number {
    return this.#live.count
  }

  /** Bytes held in typed arrays. */
  get bytes(): number {
    return this.#rows.bytes + this.#products.byteLength + this.#next.byteLength + this.#live.bits.length
  }

  /** Which part of the vectors a search looks at: 1 while it is exact. */
  get searchedShare(): number {
    return this.#clusters === undefined || this.#probedShare > MOST_PROBED ? 1 : this.#probedShare
  }

  has(productId: number): boolean {
    return this.#first.has(productId)
  }

  productIds(): Iterable<number> {
    return this.#first.keys()
  }

  /** Replaces all vectors of the product. */
  put(productId: number, vectors: readonly ArrayLike<number>[]): void {
    this.delete(productId)
    for (const vector of vectors) {
      if (vector.length !== this.dimension)
        throw new RangeError(`a vector of ${this.space} has ${this.dimension} numbers`)
      const slot = this.#take(productId)
      this.#rows.write(slot, vector)
      this.#joinClusters(slot)
    }
  }

  /** As `put`, from what `encoded` gave. */
  putEncoded(productId: number, vectors: readonly Uint8Array[]): void {
    this.delete(productId)
    for (const bytes of vectors) {
      if (bytes.length !== 4 + 2 * this.dimension)
        throw new RangeError(`an encoded vector of ${this.space} has another length`)
      const slot = this.#take(productId)
      this.#rows.writeBytes(slot, bytes)
      this.#joinClusters(slot)
    }
  }

  delete(productId: number): boolean {
    const first = this.#first.get(productId)
    if (first === undefined) return false
    for (let slot = first; slot >= 0; slot = this.#next[slot]) {
      this.#live.remove(slot)
      this.#clusters?.remove(slot)
      this.#growing?.remove(slot)
      this.#free.push(slot)
    }
    this.#first.delete(productId)
    this.version++
    return true
  }

  vectors(productId: number): Float32Array[] {
    return this.slots(productId).map((slot) => this.#rows.read(slot))
  }

  encoded(productId: number): Uint8Array[] {
    return this.slots(productId).map((slot) => this.#rows.readBytes(slot))
  }

  /** In the order of the vectors put; empty for a product without. */
  slots(productId: number): number[] {
    const out: number[] = []
    for (let slot = this.#first.get(productId) ?? -1; slot >= 0; slot = this.#next[slot]) out.push(slot)
    return out.reverse()
  }

  /** The set that lets only these products through. */
  allowing(productIds: Iterable<number>): SlotSet {
    const set = new SlotSet(this.#high)
    for (const id of productIds) {
      for (let slot = this.#first.get(id) ?? -1; slot >= 0; slot = this.#next[slot]) set.add(slot)
    }
    return set
  }

  /** Best first, equal ones by product number. A product comes once, with its best vector. */
  search({ vector, k, allow }: VectorQuery): VectorHit[] {
    if (k <= 0 || this.#live.count === 0) return []
    this.#rows.setQuery(vector)
    const best = new BestSlots(this.#candidateCount(k))
    const allowed = allow === undefined ? this.#live.count : allow.count
    if (this.#clusters === undefined || this.#probedShare > MOST_PROBED || allowed < this.#options.approximateFrom)
      this.#scanAll(best, allow)
    else this.#scanNearest(best, vector, allow, this.#clusters)
    return this.#hits(best, k)
  }

  /** The products nearest to this one's vectors, itself left out; empty when it has none. */
  similarByVectors(productId: number, k: number, allow?: SlotSet): VectorHit[] {
    const best = new Map<number, number>()
    for (const vector of this.vectors(productId)) {
      for (const hit of this.search({ vector, k: k + 1, allow })) {
        if (hit.productId === productId) continue
        best.set(hit.productId, Math.max(hit.similarity, best.get(hit.productId) ?? -1))
      }
    }
    return sorted(best).slice(0, k)
  }

  /** Similarity of each product's best vector; NaN where it has none. */
  similarities(vector: Float32Array, productIds: ArrayLike<number>): Float32Array {
    this.#rows.setQuery(vector)
    return Float32Array.from(productIds, (id) => {
      const slots = this.slots(id).map((slot) => this.#rows.preciseScore(slot))
      return slots.length === 0 ? Number.NaN : Math.max(...slots)
    })
  }

  /** Whether `buildClusters` is due: enough vectors, and none built or the store has doubled since. */
  get wantsClusters(): boolean {
    if (this.#building || this.#live.count < this.#options.approximateFrom) return false
    return this.#clusters === undefined || this.#live.count > this.#clusteredAt * 2
  }

  /** Groups the vectors for approximate search, in slices of some ten milliseconds between yields. Changes in between are kept. */
  *buildClusters(): Generator<void> {
    this.#building = true
    this.#clusteredAt = this.#live.count
    const centres = yield* trainCentres(this.#rows, this.#liveSlots())
    const growing = new Clusters(centres)
    this.#growing = growing
    for (let slot = 0; slot < this.#high; slot++) {
      if (this.#live.has(slot) && !growing.holds(slot)) growing.add(slot, this.#rows.read(slot))
      if (slot % SLICE === 0) yield
    }
    this.#probedShare = yield* this.#neededShare(growing)
    this.#clusters = growing
    this.#growing = undefined
    this.#building = false
  }

  /** Vectors differ in how well they fall into groups, so nothing is assumed: exact answers say how far a search has to look. */
  *#neededShare(clusters: Clusters): Generator<void, number> {
    const slots = this.#liveSlots()
    const shares: number[] = []
    for (let i = 0; i < MEASURED_QUERIES; i++) {
      const vector = this.#rows.read(slots[Math.floor(((i + 0.5) * slots.length) / MEASURED_QUERIES)])
      this.#rows.setQuery(vector)
      const best = new BestSlots(MEASURED_DEPTH + 1)
      this.#scanAll(best, undefined)
      shares.push(...clusters.sharesNeeded(vector, best.slots.subarray(0, best.size)))
      yield
    }
    shares.sort((a, b) => a - b)
    return SHARE_RESERVE * (shares[Math.floor(WANTED_RECALL * (shares.length - 1))] ?? 1)
  }

  #candidateCount(k: number): number {
    // Several vectors of one product take several places.
    const vectorsEach = Math.ceil(this.#live.count / Math.max(1, this.#first.size))
    return Math.ceil(SPARE_SHARE * k + SPARE_CANDIDATES) * vectorsEach
  }

  #scanAll(best: BestSlots, allow: SlotSet | undefined): void {
    const bits = new Uint8Array(BLOCK_ROWS / 8)
    for (let start = 0; start < this.#high; start += BLOCK_ROWS) {
      const count = Math.min(BLOCK_ROWS, this.#high - start)
      if (!this.#allowedBits(bits, start, count, allow)) continue
      const scores = this.#rows.scanBlock(start / BLOCK_ROWS, bits, count)
      for (let i = 0; i < count; i++) if (scores[i] > best.threshold) best.offer(start + i, scores[i])
    }
  }

  /** Live and allowed, as the bits of one block. Answers whether any is set. */
  #allowedBits(bits: Uint8Array, start: number, count: number, allow: SlotSet | undefined): boolean {
    let any = 0
    const from = start / 8
    for (let i = 0; i < Math.ceil(count / 8); i++) {
      const live = this.#live.bits[from + i] ?? 0
      bits[i] = allow === undefined ? live : live & (allow.bits[from + i] ?? 0)
      any |= bits[i]
    }
    return any !== 0
  }

  #scanNearest(best: BestSlots, vector: Float32Array, allow: SlotSet | undefined, clusters: Clusters): void {
    const share = (allow?.count ?? this.#live.count) / this.#live.count
    // A filter that lets half through needs twice the slots for as many candidates.
    const atLeast = (this.#probedShare * this.#live.count) / share
    const slots = new Uint32Array(BLOCK_ROWS)
    let filled = 0
    const flush = () => {
      const scores = this.#rows.scanSlots(slots, filled)
      for (let i = 0; i < filled; i++) if (scores[i] > best.threshold) best.offer(slots[i], scores[i])
      filled = 0
    }
    for (const members of clusters.probe(vector, atLeast)) {
      for (const slot of members) {
        if (allow !== undefined && !allow.has(slot)) continue
        slots[filled++] = slot
        if (filled === BLOCK_ROWS) flush()
      }
    }
    flush()
  }

  #hits(best: BestSlots, k: number): VectorHit[] {
    const byProduct = new Map<number, number>()
    for (let i = 0; i < best.size; i++) {
      const slot = best.slots[i]
      const product = this.#products[slot]
      const similarity = this.#rows.preciseScore(slot)
      if (similarity > (byProduct.get(product) ?? Number.NEGATIVE_INFINITY)) byProduct.set(product, similarity)
    }
    return sorted(byProduct).slice(0, k)
  }

  #take(productId: number): number {
    const slot = this.#free.pop() ?? this.#high++
    if (slot >= this.#products.length) this.#grow()
    this.#products[slot] = productId
    this.#next[slot] = this.#first.get(productId) ?? -1
    this.#first.set(productId, slot)
    this.#live.add(slot)
    this.version++
    return slot
  }

  #joinClusters(slot: number): void {
    if (this.#clusters === undefined && this.#growing === undefined) return
    const vector = this.#rows.read(slot)
    this.#clusters?.add(slot, vector)
    this.#growing?.add(slot, vector)
  }

  #liveSlots(): Uint32Array {
    const slots = new Uint32Array(this.#live.count)
    let filled = 0
    for (let slot = 0; slot < this.#high; slot++) if (this.#live.has(slot)) slots[filled++] = slot
    return slots
  }

  #grow(): void {
    const products = new Float64Array(2 * this.#products.length)
    products.set(this.#products)
    this.#products = products
    const next = new Int32Array(2 * this.#next.length)
    next.set(this.#next)
    this.#next = next
  }
}

function sorted(similarities: ReadonlyMap<number, number>): VectorHit[] {
  const hits = Array.from(similarities, ([productId, similarity]) => ({ productId, similarity }))
  return hits.sort((a, b) => b.similarity - a.similarity || a.productId - b.productId)
}
