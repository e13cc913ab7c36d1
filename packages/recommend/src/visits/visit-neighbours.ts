import { grow } from '../core/grow.ts'
import type { ScoreBoard } from '../core/score-board.ts'
import { selectLargest } from '../core/select-largest.ts'
import { expectKind, type Snapshot } from '../core/snapshot.ts'

/**
 * What visitors with a visit like this one went on to see: nearest visits among the recent ones (after VS-kNN and VMIS-kNN).
 *
 * Finished visits lie end to end in a ring, and each cell knows the previous cell of the same item, so "the latest visits
 * with item x" is a walk along `previous`, newest first, with no list per item to maintain:
 *
 *   item:      4  7  9 | 4  2 | 9  4 | …          newest at the right; positions count up for ever, slot = position % ring
 *   visit:     0  0  0 | 1  1 | 2  2 | …
 *   previous:  ─  ─  ─ | 0  ─ | 2  3 | …          head[item] = newest position
 *
 * A position older than the ring is gone; the walk stops there.
 */
export const VISIT_NEIGHBOURS = {
  /** Latest visits looked at for the newest item of the current visit; for older ones ever fewer, as they weigh less. */
  visitsPerItem: 500,
  visitsFade: 0.6,
  neighbours: 200,
  contextItems: 10,
  /** Fading over the current visit's items, newest first: exp(−k/1.5). */
  contextFade: 1.5,
  /** Fading around the match inside a neighbour: exp(−distance/2). */
  distanceFade: 2,
  lengthPower: 0.1,
  maxVisitItems: 30,
  ringCells: 1 << 21,
} as const

const CONTEXT_WEIGHT = Float64Array.from({ length: VISIT_NEIGHBOURS.contextItems }, (_, k) =>
  Math.exp(-k / VISIT_NEIGHBOURS.contextFade),
)
const VISITS_WALKED = Int32Array.from({ length: VISIT_NEIGHBOURS.contextItems }, (_, k) =>
  Math.max(30, VISIT_NEIGHBOURS.visitsPerItem * VISIT_NEIGHBOURS.visitsFade ** k),
)
const MOST_CANDIDATES = VISITS_WALKED.reduce((sum, visits) => sum + visits, 0)
const DISTANCE_WEIGHT = Float64Array.from({ length: VISIT_NEIGHBOURS.maxVisitItems + 1 }, (_, d) =>
  Math.exp(-d / VISIT_NEIGHBOURS.distanceFade),
)
const LENGTH_WEIGHT = Float64Array.from({ length: VISIT_NEIGHBOURS.maxVisitItems + 1 }, (_, n) =>
  n === 0 ? 0 : n ** -VISIT_NEIGHBOURS.lengthPower,
)

/** A shop begins small; the ring doubles as its visits come. */
const FIRST_CELLS = 1 << 12

export class VisitNeighbours {
  readonly #mostCells: number
  #ring: number
  #item: Int32Array
  #visit: Int32Array
  /** Float64: positions outgrow 32 bits in a busy year. */
  #previous: Float64Array
  #visitStart: Float64Array
  #head = new Float64Array(0)
  #seen = new Int32Array(0)
  #positions = 0
  #visits = 0
  #similarity: Float64Array
  #candidates = new Int32Array(4096)
  #sorting = new Float64Array(4096)
  #contextRank = new Uint8Array(0)
  /** log(visits with the item + 1), kept beside the count: a query asks for it thousands of times. */
  #logSeen = new Float64Array(0)
  #logVisits = 0

  constructor(mostCells: number = VISIT_NEIGHBOURS.ringCells) {
    this.#mostCells = mostCells
    this.#ring = Math.min(mostCells, FIRST_CELLS)
    this.#item = new Int32Array(this.#ring)
    this.#visit = new Int32Array(this.#ring)
    this.#previous = new Float64Array(this.#ring)
    // A visit has at least two cells, so half as many visits as cells are alive at most; one more keeps the next start.
    this.#visitStart = new Float64Array(this.#ring / 2 + 1)
    this.#similarity = new Float64Array(this.#ring / 2 + 1)
  }

