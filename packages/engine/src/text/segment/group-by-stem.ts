import { hasDigit } from '../analysis/analyzer.ts'
import { buildDictionary, type Dictionary } from './dictionary.ts'

export interface StemGroups {
  readonly stems: Dictionary
  readonly stemStarts: Uint32Array
  readonly stemTerms: Uint32Array
}

/** Terms that share a stem. A term that is alone and is its own stem needs no group: the dictionary finds it. */
export function groupByStem(sorted: readonly string[], stemOf: readonly string[]): StemGroups {
  const groups = new Map<string, number[]>()
  for (let term = 0; term < sorted.length; term++) {
    if (hasDigit(sorted[term])) continue
    const stem = stemOf[term]
    const group = groups.get(stem)
    if (group) group.push(term)
    else groups.set(stem, [term])
  }
  const stems = [...groups.keys()].filter((stem) => needsGroup(stem, groups.get(stem)!, sorted)).sort(byCodeUnits)
  return { stems: buildDictionary(stems), ...flatten(stems.map((stem) => groups.get(stem)!)) }
}

function needsGroup(stem: string, terms: readonly number[], sorted: readonly string[]): boolean {
  return terms.length > 1 || sorted[terms[0]] !== stem
}

function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function flatten(groups: readonly number[][]): { stemStarts: Uint32Array; stemTerms: Uint32Array } {
  const stemStarts = new Uint32Array(groups.length + 1)
  for (let i = 0; i < groups.length; i++) stemStarts[i + 1] = stemStarts[i] + groups[i].length
  const stemTerms = new Uint32Array(stemStarts[groups.length])
  for (let i = 0; i < groups.length; i++) stemTerms.set(groups[i], stemStarts[i])
  return { stemStarts, stemTerms }
}
