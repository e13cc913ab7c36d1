import { BLOCK_ROWS, VectorRows } from './vector-rows.ts'

const NONE = 0xffff

/** An inverted file (IVF): a search scans the `nprobe` lists with the centroids nearest to the query. */
export class IvfIndex {
  readonly nlist: number
  readonly #mean: Float32Array
  readonly #centroids: VectorRows
  readonly #all: Uint32Array
  readonly #lists: Uint32Array[]
  readonly #sizes: Uint32Array
  #listOf = new Uint16Array(0)

  constructor({ mean, centroids }: Centroids) {
    this.#mean = mean
    this.nlist = centroids.length
    this.#centroids = new VectorRows(centroids[0].length)
    for (const [i, centroid] of centroids.entries()) this.#centroids.write(i, centroid)
    this.#all = Uint32Array.from(centroids.keys())
    this.#lists = centroids.map(() => new Uint32Array(16))
    this.#sizes = new Uint32Array(centroids.length)
  }

  get bytes(): number {
    const lists = this.#lists.reduce((sum, list) => sum + list.byteLength, 0)
    return this.#centroids.bytes + lists + this.#listOf.byteLength
  }

  holds(slot: number): boolean {
    return slot < this.#listOf.length && this.#listOf[slot] !== NONE
  }

  add(slot: number, vector: Float32Array): void {
    if (slot >= this.#listOf.length) this.#grow(slot)
    const list = this.nearest(vector)
    this.#listOf[slot] = list
    const size = this.#sizes[list]++
    if (size === this.#lists[list].length) {
      const larger = new Uint32Array(2 * size)
      larger.set(this.#lists[list])
      this.#lists[list] = larger
    }
    this.#lists[list][size] = slot
  }

  remove(slot: number): void {
    if (!this.holds(slot)) return
    const list = this.#listOf[slot]
    const slots = this.#lists[list]
    const last = --this.#sizes[list]
    slots[slots.indexOf(slot)] = slots[last]
    this.#listOf[slot] = NONE
  }

  nearest(vector: Float32Array): number {
    const scores = this.#scores(vector)
    let best = 0
    for (let i = 1; i < scores.length; i++) if (scores[i] > scores[best]) best = i
    return best
  }

  /** Returns for each slot the number of lists that a search must probe to reach it. Slots in no list are omitted. */
  probesNeeded(vector: Float32Array, slots: ArrayLike<number>): number[] {
    const order = this.#order(vector)
    const probes = new Uint32Array(this.nlist)
    for (const [i, list] of order.entries()) probes[list] = i + 1
    return Array.from(slots)
      .filter((slot) => this.holds(slot))
      .map((slot) => probes[this.#listOf[slot]])
  }

  *probe(query: Float32Array, nprobe: number): Generator<Uint32Array> {
    for (const list of this.#order(query).subarray(0, nprobe)) yield this.#lists[list].subarray(0, this.#sizes[list])
  }

  /** Sorts lists by their centroid, nearest first. */
  #order(query: Float32Array): Uint16Array {
    const scores = Float32Array.from(this.#scores(query))
    return Uint16Array.from(scores.keys()).sort((a, b) => scores[b] - scores[a])
  }

  #scores(vector: Float32Array): Float32Array {
    this.#centroids.setQuery(centred(vector, this.#mean))
    return this.#centroids.scanSlots(this.#all, this.nlist)
  }

  #grow(slot: number): void {
    const larger = new Uint16Array(Math.max(4096, 2 * this.#listOf.length, slot + 1)).fill(NONE)
    larger.set(this.#listOf)
    this.#listOf = larger
  }
}

/** More training vectors per centroid, or more iterations, do not improve recall. */
const SAMPLES_PER_CENTROID = 24
const ITERATIONS = 5

/** Returns about 2·√n: at least 16, at most the rows of a block. */
export function nlistFor(vectors: number): number {
  return Math.max(16, Math.min(BLOCK_ROWS, Math.round(2 * Math.sqrt(vectors))))
}

/** Centroids are unit vectors of the difference from the mean, which all vectors of a model share. */
export interface Centroids {
  mean: Float32Array
  centroids: readonly Float32Array[]
}

/** Runs spherical k-means on a sample of the slots, and yields between slices of work. */
export function* trainCentroids(rows: VectorRows, slots: Uint32Array): Generator<void, Centroids> {
  const count = Math.min(nlistFor(slots.length), slots.length)
  const step = Math.max(1, slots.length / (count * SAMPLES_PER_CENTROID))
  const sample: Float32Array[] = []
  for (let at = 0; at < slots.length; at += step) sample.push(rows.read(slots[Math.floor(at)]))
  const mean = meanOf(sample)
  const stride = sample.length / count
  let centroids = Array.from({ length: count }, (_, i) => unit(centred(sample[Math.floor(i * stride)], mean)))
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    const nearest = new IvfIndex({ mean, centroids })
    const sums = centroids.map((centroid) => new Float32Array(centroid.length))
    for (const [i, vector] of sample.entries()) {
      addTo(sums[nearest.nearest(vector)], unit(centred(vector, mean)))
      if (i % SLICE === 0) yield
    }
    // A centroid without vectors stays unchanged.
    centroids = sums.map((sum, i) => (sum.some((value) => value !== 0) ? unit(sum) : centroids[i]))
  }
  return { mean, centroids }
}

/** Vectors processed between two yields: about ten milliseconds. */
export const SLICE = 128

function addTo(sum: Float32Array, vector: Float32Array): void {
  for (let i = 0; i < sum.length; i++) sum[i] += vector[i]
}

function meanOf(vectors: readonly Float32Array[]): Float32Array {
  const sum = new Float32Array(vectors[0].length)
  for (const vector of vectors) addTo(sum, vector)
  return sum.map((value) => value / vectors.length)
}

function centred(vector: Float32Array, mean: Float32Array): Float32Array {
  const out = new Float32Array(vector.length)
  for (let i = 0; i < out.length; i++) out[i] = vector[i] - mean[i]
  return out
}

function unit(vector: Float32Array): Float32Array {
  let square = 0
  for (let i = 0; i < vector.length; i++) square += vector[i] * vector[i]
  const inverse = square > 0 ? 1 / Math.sqrt(square) : 0
  return vector.map((value) => value * inverse)
}
