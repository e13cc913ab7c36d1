import { type Analyzer, hasDigit } from '../analysis/analyzer.ts'
import { splitCompound } from '../analysis/split-compound.ts'

export interface CompoundGroups {
  readonly compoundStarts: Uint32Array
  readonly compoundTerms: Uint32Array
}

/** For each term the longer words that are made with it ("wanderschuhe" for "schuhe"), by the shop's own vocabulary. */
export function groupCompounds(sorted: readonly string[], analyzer: Analyzer): CompoundGroups {
  if (!analyzer.compounds) return { compoundStarts: new Uint32Array(0), compoundTerms: new Uint32Array(0) }
  const numbers = new Map(sorted.map((term, number) => [term, number]))
  const pairs: [part: number, compound: number][] = []
  for (let term = 0; term < sorted.length; term++) {
    if (hasDigit(sorted[term])) continue
    const parts = splitCompound(sorted[term], (word) => numbers.has(word))
    for (const part of new Set(parts)) pairs.push([numbers.get(part)!, term])
  }
  pairs.sort((a, b) => a[0] - b[0] || a[1] - b[1])
  const compoundStarts = new Uint32Array(sorted.length + 1)
  for (const [part] of pairs) compoundStarts[part + 1]++
  for (let term = 0; term < sorted.length; term++) compoundStarts[term + 1] += compoundStarts[term]
  return { compoundStarts, compoundTerms: Uint32Array.from(pairs, (pair) => pair[1]) }
}