  get byteLength(): number {
    const perVisit = this.#visitStart.byteLength + this.#similarity.byteLength
    return this.#item.byteLength * 2 + this.#previous.byteLength + perVisit + this.#head.length * 21
  }

  /** A finished visit, oldest item first. Of a long one the end counts; one item alone teaches nothing. */
  update(visit: readonly number[]): void {
    const items = visit.slice(-VISIT_NEIGHBOURS.maxVisitItems)
    if (items.length < 2) return
    if (this.#positions + items.length > this.#ring && this.#ring < this.#mostCells) this.#enlarge()
    const slot = this.#visits++ % this.#visitStart.length
    this.#visitStart[slot] = this.#positions
    for (let i = 0; i < items.length; i++) this.#append(items[i], slot, items.indexOf(items[i]) === i)
    this.#visitStart[this.#visits % this.#visitStart.length] = this.#positions
    this.#logVisits = Math.log(this.#visits)
  }

  static fit(visits: Iterable<{ items: readonly number[] }>, ringCells?: number): VisitNeighbours {
    const model = new VisitNeighbours(ringCells)
    for (const { items } of visits) model.update(items)
    return model
  }

  /** Adds scores of items seen in similar visits to the board; `context` newest first, without repeats. */
  score(board: ScoreBoard, context: readonly number[]): void {
    const depth = Math.min(context.length, VISIT_NEIGHBOURS.contextItems)
    for (let k = 0; k < depth; k++) if (context[k] < this.#head.length) this.#contextRank[context[k]] = k + 1
    const found = this.#collect(context, depth)
    const least = this.#leastKept(found)
    for (let i = 0; i < found; i++) {
      const slot = this.#candidates[i]
      const similarity = this.#similarity[slot]
      this.#similarity[slot] = 0
      if (similarity >= least) this.#scoreVisit(board, slot, similarity)
    }
    for (let k = 0; k < depth; k++) if (context[k] < this.#head.length) this.#contextRank[context[k]] = 0
  }

  /** Only while nothing has wrapped around yet: every position is its own cell, so longer arrays are all it takes. */
  #enlarge(): void {
    this.#ring = Math.min(this.#mostCells, this.#ring * 2)
    this.#item = resized(this.#item, this.#ring)
    this.#visit = resized(this.#visit, this.#ring)
    this.#previous = resized(this.#previous, this.#ring)
    this.#visitStart = resized(this.#visitStart, this.#ring / 2 + 1)
    this.#similarity = resized(this.#similarity, this.#ring / 2 + 1)
  }

  #append(item: number, slot: number, isFirstInVisit: boolean): void {
    this.#reserve(item)
    const position = this.#positions++
    const cell = this.#cellOf(position)
    this.#item[cell] = item
    this.#visit[cell] = slot
    // head holds position + 1, so that 0 means: never.
    this.#previous[cell] = this.#head[item]
    this.#head[item] = position + 1
    if (isFirstInVisit) this.#logSeen[item] = Math.log(++this.#seen[item] + 1)
  }

  /** `position % ring`, without the slow remainder of numbers that may outgrow 32 bits. */
  #cellOf(position: number): number {
    return position - Math.floor(position / this.#ring) * this.#ring
  }

  #reserve(item: number): void {
    this.#head = grow(this.#head, item + 1)
    this.#seen = grow(this.#seen, item + 1)
    this.#logSeen = grow(this.#logSeen, item + 1)
    this.#contextRank = grow(this.#contextRank, item + 1)
  }

  #rarity(item: number): number {
    return Math.max(0.1, this.#logVisits - this.#logSeen[item])
  }

