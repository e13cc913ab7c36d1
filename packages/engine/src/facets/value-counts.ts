/**
 * Counts by value number, made for dictionaries of 300,000 values of which a query meets a few hundred: only values that were
 * met are listed, and only those are cleared afterwards. The arrays are lent from a pool, never allocated per query.
 */
export interface ValueCounts {
  counts: Uint32Array
  /** Numbers with a count above zero, in no order, first `touchedCount` entries. */
  touched: Uint32Array
  touchedCount: number
}

const pool: ValueCounts[] = []

export function borrowCounts(size: number): ValueCounts {
  const kept = pool.pop()
  if (kept && kept.counts.length >= size) return kept
  const room = Math.max(1024, size)
  return { counts: new Uint32Array(room), touched: new Uint32Array(room), touchedCount: 0 }
}

export function returnCounts(used: ValueCounts): void {
  for (let i = 0; i < used.touchedCount; i++) used.counts[used.touched[i]] = 0
  used.touchedCount = 0
  pool.push(used)
}

export function countOne(into: ValueCounts, number: number): void {
  if (into.counts[number]++ === 0) into.touched[into.touchedCount++] = number
}

/** Adds each doc's values. A doc lists a value once, so counts are products. */
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
