/** Positions of blocks of cells in one long array: a block given back is handed out again to a caller who needs as many cells. */
export class Blocks {
  /** Cells handed out so far, those given back included. */
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