  /** Fills `candidates` with the visits that share an item, and `similarity` by visit. */
  #collect(context: readonly number[], depth: number): number {
    const oldest = Math.max(0, this.#positions - this.#ring + VISIT_NEIGHBOURS.maxVisitItems)
    this.#candidates = grow(this.#candidates, MOST_CANDIDATES)
    const candidates = this.#candidates
    const similarity = this.#similarity
    const visit = this.#visit
    const previous = this.#previous
    let found = 0
    for (let k = 0; k < depth; k++) {
      if (context[k] >= this.#head.length) continue
      const weight = CONTEXT_WEIGHT[k] * this.#rarity(context[k])
      let lastSlot = -1
      let walked = 0
      for (let at = this.#head[context[k]]; at > oldest && walked < VISITS_WALKED[k]; walked++) {
        const cell = this.#cellOf(at - 1)
        const slot = visit[cell]
        if (slot !== lastSlot) {
          if (similarity[slot] === 0) candidates[found++] = slot
          similarity[slot] += weight
          lastSlot = slot
        }
        at = previous[cell]
      }
    }
    for (let i = 0; i < found; i++) this.#weigh(this.#candidates[i])
    return found
  }

  /** Shorter and more recent visits weigh more. */
  #weigh(slot: number): void {
    const age = (this.#positions - this.#visitStart[slot]) / Math.min(this.#positions, this.#ring)
    this.#similarity[slot] *= Math.exp(-age) * LENGTH_WEIGHT[this.#lengthOf(slot)]
  }

  #lengthOf(slot: number): number {
    return this.#visitStart[(slot + 1) % this.#visitStart.length] - this.#visitStart[slot]
  }

  /** The similarity of the last neighbour kept. */
  #leastKept(found: number): number {
    if (found <= VISIT_NEIGHBOURS.neighbours) return 0
    this.#sorting = grow(this.#sorting, found)
    for (let i = 0; i < found; i++) this.#sorting[i] = this.#similarity[this.#candidates[i]]
    return selectLargest(this.#sorting, found, VISIT_NEIGHBOURS.neighbours)
  }

  #scoreVisit(board: ScoreBoard, slot: number, similarity: number): void {
    const length = this.#lengthOf(slot)
    const first = this.#cellOf(this.#visitStart[slot])
    const match = this.#matchIn(first, length)
    for (let i = 0, cell = first; i < length; i++) {
      const item = this.#item[cell]
      if (++cell === this.#ring) cell = 0
      if (i !== match) board.add(item, similarity * DISTANCE_WEIGHT[Math.abs(i - match)] * this.#rarity(item))
    }
  }

  /** Where the neighbour saw the newest item of the current visit that it shares; the last place of several. */
  #matchIn(first: number, length: number): number {
    let best = 255
    let match = 0
    for (let i = 0, cell = first; i < length; i++) {
      const rank = this.#contextRank[this.#item[cell]]
      if (++cell === this.#ring) cell = 0
      if (rank > 0 && rank <= best) {
        best = rank
        match = i
      }
    }
    return match
  }

  /** Finished visits still in the ring, oldest first. */
  recentVisits(): number[][] {
    const first = Math.max(0, this.#visits - this.#visitStart.length + 1)
    const oldest = Math.max(0, this.#positions - this.#ring)
    const visits: number[][] = []
    for (let visit = first; visit < this.#visits; visit++) {
      const slot = visit % this.#visitStart.length
      const start = this.#visitStart[slot]
      if (start < oldest) continue
      visits.push(Array.from({ length: this.#lengthOf(slot) }, (_, i) => this.#item[(start + i) % this.#ring]))
    }
    return visits
  }

  /** The visits alone; loading replays them, so links and counts are rebuilt rather than stored. */
  save(): Snapshot {
    const visits = this.recentVisits()
    const items = new Int32Array(visits.reduce((sum, visit) => sum + visit.length, 0))
    let at = 0
    for (const visit of visits) {
      items.set(visit, at)
      at += visit.length
    }
    const arrays = { lengths: Uint8Array.from(visits, (visit) => visit.length), items }
    return { kind: 'visit-neighbours', version: 1, numbers: { ring: this.#mostCells }, arrays }
  }

  static load(snapshot: Snapshot): VisitNeighbours {
    expectKind(snapshot, 'visit-neighbours', 1)
    const model = new VisitNeighbours(snapshot.numbers.ring)
    const { lengths, items } = snapshot.arrays
    let at = 0
    for (const length of lengths) {
      model.update(Array.from(items.subarray(at, at + length)))
      at += length
    }
    return model
  }
}

function resized<T extends Int32Array | Float64Array>(array: T, length: number): T {
  const larger = new (array.constructor as new (length: number) => T)(length)
  larger.set(array)
  return larger
}
