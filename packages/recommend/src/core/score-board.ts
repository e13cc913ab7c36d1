import { grow } from './grow.ts'

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

  /** Replaces the score; an item stays listed once however often it is set. */
  set(item: number, score: number): void {
    if (this.scores[item] === 0 && score > 0) this.touched[this.count++] = item
    this.scores[item] = score
  }

  sum(): number {
    let sum = 0
    for (let i = 0; i < this.count; i++) sum += this.scores[this.touched[i]]
    return sum
  }

  /** The best `limit` items that `accept` lets through, best first; ties by item number. */
  top(limit: number, accept?: (item: number) => boolean): Scored[] {
    const heap: Scored[] = []
    if (limit <= 0) return heap
    for (let i = 0; i < this.count; i++) {
      const item = this.touched[i]
      const score = this.scores[item]
      if (score <= 0 || (heap.length === limit && !isBetter(score, item, heap[0]))) continue
      if (accept && !accept(item)) continue
      pushBounded(heap, { item, score }, limit)
    }
    return heap.sort((a, b) => b.score - a.score || a.item - b.item)
  }
}

function isBetter(score: number, item: number, than: Scored): boolean {
  return score > than.score || (score === than.score && item < than.item)
}

/** Min-heap with the worst kept entry at the root. */
function pushBounded(heap: Scored[], entry: Scored, limit: number): void {
  if (heap.length < limit) {
    heap.push(entry)
    siftUp(heap, heap.length - 1)
  } else {
    heap[0] = entry
    siftDown(heap)
  }
}

function siftUp(heap: Scored[], from: number): void {
  let child = from
  while (child > 0) {
    const parent = (child - 1) >> 1
    if (!isBetter(heap[parent].score, heap[parent].item, heap[child])) return
    swap(heap, parent, child)
    child = parent
  }
}

function siftDown(heap: Scored[]): void {
  let parent = 0
  for (;;) {
    let worst = parent
    for (const child of [2 * parent + 1, 2 * parent + 2])
      if (child < heap.length && isBetter(heap[worst].score, heap[worst].item, heap[child])) worst = child
    if (worst === parent) return
    swap(heap, parent, worst)
    parent = worst
  }
}

function swap(heap: Scored[], a: number, b: number): void {
  const entry = heap[a]
  heap[a] = heap[b]
  heap[b] = entry
}
