import { Blocks } from './blocks.ts'
import { grow, growToHold } from './grow.ts'

/** Lists of integers by row in one array: a million short lists take little more than their contents. */
export class IntLists {
  values = new Int32Array(1024)
  #start = new Int32Array(0)
  #size = new Int32Array(0)
  #capacity = new Int32Array(0)
  readonly #blocks = new Blocks()

  startOf(row: number): number {
    return row < this.#start.length ? this.#start[row] : 0
  }

  sizeOf(row: number): number {
    return row < this.#size.length ? this.#size[row] : 0
  }

  /** Returns a view that is valid until the lists change. */
  of(row: number): Int32Array {
    const start = this.startOf(row)
    return this.values.subarray(start, start + this.sizeOf(row))
  }

  push(row: number, value: number): void {
    this.#reserve(row, this.sizeOf(row) + 1)
    this.values[this.#start[row] + this.#size[row]++] = value
  }

  set(row: number, values: ArrayLike<number>): void {
    this.#reserve(row, values.length)
    this.values.set(values, this.#start[row])
    this.#size[row] = values.length
  }

  /** Moves the last entry of the row into the gap. */
  remove(row: number, value: number): void {
    const at = this.of(row).indexOf(value)
    if (at < 0) return
    const start = this.#start[row]
    this.values[start + at] = this.values[start + --this.#size[row]]
  }

  drop(row: number): void {
    if (row >= this.#size.length) return
    if (this.#capacity[row] > 0) this.#blocks.giveBack(this.#start[row], this.#capacity[row])
    this.#size[row] = 0
    this.#capacity[row] = 0
  }

  #reserve(row: number, size: number): void {
    this.#start = growToHold(this.#start, row)
    this.#size = growToHold(this.#size, row)
    this.#capacity = growToHold(this.#capacity, row)
    if (size <= this.#capacity[row]) return
    const [from, kept, before] = [this.#start[row], this.#size[row], this.#capacity[row]]
    const capacity = 2 ** Math.ceil(Math.log2(size))
    const to = this.#blocks.take(capacity)
    this.values = grow(this.values, this.#blocks.end)
    this.values.copyWithin(to, from, from + kept)
    if (before > 0) this.#blocks.giveBack(from, before)
    this.#start[row] = to
    this.#capacity[row] = capacity
  }
}
