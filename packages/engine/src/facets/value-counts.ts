/** Counts by value number. A query meets few of all values, so these are listed and only their counts are cleared. */
export interface ValueCounts {
  counts: Uint32Array
  /** Value numbers with a count above zero, unordered. Valid up to `touchedCount`. */
  touched: Uint32Array
  touchedCount: number
}

/** Reuses count arrays, so that queries allocate none. If a query throws, its array is garbage-collected. */
export class CountsPool {
  readonly #free: ValueCounts[] = []

  /** Passes counts that are all zero to `run`, and clears them afterwards. */
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
