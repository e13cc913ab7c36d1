/**
 * The best hits seen so far, at most `capacity`, as a heap whose root is the worst of them.
 * Equal scores come in the order of product numbers.
 */
export class TopDocs {
  readonly capacity: number
  length = 0
  readonly docs: Uint32Array
  readonly scores: Float64Array
  readonly ids: Float64Array
  readonly classes: Uint8Array

  constructor(capacity: number) {
    this.capacity = capacity
    this.docs = new Uint32Array(capacity)
    this.scores = new Float64Array(capacity)
    this.ids = new Float64Array(capacity)
    this.classes = new Uint8Array(capacity)
  }

  /** Below this score nothing enters. */
  get threshold(): number {
    return this.length < this.capacity ? Number.NEGATIVE_INFINITY : this.scores[0]
  }

  add(doc: number, score: number, id: number, matchClass: number): void {
    if (this.length < this.capacity) {
      this.#set(this.length++, doc, score, id, matchClass)
      this.#rise(this.length - 1)
    } else if (this.capacity > 0 && isWorse(this.scores[0], this.ids[0], score, id)) {
      this.#set(0, doc, score, id, matchClass)
      this.#sink(0)
    }
  }

  /** Places of the hits, best first. */
  order(): Uint32Array {
    const order = new Uint32Array(this.length)
    for (let place = 0; place < order.length; place++) order[place] = place
    if (order.length > MAX_INSERTED) return order.sort((a, b) => (this.#isWorse(a, b) ? 1 : -1))
    for (let i = 1; i < order.length; i++) {
      const place = order[i]
      let at = i
      for (; at > 0 && this.#isWorse(order[at - 1], place); at--) order[at] = order[at - 1]
      order[at] = place
    }
    return order
  }

  #set(place: number, doc: number, score: number, id: number, matchClass: number): void {
    this.docs[place] = doc
    this.scores[place] = score
    this.ids[place] = id
    this.classes[place] = matchClass
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
    return isWorse(this.scores[a], this.ids[a], this.scores[b], this.ids[b])
  }

  #swap(a: number, b: number): void {
    const doc = this.docs[a]
    const score = this.scores[a]
    const id = this.ids[a]
    const matchClass = this.classes[a]
    this.#set(a, this.docs[b], this.scores[b], this.ids[b], this.classes[b])
    this.#set(b, doc, score, id, matchClass)
  }
}

/** As many are sorted by insertion, which is several times faster for few. */
const MAX_INSERTED = 96

function isWorse(score: number, id: number, otherScore: number, otherId: number): boolean {
  return score < otherScore || (score === otherScore && id > otherId)
}
