/** Allocates blocks of cells in one long array. A freed block is used again for the next request of its size. */
export class Blocks {
  end = 0
  readonly #free = new Map<number, number[]>()

  take(cells: number): number {
    const reused = this.#free.get(cells)?.pop()
    if (reused !== undefined) return reused
    this.end += cells
    return this.end - cells
  }

  giveBack(start: number, cells: number): void {
    const list = this.#free.get(cells)
    if (list) list.push(start)
    else this.#free.set(cells, [start])
  }
}
