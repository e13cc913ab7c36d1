import { Blocks } from './blocks.ts'
import { grow, growToHold } from './grow.ts'
import { nthLargest } from './nth-largest.ts'
import type { Snapshot } from './snapshot.ts'

/**
 * Sparse rows of (item, weight, count) that grow in place. All rows share three arrays.
 *
 * start:   row → first cell      a full row moves to a block twice as large,
 * size:    row → cells used      and its old block becomes free for rows of that size
 * cells:   [ row 0 …|free][ row 1 |free][ row 2 ……]
 *
 * An item occurs once in a row. Rows are in order of arrival.
 */
export class RowArena {
  #start = new Int32Array(0)
  #size = new Int32Array(0)
  #capacity = new Int32Array(0)
  readonly #blocks = new Blocks()
  items = new Int32Array(1024)
  weights = new Float32Array(1024)
  /** Visits or orders behind each weight, at most 65,535. */
  counts = new Uint16Array(1024)

  startOf(row: number): number {
    return row < this.#start.length ? this.#start[row] : 0
  }

  sizeOf(row: number): number {
    return row < this.#size.length ? this.#size[row] : 0
  }

  find(row: number, item: number): number {
    const start = this.startOf(row)
    const end = start + this.sizeOf(row)
    for (let cell = start; cell < end; cell++) if (this.items[cell] === item) return cell
    return -1
  }

  /** Returns the size of the row. */
  add(row: number, item: number, weight: number, count: number): number {
    let cell = this.find(row, item)
    if (cell < 0) cell = this.#append(row, item)
    this.weights[cell] += weight
    this.counts[cell] = Math.min(65535, this.counts[cell] + count)
    return this.#size[row]
  }

  /** Keeps the `keep` cells with the highest `value` in their order; lower items win ties. */
  prune(row: number, keep: number, value: (item: number, weight: number) => number): void {
    const start = this.#start[row]
    const size = this.#size[row]
    if (size <= keep) return
    const values = new Float64Array(size)
    for (let i = 0; i < size; i++) values[i] = value(this.items[start + i], this.weights[start + i])
    const least = nthLargest(values.slice(), size, keep)
    const highestTied = this.#highestTied(start, values, { least, keep })
    let kept = 0
    for (let i = 0; i < size; i++)
      if (values[i] > least || (values[i] === least && this.items[start + i] <= highestTied))
        this.#copyCell(start + i, start + kept++)
    this.#size[row] = keep
  }

  /** Returns the highest item that fits among those with exactly the value `least`. */
  #highestTied(start: number, values: Float64Array, { least, keep }: { least: number; keep: number }): number {
    const tied: number[] = []
    let above = 0
    for (let i = 0; i < values.length; i++)
      if (values[i] > least) above++
      else if (values[i] === least) tied.push(this.items[start + i])
    return tied.sort((a, b) => a - b)[keep - above - 1]
  }

  scale(factor: number): void {
    for (let cell = 0; cell < this.#blocks.end; cell++) this.weights[cell] *= factor
  }

  get byteLength(): number {
    const rows = this.#start.byteLength + this.#size.byteLength + this.#capacity.byteLength
    return rows + this.items.byteLength + this.weights.byteLength + this.counts.byteLength
  }

  #append(row: number, item: number): number {
    this.#start = growToHold(this.#start, row)
    this.#size = growToHold(this.#size, row)
    this.#capacity = growToHold(this.#capacity, row)
    if (this.#size[row] === this.#capacity[row]) this.#move(row, Math.max(4, this.#capacity[row] * 2))
    const cell = this.#start[row] + this.#size[row]++
    this.items[cell] = item
    this.weights[cell] = 0
    this.counts[cell] = 0
    return cell
  }

  #move(row: number, capacity: number): void {
    const from = this.#start[row]
    const to = this.#allocate(capacity)
    for (let i = 0; i < this.#size[row]; i++) this.#copyCell(from + i, to + i)
    if (this.#capacity[row] > 0) this.#blocks.giveBack(from, this.#capacity[row])
    this.#start[row] = to
    this.#capacity[row] = capacity
  }

  #allocate(capacity: number): number {
    const at = this.#blocks.take(capacity)
    this.items = grow(this.items, this.#blocks.end)
    this.weights = grow(this.weights, this.#blocks.end)
    this.counts = grow(this.counts, this.#blocks.end)
    return at
  }

  #copyCell(from: number, to: number): void {
    this.items[to] = this.items[from]
    this.weights[to] = this.weights[from]
    this.counts[to] = this.counts[from]
  }

  saveArrays(): Snapshot['arrays'] {
    const total = this.#size.reduce((sum, size) => sum + size, 0)
    const arrays = {
      sizes: this.#size.slice(),
      items: new Int32Array(total),
      weights: new Float32Array(total),
      counts: new Uint16Array(total),
    }
    let at = 0
    for (let row = 0; row < this.#size.length; row++) {
      const start = this.#start[row]
      const end = start + this.#size[row]
      arrays.items.set(this.items.subarray(start, end), at)
      arrays.weights.set(this.weights.subarray(start, end), at)
      arrays.counts.set(this.counts.subarray(start, end), at)
      at += this.#size[row]
    }
    return arrays
  }

  static loadArrays(arrays: Snapshot['arrays']): RowArena {
    const arena = new RowArena()
    const { sizes, items, weights, counts } = arrays
    let at = 0
    for (let row = 0; row < sizes.length; row++) {
      for (let i = 0; i < sizes[row]; i++, at++) {
        const cell = arena.#append(row, items[at])
        arena.weights[cell] = weights[at]
        arena.counts[cell] = counts[at]
      }
    }
    return arena
  }
}
