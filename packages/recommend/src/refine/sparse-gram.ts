/** A sparse matrix of sums. Rows are maps, because it exists only while the nightly refinement runs. */
export class SparseGram {
  #rows: Map<number, number>[] = []

  add(row: number, column: number, amount: number): void {
    const sums = this.#rows[row]
    if (sums) sums.set(column, (sums.get(column) ?? 0) + amount)
    else this.#rows[row] = new Map([[column, amount]])
  }

  get(row: number, column: number): number {
    return this.#rows[row]?.get(column) ?? 0
  }

  /** Returns the row's largest entries, by value damped by how common the column is; ties by column. */
  strongest(row: number, limit: number): [number, number][] {
    const entries = [...(this.#rows[row] ?? [])]
    if (entries.length <= limit) return entries
    const value = ([column, sum]: [number, number]) => sum / Math.sqrt((this.#rows[column]?.size ?? 0) + 20)
    return entries.sort((a, b) => value(b) - value(a) || a[0] - b[0]).slice(0, limit)
  }
}
