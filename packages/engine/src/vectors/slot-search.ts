import { BestSlots } from './best-slots.ts'
import { Clusters, SLICE, trainCentres } from './clusters.ts'
import type { ProductSlots } from './product-slots.ts'
import type { SlotSet } from './slot-set.ts'
import { BLOCK_ROWS, type VectorRows } from './vector-rows.ts'

/** What an approximate search must find of the exact answer, measured on the shop's own vectors when the clusters are built. */
const WANTED_RECALL = 0.985
const MEASURED_QUERIES = 96
const MEASURED_DEPTH = 20
/** Queries lie farther out than the products on which the share was measured: on real ones the same share finds less. */
const SHARE_RESERVE = 2
/** Where more than this would have to be looked at, an exact search in the order of memory is as fast. */
const MOST_PROBED = 0.5

/** Finds the slots nearest to a query: all of them looked at, or the nearest clusters where there are many. */
export class SlotSearch {
  readonly #rows: VectorRows
  readonly #slots: ProductSlots
  readonly #approximateFrom: number
  #clusters: Clusters | undefined
  /** Clusters that are being filled; changes reach them too. */
  #growing: Clusters | undefined
  #building = false
  #clusteredAt = 0
  /** The part of the vectors that an approximate search looks at. */
  #probedShare = 1

  constructor(rows: VectorRows, slots: ProductSlots, approximateFrom: number) {
    this.#rows = rows
    this.#slots = slots
    this.#approximateFrom = approximateFrom
  }

  /** Which part of the vectors a search looks at: 1 while it is exact. */
  get searchedShare(): number {
    return this.#clusters === undefined || this.#probedShare > MOST_PROBED ? 1 : this.#probedShare
  }

  /** Leaves the best coarse scores in `best`; the rows then know the query. */
  find(vector: Float32Array, best: BestSlots, allow: SlotSet | undefined): void {
    this.#rows.setQuery(vector)
    const allowed = (allow ?? this.#slots.live).count
    if (this.searchedShare === 1 || allowed < this.#approximateFrom) this.#scanAll(best, allow)
    else this.#scanNearest(best, vector, allow)
  }

  /** The slot has a vector from now on. */
  added(slot: number): void {
    if (this.#clusters === undefined && this.#growing === undefined) return
    const vector = this.#rows.read(slot)
    this.#clusters?.add(slot, vector)
    this.#growing?.add(slot, vector)
  }

  removed(slot: number): void {
    this.#clusters?.remove(slot)
    this.#growing?.remove(slot)
  }

  /** Whether `buildClusters` is due: enough vectors, and none built or there are twice as many since. */
  get wantsClusters(): boolean {
    const { count } = this.#slots.live
    if (this.#building || count < this.#approximateFrom) return false
    return this.#clusters === undefined || count > this.#clusteredAt * 2
  }

  /** In slices of some ten milliseconds between yields. Changes in between are kept. */
  *buildClusters(): Generator<void> {
    this.#building = true
    this.#clusteredAt = this.#slots.live.count
    const growing = new Clusters(yield* trainCentres(this.#rows, this.#slots.list()))
    this.#growing = growing
    for (let slot = 0; slot < this.#slots.high; slot++) {
      if (this.#slots.live.has(slot) && !growing.holds(slot)) growing.add(slot, this.#rows.read(slot))
      if (slot % SLICE === 0) yield
    }
    this.#probedShare = yield* this.#neededShare(growing)
    this.#clusters = growing
    this.#growing = undefined
    this.#building = false
  }

  /** Vectors differ in how well they fall into groups, so nothing is assumed: exact answers say how far a search has to look. */
  *#neededShare(clusters: Clusters): Generator<void, number> {
    const slots = this.#slots.list()
    const shares: number[] = []
    for (let i = 0; i < MEASURED_QUERIES; i++) {
      const vector = this.#rows.read(slots[Math.floor(((i + 0.5) * slots.length) / MEASURED_QUERIES)])
      this.#rows.setQuery(vector)
      const best = new BestSlots(MEASURED_DEPTH + 1)
      this.#scanAll(best, undefined)
      shares.push(...clusters.sharesNeeded(vector, best.slots.subarray(0, best.size)))
      yield
    }
    shares.sort((a, b) => a - b)
    return SHARE_RESERVE * (shares[Math.floor(WANTED_RECALL * (shares.length - 1))] ?? 1)
  }

  #scanAll(best: BestSlots, allow: SlotSet | undefined): void {
    const scan = new ListedScan(this.#rows, best)
    const live = this.#slots.live.bits
    for (let byte = 0; 8 * byte < this.#slots.high; byte++) {
      let bits = allow === undefined ? live[byte] : live[byte] & (allow.bits[byte] ?? 0)
      for (let slot = 8 * byte; bits !== 0; slot++, bits >>>= 1) if (bits & 1) scan.add(slot)
    }
    scan.finish()
  }

  #scanNearest(best: BestSlots, vector: Float32Array, allow: SlotSet | undefined): void {
    const total = this.#slots.live.count
    // A filter that lets half through needs twice the slots for as many candidates.
    const atLeast = (this.#probedShare * total * total) / (allow?.count ?? total)
    const scan = new ListedScan(this.#rows, best)
    for (const members of this.#clusters!.probe(vector, atLeast)) {
      for (const slot of members) if (allow === undefined || allow.has(slot)) scan.add(slot)
    }
    scan.finish()
  }
}

/** Scores slots as they come, a block at a time. */
class ListedScan {
  readonly #rows: VectorRows
  readonly #best: BestSlots
  readonly #slots = new Uint32Array(BLOCK_ROWS)
  #filled = 0

  constructor(rows: VectorRows, best: BestSlots) {
    this.#rows = rows
    this.#best = best
  }

  add(slot: number): void {
    this.#slots[this.#filled++] = slot
    if (this.#filled === BLOCK_ROWS) this.finish()
  }

  finish(): void {
    const scores = this.#rows.scanSlots(this.#slots, this.#filled)
    for (let i = 0; i < this.#filled; i++)
      if (scores[i] > this.#best.threshold) this.#best.offer(this.#slots[i], scores[i])
    this.#filled = 0
  }
}
