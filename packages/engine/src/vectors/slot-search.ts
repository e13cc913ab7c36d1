import { TopK } from './top-k.ts'
import { IvfIndex, SLICE, trainCentroids } from './ivf-index.ts'
import type { ProductSlots } from './product-slots.ts'
import type { SlotSet } from './slot-set.ts'
import { BLOCK_ROWS, type VectorRows } from './vector-rows.ts'

/** Recall of an approximate search, measured on the shop's own vectors when the IVF is built. */
const WANTED_RECALL = 0.985
const MEASURED_QUERIES = 96
const MEASURED_DEPTH = 20
/** Queries are farther from the centroids than the products on which nprobe is measured, so they need more lists. */
const NPROBE_RESERVE = 2
/** Beyond this share of the lists, an exact search in memory order is as fast. */
const MAX_PROBED = 0.5

export interface Probing {
  nprobe: number
  nlist: number
}

export class SlotSearch {
  readonly #rows: VectorRows
  readonly #slots: ProductSlots
  readonly #approximateFrom: number
  #ivf: IvfIndex | undefined
  /** The IVF being built, which also receives changes. */
  #filling: IvfIndex | undefined
  #building = false
  #builtAt = 0
  #nprobe = 0

  constructor(rows: VectorRows, slots: ProductSlots, approximateFrom: number) {
    this.#rows = rows
    this.#slots = slots
    this.#approximateFrom = approximateFrom
  }

  /** The number of lists that a search probes, and of all lists; undefined while searches are exact. */
  get probing(): Probing | undefined {
    if (this.#ivf === undefined || this.#nprobe > MAX_PROBED * this.#ivf.nlist) return undefined
    return { nprobe: this.#nprobe, nlist: this.#ivf.nlist }
  }

  get bytes(): number {
    return (this.#ivf?.bytes ?? 0) + (this.#filling?.bytes ?? 0)
  }

  /** Leaves the best coarse scores in `best`, and the query in the rows. */
  find(vector: Float32Array, best: TopK, allow: SlotSet | undefined): void {
    this.#rows.setQuery(vector)
    const allowed = (allow ?? this.#slots.live).count
    if (this.probing === undefined || allowed < this.#approximateFrom) this.#scanAll(best, allow)
    else this.#scanProbed(best, vector, allow)
  }

  /** Must be called after the slot got a vector. */
  added(slot: number): void {
    if (this.#ivf === undefined && this.#filling === undefined) return
    const vector = this.#rows.read(slot)
    this.#ivf?.add(slot, vector)
    this.#filling?.add(slot, vector)
  }

  removed(slot: number): void {
    this.#ivf?.remove(slot)
    this.#filling?.remove(slot)
  }

  /** True if there are enough vectors, and either no IVF exists or their number has doubled since. */
  get wantsIvf(): boolean {
    const { count } = this.#slots.live
    if (this.#building || count < this.#approximateFrom) return false
    return this.#ivf === undefined || count > this.#builtAt * 2
  }

  /** Works in slices of about ten milliseconds between yields. Changes in between are kept. */
  *buildIvf(): Generator<void> {
    this.#building = true
    this.#builtAt = this.#slots.live.count
    const filling = new IvfIndex(yield* trainCentroids(this.#rows, this.#slots.list()))
    this.#filling = filling
    for (let slot = 0; slot < this.#slots.high; slot++) {
      if (this.#slots.live.has(slot) && !filling.holds(slot)) filling.add(slot, this.#rows.read(slot))
      if (slot % SLICE === 0) yield
    }
    this.#nprobe = yield* this.#neededProbes(filling)
    this.#ivf = filling
    this.#filling = undefined
    this.#building = false
  }

  /** How well vectors cluster differs between shops, so nprobe is measured against exact results. */
  *#neededProbes(ivf: IvfIndex): Generator<void, number> {
    const slots = this.#slots.list()
    const probes: number[] = []
    for (let i = 0; i < MEASURED_QUERIES; i++) {
      const vector = this.#rows.read(slots[Math.floor(((i + 0.5) * slots.length) / MEASURED_QUERIES)])
      this.#rows.setQuery(vector)
      const best = new TopK(MEASURED_DEPTH + 1)
      this.#scanAll(best, undefined)
      probes.push(...ivf.probesNeeded(vector, best.slots.subarray(0, best.size)))
      yield
    }
    probes.sort((a, b) => a - b)
    return NPROBE_RESERVE * (probes[Math.floor(WANTED_RECALL * (probes.length - 1))] ?? ivf.nlist)
  }

  #scanAll(best: TopK, allow: SlotSet | undefined): void {
    const scan = new ListedScan(this.#rows, best)
    const live = this.#slots.live.bits
    for (let byte = 0; 8 * byte < this.#slots.high; byte++) {
      let bits = allow === undefined ? live[byte] : live[byte] & (allow.bits[byte] ?? 0)
      for (let slot = 8 * byte; bits !== 0; slot++, bits >>>= 1) if (bits & 1) scan.add(slot)
    }
    scan.finish()
  }

  #scanProbed(best: TopK, vector: Float32Array, allow: SlotSet | undefined): void {
    const total = this.#slots.live.count
    // A filter that passes half of the slots needs twice the lists for the same number of candidates.
    const nprobe = Math.ceil((this.#nprobe * total) / (allow?.count ?? total))
    const scan = new ListedScan(this.#rows, best)
    for (const list of this.#ivf!.probe(vector, nprobe)) {
      for (const slot of list) if (allow === undefined || allow.has(slot)) scan.add(slot)
    }
    scan.finish()
  }
}

class ListedScan {
  readonly #rows: VectorRows
  readonly #best: TopK
  readonly #slots = new Uint32Array(BLOCK_ROWS)
  #filled = 0

  constructor(rows: VectorRows, best: TopK) {
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
