import { type Analyzer, hasDigit } from '../analysis/analyzer.ts'

/** Terms that may be compounds, sorted by their stems read backwards, so that terms that end with the same word in any inflection are adjacent. */
export function orderCompounds(sorted: readonly string[], stems: readonly string[], analyzer: Analyzer): Uint32Array {
  if (analyzer.compoundPart === 0) return new Uint32Array(0)
  const shortest = 2 * analyzer.compoundPart - 1
  const terms: number[] = []
  for (let term = 0; term < sorted.length; term++)
    if (sorted[term].length >= shortest && !hasDigit(sorted[term])) terms.push(term)
  terms.sort((a, b) => compareBackwards(stems[a], stems[b]) || a - b)
  return Uint32Array.from(terms)
}

export function compareBackwards(a: string, b: string): number {
  const common = Math.min(a.length, b.length)
  for (let i = 1; i <= common; i++) {
    const difference = a.charCodeAt(a.length - i) - b.charCodeAt(b.length - i)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}
