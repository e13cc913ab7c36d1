/** Keeps the best `capacity` of a stream of scored slots, in a heap with the lowest of them at its root. */
export class TopK {
  readonly slots: Uint32Array
  readonly scores: Float64Array
  size = 0
  /** Scores must be above this to be kept. */
  threshold = Number.NEGATIVE_INFINITY
  readonly #capacity: number

  constructor(capacity: number) {
    this.#capacity = capacity
    this.slots = new Uint32Array(capacity)
    this.scores = new Float64Array(capacity)
  }

  offer(slot: number, score: number): void {
    if (score <= this.threshold) return
    if (this.size < this.#capacity) this.#rise(slot, score)
    else this.#sink(slot, score)
    if (this.size === this.#capacity) this.threshold = this.scores[0]
  }

  #rise(slot: number, score: number): void {
    let at = this.size++
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (this.scores[parent] <= score) break
      this.#move(parent, at)
      at = parent
    }
    this.#place(at, slot, score)
  }

  #sink(slot: number, score: number): void {
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= this.size) break
      if (child + 1 < this.size && this.scores[child + 1] < this.scores[child]) child++
      if (this.scores[child] >= score) break
      this.#move(child, at)
      at = child
    }
    this.#place(at, slot, score)
  }

  #move(from: number, to: number): void {
    this.slots[to] = this.slots[from]
    this.scores[to] = this.scores[from]
  }

  #place(at: number, slot: number, score: number): void {
    this.slots[at] = slot
    this.scores[at] = score
  }
}
