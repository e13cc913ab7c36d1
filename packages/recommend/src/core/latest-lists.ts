import { Blocks } from './blocks.ts'
import { grow, growToHold } from './grow.ts'

/** The latest entries of each row, below 2^32. After `most` (a power of two), the newest replaces the oldest. */
export class LatestLists {
  readonly #most: number
  #start = new Int32Array(0)
  #capacity = new Int32Array(0)
  /** Number of entries added to each row since it was cleared. */
  #written = new Int32Array(0)
  #entries = new Uint32Array(1024)
  readonly #blocks = new Blocks()

  constructor(most: number) {
    this.#most = most
  }

  get entries(): Uint32Array {
    return this.#entries
  }

  get allocated(): number {
    return this.#blocks.end
  }

  get byteLength(): number {
    return this.#entries.byteLength + 3 * this.#start.byteLength
  }

  startOf(row: number): number {
    return this.#start[row]
  }

  /** The i-th entry written to the row is at `start + (i & mask)`. */
  maskOf(row: number): number {
    return this.#capacity[row] - 1
  }

  writtenTo(row: number): number {
    return row < this.#written.length ? this.#written[row] : 0
  }

  add(row: number, entry: number): void {
    this.#start = growToHold(this.#start, row)
    this.#capacity = growToHold(this.#capacity, row)
    this.#written = growToHold(this.#written, row)
    const capacity = this.#capacity[row]
    if (this.#written[row] === capacity && capacity < this.#most) this.#move(row, Math.max(4, 2 * capacity))
    this.#entries[this.#start[row] + (this.#written[row]++ & this.maskOf(row))] = entry
  }

  /** True if the next entry doubles the row's block. */
  isFull(row: number): boolean {
    return row < this.#written.length && this.#written[row] === this.#capacity[row] && this.#capacity[row] < this.#most
  }

  keepLatest(row: number, count: number): void {
    const start = this.#start[row]
    const written = this.#written[row]
    this.#entries.copyWithin(start, start + written - count, start + written)
    this.#written[row] = count
  }

  clear(row: number): void {
    if (row < this.#written.length) this.#written[row] = 0
  }

  #move(row: number, capacity: number): void {
    const from = this.#start[row]
    const before = this.#capacity[row]
    const to = this.#blocks.take(capacity)
    this.#entries = grow(this.#entries, this.#blocks.end)
    this.#entries.copyWithin(to, from, from + before)
    if (before > 0) this.#blocks.giveBack(from, before)
    this.#start[row] = to
    this.#capacity[row] = capacity
  }
}
