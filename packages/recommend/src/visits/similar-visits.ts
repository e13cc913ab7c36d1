import { nthLargest } from '../core/nth-largest.ts'

const HASH = 0x9e3779b1

/** Scratch space for one query: the visits found so far, each once, identified by their first cell. */
export class SimilarVisits {
  readonly first: Int32Array
  readonly length: Uint8Array
  /** Position of the context's newest item in the visit; −1 if an older item found the visit. */
  readonly place: Int8Array
  readonly similarity: Float64Array
  count = 0
  readonly #sorting: Float64Array
  /** Hash table from a visit's first cell to its index + 1, and the slot of each visit. */
  readonly #table: Int16Array
  readonly #tablePlace: Int16Array
  readonly #shift: number

  constructor(most: number) {
    this.first = new Int32Array(most)
    this.length = new Uint8Array(most)
    this.place = new Int8Array(most)
    this.similarity = new Float64Array(most)
    this.#sorting = new Float64Array(most)
    // At least four slots per visit keep collisions rare.
    const bits = Math.ceil(Math.log2(4 * most))
    this.#table = new Int16Array(2 ** bits)
    this.#tablePlace = new Int16Array(most)
    this.#shift = 32 - bits
  }

  clear(): void {
    for (let i = 0; i < this.count; i++) this.#table[this.#tablePlace[i]] = 0
    this.count = 0
  }

  add(first: number, weight: number, length: number, place: number): void {
    const table = this.#table
    let at = Math.imul(first, HASH) >>> this.#shift
    for (; table[at] > 0; at = (at + 1) & (table.length - 1)) {
      const known = table[at] - 1
      if (this.first[known] !== first) continue
      this.similarity[known] += weight
      return
    }
    const made = this.count++
    table[at] = made + 1
    this.#tablePlace[made] = at
    this.first[made] = first
    this.length[made] = length
    this.place[made] = place
    this.similarity[made] = weight
  }

  kthScore(most: number): number {
    const { similarity, count } = this
    if (count <= most) return 0
    for (let i = 0; i < count; i++) this.#sorting[i] = similarity[i]
    return nthLargest(this.#sorting, count, most)
  }
}
