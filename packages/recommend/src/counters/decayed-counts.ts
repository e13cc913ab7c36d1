import { growToHold } from '../core/grow.ts'
import { expectKind, type Snapshot } from '../core/snapshot.ts'

const DAY_MS = 86_400_000
/** Stored values double with each half-life. They are rescaled after this many doublings, before they overflow. */
const MAX_DOUBLINGS = 400

/** Counts that halve every `halfLifeDays`, relative to a fixed origin, so that the order of arrival does not matter. */
export class DecayedCounts {
  readonly halfLifeDays: number
  #originMs = 0
  #values = new Float64Array(0)

  constructor(halfLifeDays: number) {
    this.halfLifeDays = halfLifeDays
  }

  get size(): number {
    return this.#values.length
  }

  add(item: number, amount: number, atMs: number): void {
    this.#values = growToHold(this.#values, item)
    if (this.#originMs === 0) this.#originMs = atMs
    if (this.#doublings(atMs) > MAX_DOUBLINGS) this.#moveOrigin(atMs)
    this.#values[item] += amount * 2 ** this.#doublings(atMs)
  }

  at(item: number, nowMs: number): number {
    return this.relative(item) * this.scaleAt(nowMs)
  }

  /** Returns the factor from `relative` to `at`, which is the same for all items. */
  scaleAt(nowMs: number): number {
    return 2 ** -this.#doublings(nowMs)
  }

  /** Proportional to `at`, but needs no clock. Sufficient for ranking. */
  relative(item: number): number {
    return item < this.#values.length ? this.#values[item] : 0
  }

  #doublings(atMs: number): number {
    return (atMs - this.#originMs) / (this.halfLifeDays * DAY_MS)
  }

  #moveOrigin(atMs: number): void {
    const factor = 2 ** -this.#doublings(atMs)
    for (let item = 0; item < this.#values.length; item++) this.#values[item] *= factor
    this.#originMs = atMs
  }

  save(): Snapshot {
    const numbers = { halfLifeDays: this.halfLifeDays, originMs: this.#originMs }
    return { kind: 'decayed-counts', version: 1, numbers, arrays: { values: this.#values.slice() } }
  }

  static load(snapshot: Snapshot): DecayedCounts {
    expectKind(snapshot, 'decayed-counts', 1)
    const counts = new DecayedCounts(snapshot.numbers.halfLifeDays)
    counts.#originMs = snapshot.numbers.originMs
    counts.#values = Float64Array.from(snapshot.arrays.values)
    return counts
  }
}
