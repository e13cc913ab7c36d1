import { grow } from './grow.ts'
import { nthLargest } from './nth-largest.ts'
import { sortByScore } from './sort-by-score.ts'

export interface Scored {
  item: number
  score: number
}

export interface ScaledRow {
  items: Int32Array
  weights: Float32Array
  start: number
  end: number
  scale: number
}

/** Scratch space for one query: dense scores by item, of which only touched ones are cleared. Scores are positive. */
export class SparseAccumulator {
  scores = new Float64Array(1024)
  touched = new Int32Array(1024)
  count = 0
  #bestItems = new Int32Array(1024)
  #bestScores = new Float64Array(1024)

  /** Makes room for items below `items`. Must be called before a query. */
  reset(items: number): void {
    const { scores, touched, count } = this
    for (let i = 0; i < count; i++) scores[touched[i]] = 0
    this.count = 0
    this.scores = grow(this.scores, items)
    this.touched = grow(this.touched, items)
  }

  add(item: number, score: number): void {
    if (score <= 0) return
    if (this.scores[item] === 0) this.touched[this.count++] = item
    this.scores[item] += score
  }

  /** Equals `add` for each cell from `start` to `end` (exclusive), but is faster. */
  addRow({ items, weights, start, end, scale }: ScaledRow): void {
    const { scores, touched } = this
    let count = this.count
    for (let cell = start; cell < end; cell++) {
      const item = items[cell]
      const added = scale * weights[cell]
      if (added <= 0) continue
      if (scores[item] === 0) touched[count++] = item
      scores[item] += added
    }
    this.count = count
  }

  /** Replaces the score. The item stays listed once; at zero it is no longer in the accumulator. */
  set(item: number, score: number): void {
    const isListed = this.scores[item] !== 0
    if (score > 0) {
      if (!isListed) this.touched[this.count++] = item
      this.scores[item] = score
    } else if (isListed) this.takeOff([item])
  }

  /** Removes items. Returns the sum of the remaining scores. */
  takeOff(items: readonly number[]): number {
    for (const item of items) if (item < this.scores.length) this.scores[item] = 0
    const { scores, touched, count } = this
    let sum = 0
    let kept = 0
    for (let i = 0; i < count; i++) {
      const score = scores[touched[i]]
      if (score === 0) continue
      touched[kept++] = touched[i]
      sum += score
    }
    this.count = kept
    return sum
  }

  /** Best first, ties by item. */
  top(limit: number, accept?: (item: number) => boolean): Scored[] {
    if (limit <= 0) return []
    // `accept` may be slow, so more items are tried only if too few were accepted.
    for (let reach = limit; ; reach *= 4) {
      const found = this.#gather(this.kthScore(reach), accept)
      if (found < limit && reach < this.count) continue
      sortByScore(this.#bestItems, this.#bestScores, found)
      return this.#sorted(Math.min(limit, found))
    }
  }

  #sorted(count: number): Scored[] {
    const best: Scored[] = []
    for (let i = 0; i < count; i++) best.push({ item: this.#bestItems[i], score: this.#bestScores[i] })
    return best
  }

  /** Returns 0 if there are fewer items. */
  kthScore(reach: number): number {
    const { scores, touched, count } = this
    if (reach >= count) return 0
    this.#bestScores = grow(this.#bestScores, count)
    const sorting = this.#bestScores
    for (let i = 0; i < count; i++) sorting[i] = scores[touched[i]]
    return nthLargest(sorting, count, reach)
  }

  #gather(least: number, accept: ((item: number) => boolean) | undefined): number {
    const { scores, touched, count } = this
    this.#bestItems = grow(this.#bestItems, count)
    this.#bestScores = grow(this.#bestScores, count)
    const items = this.#bestItems
    const best = this.#bestScores
    let found = 0
    for (let i = 0; i < count; i++) {
      const item = touched[i]
      const score = scores[item]
      if (score <= 0 || score < least || (accept && !accept(item))) continue
      items[found] = item
      best[found++] = score
    }
    return found
  }
}
