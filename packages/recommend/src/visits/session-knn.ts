import { growToHold } from '../core/grow.ts'
import { LatestLists } from '../core/latest-lists.ts'
import type { SparseAccumulator } from '../core/sparse-accumulator.ts'
import { expectKind, type Snapshot } from '../core/snapshot.ts'
import { SimilarVisits } from './similar-visits.ts'
import { MAX_ITEMS, VisitRing } from './visit-ring.ts'

/**
 * Ranks products by the most similar recent visits (VS-kNN, VMIS-kNN).
 *
 * Finished visits are stored one after another in a ring. Each item lists its latest visits. One number packs a visit's
 * first cell, its length and the item's position, so that the most similar visits are found in short lists, and only
 * those are read from the ring.
 */
export const SESSION_KNN = {
  /** Latest visits considered for the newest item of the current visit. Older items weigh less and have fewer. */
  visitsPerItem: 500,
  visitsFade: 0.6,
  neighbours: 200,
  contextItems: 10,
  /** Decay over the current visit's items, newest first: exp(−k/1.5). */
  contextFade: 1.5,
  /** Decay around the common item within a similar visit: exp(−distance/2). */
  distanceFade: 2,
  lengthPower: 0.1,
  maxVisitItems: MAX_ITEMS,
  ringCells: 1 << 21,
} as const

const CONTEXT_WEIGHT = Float64Array.from({ length: SESSION_KNN.contextItems }, (_, k) =>
  Math.exp(-k / SESSION_KNN.contextFade),
)
const VISITS_WALKED = Int32Array.from({ length: SESSION_KNN.contextItems }, (_, k) =>
  Math.max(30, SESSION_KNN.visitsPerItem * SESSION_KNN.visitsFade ** k),
)
const DISTANCE_WEIGHT = Float64Array.from({ length: MAX_ITEMS + 1 }, (_, d) => Math.exp(-d / SESSION_KNN.distanceFade))
const LENGTH_WEIGHT = Float64Array.from({ length: MAX_ITEMS + 1 }, (_, n) => n ** -SESSION_KNN.lengthPower)
/** Bits of a list entry: first cell, length, position. */
const PLACE_BITS = 5
const ENTRY_BITS = 2 * PLACE_BITS
const PLACES = (1 << PLACE_BITS) - 1
const MAX_CELLS = 2 ** (32 - ENTRY_BITS)
const LISTED = 512
/** Cells of all lists, relative to the ring, at which they are rebuilt without old visits. Normal is up to eight. */
const MAX_LIST_RATIO = 16

const MAX_FOUND = VISITS_WALKED.reduce((sum, visits) => sum + visits, 0)

export class SessionKnn {
  #ring: VisitRing
  #lists = new LatestLists(LISTED)
  /** Start of the item's latest visit. Float64, because positions exceed 32 bits in a busy year. */
  #latest = new Float64Array(0)
  #seen = new Int32Array(0)
  #contextRank = new Uint8Array(0)
  /** log(visits with the item + 1), stored because a query needs thousands of them. */
  #logSeen = new Float64Array(0)
  #logVisits = 0
  /** Created at the first query, because many shops have no visitors. */
  #scratch: SimilarVisits | undefined

  constructor(maxCells: number = SESSION_KNN.ringCells) {
    if (maxCells > MAX_CELLS) throw new Error(`a ring has at most ${MAX_CELLS} cells`)
    this.#ring = new VisitRing(maxCells)
  }

