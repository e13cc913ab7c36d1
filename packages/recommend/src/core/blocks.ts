/** Allocates blocks of cells in a long array. Freed blocks are reused for requests of the same size. */
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
