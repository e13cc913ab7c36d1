import { BLOCK_ROWS, VectorRows } from './vector-rows.ts'

const NONE = 0xffff

/**
 * Slots grouped by their nearest of some hundred centres, so that a search looks only into the groups nearest to its query.
 * A slot is in one group at most; which one follows from its vector alone.
 */
export class Clusters {
  readonly count: number
  readonly #mean: Float32Array
  readonly #centres: VectorRows
  readonly #all: Uint32Array
  readonly #members: Uint32Array[]
  readonly #sizes: Uint32Array
  #clusterOf = new Uint16Array(0)

  constructor({ mean, centres }: Centres) {
    this.#mean = mean
    this.count = centres.length
    this.#centres = new VectorRows(centres[0].length)
    for (const [i, centre] of centres.entries()) this.#centres.write(i, centre)
    this.#all = Uint32Array.from(centres.keys())
    this.#members = centres.map(() => new Uint32Array(16))
    this.#sizes = new Uint32Array(centres.length)
  }

  holds(slot: number): boolean {
    return slot < this.#clusterOf.length && this.#clusterOf[slot] !== NONE
  }

  add(slot: number, vector: Float32Array): void {
    if (slot >= this.#clusterOf.length) this.#grow(slot)
    const cluster = this.nearest(vector)
    this.#clusterOf[slot] = cluster
    const size = this.#sizes[cluster]++
    if (size === this.#members[cluster].length) {
      const larger = new Uint32Array(2 * size)
      larger.set(this.#members[cluster])
      this.#members[cluster] = larger
    }
    this.#members[cluster][size] = slot
  }

  remove(slot: number): void {
    if (!this.holds(slot)) return
    const cluster = this.#clusterOf[slot]
    const members = this.#members[cluster]
    const last = --this.#sizes[cluster]
    members[members.indexOf(slot)] = members[last]
    this.#clusterOf[slot] = NONE
  }

  nearest(vector: Float32Array): number {
    const scores = this.#scores(vector)
    let best = 0
    for (let i = 1; i < scores.length; i++) if (scores[i] > scores[best]) best = i
    return best
  }

  /**
   * Which part of all slots a search from this vector has to look at until it has seen each of the slots given. Slots that are in
   * no cluster are left out.
   */
  sharesNeeded(vector: Float32Array, slots: ArrayLike<number>): number[] {
    const order = this.#order(vector)
    const seenAfter = new Float64Array(this.count)
    let seen = 0
    for (const cluster of order) {
      seen += this.#sizes[cluster]
      seenAfter[cluster] = seen
    }
    return Array.from(slots)
      .filter((slot) => this.holds(slot))
      .map((slot) => seenAfter[this.#clusterOf[slot]] / seen)
  }

  /** Members of the clusters nearest to the query, a list each, until at least `atLeast` slots were given. */
  *probe(query: Float32Array, atLeast: number): Generator<Uint32Array> {
    let given = 0
    for (const cluster of this.#order(query)) {
      if (given >= atLeast) return
      given += this.#sizes[cluster]
      yield this.#members[cluster].subarray(0, this.#sizes[cluster])
    }
  }

  /** Clusters, nearest first. */
  #order(query: Float32Array): Uint16Array {
    const scores = Float32Array.from(this.#scores(query))
    return Uint16Array.from(scores.keys()).sort((a, b) => scores[b] - scores[a])
  }

  #scores(vector: Float32Array): Float32Array {
    this.#centres.setQuery(centred(vector, this.#mean))
    return this.#centres.scanSlots(this.#all, this.count)
  }

  #grow(slot: number): void {
    const larger = new Uint16Array(Math.max(4096, 2 * this.#clusterOf.length, slot + 1)).fill(NONE)
    larger.set(this.#clusterOf)
    this.#clusterOf = larger
  }
}

/** Training vectors a centre and turns of the refinement: more of either gives no better recall. */
const SAMPLES_PER_CENTRE = 24
const TURNS = 5

/** About √n centres, at most what one block of rows holds. */
export function centreCount(vectors: number): number {
  return Math.max(16, Math.min(BLOCK_ROWS, Math.round(2 * Math.sqrt(vectors))))
}

/**
 * Vectors of one model share most of their direction; groups are told apart by what is left without it. So centres are unit vectors
 * of what remains after the mean is taken off.
 */
export interface Centres {
  mean: Float32Array
  centres: readonly Float32Array[]
}

/**
 * Spherical k-means on an even sample of the slots. Yields between slices of work, so that a caller on a busy thread can breathe;
 * the return value is the centres.
 */
export function* trainCentres(rows: VectorRows, slots: Uint32Array): Generator<void, Centres> {
  const count = Math.min(centreCount(slots.length), slots.length)
  const step = Math.max(1, slots.length / (count * SAMPLES_PER_CENTRE))
  const sample: Float32Array[] = []
  for (let at = 0; at < slots.length; at += step) sample.push(rows.read(slots[Math.floor(at)]))
  const mean = meanOf(sample)
  const stride = sample.length / count
  let centres = Array.from({ length: count }, (_, i) => unit(centred(sample[Math.floor(i * stride)], mean)))
  for (let turn = 0; turn < TURNS; turn++) {
    const nearest = new Clusters({ mean, centres })
    const sums = centres.map((centre) => new Float32Array(centre.length))
    for (const [i, vector] of sample.entries()) {
      addTo(sums[nearest.nearest(vector)], unit(centred(vector, mean)))
      if (i % SLICE === 0) yield
    }
    // A centre that drew nothing keeps its place.
    centres = sums.map((sum, i) => (sum.some((value) => value !== 0) ? unit(sum) : centres[i]))
  }
  return { mean, centres }
}

/** Vectors handled between two yields: about ten milliseconds. */
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