  get byteLength(): number {
    const perItem = [this.#latest, this.#seen, this.#contextRank, this.#logSeen]
    const items = perItem.reduce((sum, { byteLength }) => sum + byteLength, 0)
    return this.#ring.byteLength + this.#lists.byteLength + items
  }

  /** Oldest item first. Only the end of a long visit counts, and single items are ignored. */
  update(visit: readonly number[]): void {
    const items = visit.slice(-MAX_ITEMS)
    if (items.length < 2) return
    this.#list(items, this.#ring.append(items))
    for (let i = 0; i < items.length; i++) if (items.indexOf(items[i]) === i) this.#countVisit(items[i])
    this.#logVisits = Math.log(this.#ring.visits)
    if (this.#lists.allocated > MAX_LIST_RATIO * this.#ring.maxCells) this.#listAnew()
  }

  static fit(visits: Iterable<{ items: readonly number[] }>, ringCells?: number): SessionKnn {
    const model = new SessionKnn(ringCells)
    for (const { items } of visits) model.update(items)
    return model
  }

  /** `context` is newest first, without repeats. */
  score(accumulator: SparseAccumulator, context: readonly number[]): void {
    const known = context.slice(0, SESSION_KNN.contextItems)
    for (let k = 0; k < known.length; k++) if (known[k] < this.#contextRank.length) this.#contextRank[known[k]] = k + 1
    this.#scratch ??= new SimilarVisits(MAX_FOUND)
    const found = this.#scratch
    found.clear()
    for (let k = 0; k < known.length; k++) this.#walk(found, known[k], k)
    this.#weigh(found)
    const least = found.kthScore(SESSION_KNN.neighbours)
    for (let i = 0; i < found.count; i++) if (found.similarity[i] >= least) this.#scoreVisit(accumulator, found, i)
    for (const item of known) if (item < this.#contextRank.length) this.#contextRank[item] = 0
  }

  #list(visit: readonly number[], first: number): void {
    const { size } = this.#ring
    const shape = this.#ring.cellOf(first) * 2 ** ENTRY_BITS + (visit.length << PLACE_BITS)
    for (let place = 0; place < visit.length; place++) {
      const item = visit[place]
      this.#latest = growToHold(this.#latest, item)
      // If the item's latest visit has left the ring, newer visits may own its cells.
      if (first - this.#latest[item] >= size) this.#lists.clear(item)
      if (this.#lists.isFull(item)) this.#dropExpired(item)
      this.#lists.add(item, shape + place)
      this.#latest[item] = first
    }
  }

  /** Shrinks a full list if at least half of its visits have left the ring. */
  #dropExpired(item: number): void {
    const { positions, size } = this.#ring
    const { entries } = this.#lists
    const start = this.#lists.startOf(item)
    const written = this.#lists.writtenTo(item)
    const now = this.#ring.cellOf(positions)
    let kept = 0
    for (let age = 1; kept < written; kept++) {
      const earlier = wrapped(now - (entries[start + written - 1 - kept] >>> ENTRY_BITS), size)
      if (earlier < age) break
      age = earlier
    }
    if (kept <= written / 2) this.#lists.keepLatest(item, kept)
  }

  #listAnew(): void {
    this.#lists = new LatestLists(LISTED)
    for (const { items, first } of this.#ring.all()) this.#list(items, first)
  }

  #countVisit(item: number): void {
    this.#seen = growToHold(this.#seen, item)
    this.#logSeen = growToHold(this.#logSeen, item)
    this.#contextRank = growToHold(this.#contextRank, item)
    this.#logSeen[item] = Math.log(++this.#seen[item] + 1)
  }

  #rarity(item: number): number {
    return Math.max(0.1, this.#logVisits - this.#logSeen[item])
  }

  #walk(found: SimilarVisits, item: number, k: number): void {
    const { positions, size } = this.#ring
    const written = this.#lists.writtenTo(item)
    const oldest = Math.min(positions, size - MAX_ITEMS)
    if (written === 0 || positions - this.#latest[item] > oldest) return
    const { entries } = this.#lists
    const start = this.#lists.startOf(item)
    const mask = this.#lists.maskOf(item)
    const weight = CONTEXT_WEIGHT[k] * this.#rarity(item)
    const now = this.#ring.cellOf(positions)
    const end = Math.max(0, written - Math.min(VISITS_WALKED[k], mask + 1))
    for (let i = written - 1, age = 1; i >= end; i--) {
      const entry = entries[start + (i & mask)]
      const first = entry >>> ENTRY_BITS
      const earlier = wrapped(now - first, size)
      // Ages increase along a list. A lower age means that the entry is older than the ring.
      if (earlier < age || earlier > oldest) break
      // A visit that saw the item several times has consecutive entries, the last position first.
      if (earlier === age) continue
      age = earlier
      found.add(first, weight, (entry >>> PLACE_BITS) & PLACES, k === 0 ? entry & PLACES : -1)
    }
  }

  /** Shorter and more recent visits weigh more. */
  #weigh(found: SimilarVisits): void {
    const { positions, size } = this.#ring
    const now = this.#ring.cellOf(positions)
    const span = Math.min(positions, size)
    const { similarity, first, length, count } = found
    for (let i = 0; i < count; i++)
      similarity[i] *= Math.exp(-wrapped(now - first[i], size) / span) * LENGTH_WEIGHT[length[i]]
  }

  #scoreVisit(accumulator: SparseAccumulator, found: SimilarVisits, candidate: number): void {
    const { items, size } = this.#ring
    const similarity = found.similarity[candidate]
    const length = found.length[candidate]
    const match = found.place[candidate] < 0 ? this.#matchIn(found, candidate) : found.place[candidate]
    for (let i = 0, cell = found.first[candidate]; i < length; i++) {
      const item = items[cell]
      if (++cell === size) cell = 0
      if (i !== match) accumulator.add(item, similarity * DISTANCE_WEIGHT[Math.abs(i - match)] * this.#rarity(item))
    }
  }

  /** Returns the last position in the similar visit of the newest common item. */
  #matchIn(found: SimilarVisits, candidate: number): number {
    const { items, size } = this.#ring
    let best = 255
    let match = 0
    for (let i = 0, cell = found.first[candidate]; i < found.length[candidate]; i++) {
      const rank = this.#contextRank[items[cell]]
      if (++cell === size) cell = 0
      if (rank > 0 && rank <= best) {
        best = rank
        match = i
      }
    }
    return match
  }

  recentVisits(): number[][] {
    return Array.from(this.#ring.all(), ({ items }) => items)
  }

  /** Saves only the visits. `load` rebuilds lists and counts from them. */
  save(): Snapshot {
    const visits = this.recentVisits()
    const items = new Int32Array(visits.reduce((sum, visit) => sum + visit.length, 0))
    let at = 0
    for (const visit of visits) {
      items.set(visit, at)
      at += visit.length
    }
    const arrays = { lengths: Uint8Array.from(visits, (visit) => visit.length), items }
    return { kind: 'session-knn', version: 1, numbers: { ring: this.#ring.maxCells }, arrays }
  }

  static load(snapshot: Snapshot): SessionKnn {
    expectKind(snapshot, 'session-knn', 1)
    const model = new SessionKnn(snapshot.numbers.ring)
    const { lengths, items } = snapshot.arrays
    let at = 0
    for (const length of lengths) {
      model.update(Array.from(items.subarray(at, at + length)))
      at += length
    }
    return model
  }
}

function wrapped(cell: number, size: number): number {
  return cell < 0 ? cell + size : cell
}
