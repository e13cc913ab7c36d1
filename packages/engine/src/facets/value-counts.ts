/** Counts by value number. A query meets only a few of all values, so only those are listed and later cleared. */
export interface ValueCounts {
  counts: Uint32Array
  /** Value numbers with a count above zero, unordered; only the first `touchedCount` entries are valid. */
  touched: Uint32Array
  touchedCount: number
}

/** Lends count arrays, so that none are allocated per query. Arrays of a query that threw are not returned. */
export class CountsPool {
  readonly #free: ValueCounts[] = []

  /** Calls `run` with counts that are zero, and clears them afterwards. */
  withCounts<T>(size: number, run: (counted: ValueCounts) => T): T {
    const counted = this.#take(size)
    const result = run(counted)
    for (let i = 0; i < counted.touchedCount; i++) counted.counts[counted.touched[i]] = 0
    counted.touchedCount = 0
    this.#free.push(counted)
    return result
  }

  get bytes(): number {
    return this.#free.reduce((sum, { counts, touched }) => sum + counts.byteLength + touched.byteLength, 0)
  }

  #take(size: number): ValueCounts {
    const free = this.#free.pop()
    if (free && free.counts.length >= size) return free
    const room = Math.max(1024, size)
    return { counts: new Uint32Array(room), touched: new Uint32Array(room), touchedCount: 0 }
  }
}

export function countOne(into: ValueCounts, number: number): void {
  if (into.counts[number]++ === 0) into.touched[into.touchedCount++] = number
}

/** Adds the values of the docs. A doc lists a value once, so this counts products. */
export function countTerms(
  into: ValueCounts,
  docs: Uint32Array,
  column: { starts: Uint32Array; codes: Uint32Array },
  numbering: Uint32Array | null,
): void {
  const { counts, touched } = into
  const { starts, codes } = column
  let met = into.touchedCount
  for (let i = 0; i < docs.length; i++) {
    const doc = docs[i]
    for (let j = starts[doc]; j < starts[doc + 1]; j++) {
      const number = numbering === null ? codes[j] : numbering[codes[j]]
      if (counts[number]++ === 0) touched[met++] = number
    }
  }
  into.touchedCount = met
}
