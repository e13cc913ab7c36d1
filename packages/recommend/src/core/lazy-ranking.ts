import type { Scored } from './sparse-accumulator.ts'
import { nthLargest } from './nth-largest.ts'
import { sortByScore } from './sort-by-score.ts'

/** Items sorted at first. Each further read sorts four times as many. */
const FIRST = 256

/** A ranking, best first, ties by item, sorted only as far as it is read. Reorders the given arrays. */
export class LazyRanking implements Iterable<Scored> {
  readonly #items: Int32Array
  readonly #scores: Float64Array
  readonly length: number
  #sorted = 0

  constructor(items: Int32Array, scores: Float64Array, length: number) {
    this.#items = items
    this.#scores = scores
    this.length = length
  }

  static over(size: number, value: (item: number) => number, least = 0): LazyRanking {
    const items = new Int32Array(size)
    const scores = new Float64Array(size)
    let length = 0
    for (let item = 0; item < size; item++) {
      const score = value(item)
      if (score <= least) continue
      items[length] = item
      scores[length++] = score
    }
    return new LazyRanking(items, scores, length)
  }

  *[Symbol.iterator](): Generator<Scored> {
    for (let place = 0; place < this.length; place++) {
      if (place >= this.#sorted) this.#sortOn()
      yield { item: this.#items[place], score: this.#scores[place] }
    }
  }

  #sortOn(): void {
    const from = this.#sorted
    const rest = this.length - from
    const wanted = Math.max(FIRST, 3 * from)
    const items = this.#items.subarray(from, this.length)
    const scores = this.#scores.subarray(from, this.length)
    const count = rest <= wanted ? rest : bringForward(items, scores, nthLargest(scores.slice(), rest, wanted))
    sortByScore(items, scores, count)
    this.#sorted = from + count
  }
}

function bringForward(items: Int32Array, scores: Float64Array, least: number): number {
  let count = 0
  for (let i = 0; i < items.length; i++) {
    const item = items[i]
    const score = scores[i]
    if (score < least) continue
    items[i] = items[count]
    scores[i] = scores[count]
    items[count] = item
    scores[count++] = score
  }
  return count
}
