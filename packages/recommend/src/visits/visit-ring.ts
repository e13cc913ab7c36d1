export const MAX_ITEMS = 30

/** Initial size, which doubles as visits are added. */
const FIRST_CELLS = 1 << 12

/** Stores the latest finished visits in a ring of cells. Positions increase forever: cell = position % size. */
export class VisitRing {
  readonly maxCells: number
  size: number
  items: Int32Array
  /** By cell: the length of its visit. */
  #lengths: Uint8Array
  positions = 0
  visits = 0

  constructor(maxCells: number) {
    this.maxCells = maxCells
    this.size = Math.min(maxCells, FIRST_CELLS)
    this.items = new Int32Array(this.size)
    this.#lengths = new Uint8Array(this.size)
  }

  get byteLength(): number {
    return this.items.byteLength + this.#lengths.byteLength
  }

  /** Expects at most `MAX_ITEMS` items, oldest first. Returns the position of the first item. */
  append(visit: readonly number[]): number {
    if (this.positions + visit.length > this.size && this.size < this.maxCells) this.#enlarge()
    const first = this.positions
    this.visits++
    for (const item of visit) {
      const cell = this.cellOf(this.positions++)
      this.items[cell] = item
      this.#lengths[cell] = visit.length
    }
    return first
  }

  /** Returns `position % size`, avoiding the slow remainder of numbers above 32 bits. */
  cellOf(position: number): number {
    return position - Math.floor(position / this.size) * this.size
  }

  *all(): Generator<{ first: number; items: number[] }> {
    const oldest = Math.max(0, this.positions - this.size)
    const starts: number[] = []
    for (let end = this.positions; end > oldest; ) {
      end -= this.#lengths[this.cellOf(end - 1)]
      if (end >= oldest) starts.push(end)
    }
    for (const first of starts.reverse()) {
      const length = this.#lengths[this.cellOf(first)]
      yield { first, items: Array.from({ length }, (_, i) => this.items[this.cellOf(first + i)]) }
    }
  }

  /** Called only before the ring wraps around, when position and cell are equal, so longer arrays suffice. */
  #enlarge(): void {
    this.size = Math.min(this.maxCells, this.size * 2)
    const [items, lengths] = [this.items, this.#lengths]
    this.items = new Int32Array(this.size)
    this.#lengths = new Uint8Array(this.size)
    this.items.set(items)
    this.#lengths.set(lengths)
  }
}
