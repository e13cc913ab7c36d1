/** Sums for hit rate, mean reciprocal rank and NDCG, with one relevant product per case. */
export interface Tally {
  cases: number
  hits: number
  reciprocal: number
  gain: number
}

export function newTally(): Tally {
  return { cases: 0, hits: 0, reciprocal: 0, gain: 0 }
}

/** `place` starts at 0; −1 means not in the list. */
export function count(tally: Tally, place: number): void {
  tally.cases++
  if (place < 0) return
  tally.hits++
  tally.reciprocal += 1 / (place + 1)
  tally.gain += 1 / Math.log2(place + 2)
}

export function share(sum: number, { cases }: Tally): string {
  return cases === 0 ? '  –  ' : (sum / cases).toFixed(4)
}
