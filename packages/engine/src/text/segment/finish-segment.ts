import { type Analyzer, hasDigit } from '../analysis/analyzer.ts'
import { COLLECTIVE_WORDS_OF, LINKING_WORDS_OF } from '../analysis/head-place.ts'
import type { TextSegment } from '../text-segment.ts'
import { buildDictionary } from './dictionary.ts'
import { invert } from './invert.ts'
import { FIELD_MASK, SKU_BIT } from './posting-payload.ts'
import { type ReadDocs, SAME_POSITION } from './read-docs.ts'

/** Sorts the terms, renumbers the words and derives all other arrays. Merges end with this step too. */
export function finishSegment(read: ReadDocs, analyzer: Analyzer): TextSegment {
  const order = sortedOrder(read.terms)
  const sorted = order.map((number) => read.terms[number])
  const words = renumber(read.words, order)
  const terms = buildDictionary(sorted)
  const stems = sorted.map((term) => analyzer.stem(term))
  const inverted = invert({ ...read, words, termCount: sorted.length, linking: linkingTerms(sorted, analyzer) })
  return {
    docCount: read.docCount,
    language: analyzer.language,
    terms,
    words,
    fieldStarts: read.fieldStarts,
    ...inverted,
    ...groupByStem(sorted, stems),
    compounds: orderCompounds(sorted, stems, analyzer),
    backwards: backwardsOrder(sorted, inverted.termFields),
  }
}

function sortedOrder(terms: readonly string[]): number[] {
  const order = Array.from(terms.keys())
  return order.sort((a, b) => (terms[a] < terms[b] ? -1 : 1))
}

function renumber(words: Uint32Array, order: readonly number[]): Uint32Array {
  const places = new Uint32Array(order.length)
  for (let place = 0; place < order.length; place++) places[order[place]] = place
  for (let i = 0; i < words.length; i++) {
    const word = words[i]
    words[i] = places[word & ~SAME_POSITION] | (word & SAME_POSITION)
  }
  return words
}

function linkingTerms(sorted: readonly string[], analyzer: Analyzer): Uint8Array {
  const linking = LINKING_WORDS_OF(analyzer.language)
  const collective = COLLECTIVE_WORDS_OF(analyzer.language)
  return Uint8Array.from(sorted, (term) => (linking.has(term) ? 1 : collective.has(term) ? 2 : 0))
}

/** Sorts by reversed letters. Omits SKUs and words with digits, which typo correction never returns. */
function backwardsOrder(sorted: readonly string[], termFields: Uint16Array): Uint32Array {
  const entries: { term: number; reversed: string }[] = []
  for (let term = 0; term < sorted.length; term++) {
    const word = sorted[term]
    if (word.length < 3 || (termFields[term] & FIELD_MASK & ~SKU_BIT) === 0 || hasDigit(word)) continue
    entries.push({ term, reversed: reverse(word) })
  }
  entries.sort((a, b) => (a.reversed < b.reversed ? -1 : 1))
  return Uint32Array.from(entries, (entry) => entry.term)
}

function reverse(word: string): string {
  let reversed = ''
  for (let i = word.length - 1; i >= 0; i--) reversed += word[i]
  return reversed
}

/** Groups terms by stem. A term equal to its stem, without other inflections, needs no group. */
function groupByStem(sorted: readonly string[], stemOf: readonly string[]) {
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

/** Sorts possible compounds by reversed stem, so that terms with the same last word in any inflection are adjacent. */
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
