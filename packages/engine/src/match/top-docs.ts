export interface MatchedDoc {
  /** Segment base plus local doc. */
  doc: number
  id: number
  /** Larger comes first. Combines what is known before the features: tier, demotion and text score. */
  key: number
  /** A value of `TIER`. */
  tier: number
  /** BM25F over all fields, as a share of a perfect match's. */
  score: number
  found: number
}

/** The best docs so far, at most `capacity`, as a heap of slots with the worst at the root. Ties are broken by product id. */
export class TopDocs {
  readonly capacity: number
  length = 0
  readonly docs: Uint32Array
  readonly ids: Float64Array
  readonly keys: Float64Array
  readonly tiers: Uint8Array
  readonly scores: Float32Array
  readonly found: Uint32Array
  readonly #heap: Uint32Array

  constructor(capacity: number) {
    this.capacity = capacity
    this.docs = new Uint32Array(capacity)
    this.ids = new Float64Array(capacity)
    this.keys = new Float64Array(capacity)
    this.tiers = new Uint8Array(capacity)
    this.scores = new Float32Array(capacity)
    this.found = new Uint32Array(capacity)
    this.#heap = new Uint32Array(capacity)
  }

  /** Lower keys are not added. */
  get threshold(): number {
    return this.length < this.capacity ? Number.NEGATIVE_INFINITY : this.keys[this.#heap[0]]
  }

  /** Returns the slot for the doc's other values; -1 if the doc is not among the best. */
  add(doc: number, key: number, id: number): number {
    if (this.length < this.capacity) {
      const slot = this.length++
      this.#set(slot, doc, key, id)
      this.#heap[slot] = slot
      this.#rise(slot)
      return slot
    }
    if (this.capacity === 0) return -1
    const slot = this.#heap[0]
    if (!isWorse(this.keys[slot], this.ids[slot], key, id)) return -1
    this.#set(slot, doc, key, id)
    this.#sink(0)
    return slot
  }

  /** Best first. */
  ordered(): MatchedDoc[] {
    const slots = Array.from(this.docs.subarray(0, this.length).keys())
    slots.sort((a, b) => this.keys[b] - this.keys[a] || this.ids[a] - this.ids[b])
    return slots.map((slot) => ({
      doc: this.docs[slot],
      id: this.ids[slot],
      key: this.keys[slot],
      tier: this.tiers[slot],
      score: this.scores[slot],
      found: this.found[slot],
    }))
  }

  #set(slot: number, doc: number, key: number, id: number): void {
    this.docs[slot] = doc
    this.keys[slot] = key
    this.ids[slot] = id
  }

  #rise(place: number): void {
    while (place > 0) {
      const parent = (place - 1) >> 1
      if (!this.#isWorse(place, parent)) return
      this.#swap(place, parent)
      place = parent
    }
  }

  #sink(place: number): void {
    for (;;) {
      let worst = place
      const left = 2 * place + 1
      if (left < this.length && this.#isWorse(left, worst)) worst = left
      if (left + 1 < this.length && this.#isWorse(left + 1, worst)) worst = left + 1
      if (worst === place) return
      this.#swap(place, worst)
      place = worst
    }
  }

  #isWorse(a: number, b: number): boolean {
    const [one, other] = [this.#heap[a], this.#heap[b]]
    return isWorse(this.keys[one], this.ids[one], this.keys[other], this.ids[other])
  }

  #swap(a: number, b: number): void {
    const slot = this.#heap[a]
    this.#heap[a] = this.#heap[b]
    this.#heap[b] = slot
  }
}

function isWorse(key: number, id: number, otherKey: number, otherId: number): boolean {
  return key < otherKey || (key === otherKey && id > otherId)
}
