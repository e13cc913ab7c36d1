import { grow } from './grow.ts'
import { selectLargest } from './select-largest.ts'

export interface Scored {
  item: number
  score: number
}

/**
 * Scratch for one query at a time: dense scores by item, and the list of items touched, so that clearing costs what was
 * touched and not what the catalog holds. Scores are positive; an item at zero is not on the board.
 */
export class ScoreBoard {
  scores = new Float64Array(1024)
  touched = new Int32Array(1024)
  count = 0
  #sorting = new Float64Array(1024)

  /** Makes room for items below `items`; call before a query. */
  reset(items: number): void {
    for (let i = 0; i < this.count; i++) this.scores[this.touched[i]] = 0
    this.count = 0
    this.scores = grow(this.scores, items)
    this.touched = grow(this.touched, items)
  }

  add(item: number, score: number): void {
    if (score <= 0) return
    if (this.scores[item] === 0) this.touched[this.count++] = item
    this.scores[item] += score
  }

  /** Replaces the score; an item stays listed once however often it is set, and not at all at zero. */
  set(item: number, score: number): void {
    const isListed = this.scores[item] !== 0
    if (score > 0) {
      if (!isListed) this.touched[this.count++] = item
      this.scores[item] = score
    } else if (isListed) this.takeOff([item])
  }

  /** Takes the items off the board; answers the sum of what is left on it. */
  takeOff(items: readonly number[]): number {
    for (const item of items) if (item < this.scores.length) this.scores[item] = 0
    let sum = 0
    let kept = 0
    for (let i = 0; i < this.count; i++) {
      const score = this.scores[this.touched[i]]
      if (score === 0) continue
      this.touched[kept++] = this.touched[i]
      sum += score
    }
    this.count = kept
    return sum
  }

  /** The best `limit` items that `accept` lets through, best first; ties by item number. */
  top(limit: number, accept?: (item: number) => boolean): Scored[] {
    if (limit <= 0) return []
    // `accept` may be dear and refuse many: asked of as few as will do, of more where they did not.
    for (let reach = limit; ; reach *= 4) {
      const best = this.#above(this.leastOf(reach), accept)
      if (best.length >= limit || reach >= this.count)
        return best.sort((a, b) => b.score - a.score || a.item - b.item).slice(0, limit)
    }
  }

  /** The score of the `reach`-th best; 0 where there are not so many. */
  leastOf(reach: number): number {
    if (reach >= this.count) return 0
    this.#sorting = grow(this.#sorting, this.count)
    for (let i = 0; i < this.count; i++) this.#sorting[i] = this.scores[this.touched[i]]
    return selectLargest(this.#sorting, this.count, reach)
  }

  #above(least: number, accept: ((item: number) => boolean) | undefined): Scored[] {
    const found: Scored[] = []
    for (let i = 0; i < this.count; i++) {
      const item = this.touched[i]
      const score = this.scores[item]
      if (score > 0 && score >= least && (!accept || accept(item))) found.push({ item, score })
    }
    return found
  }
}
