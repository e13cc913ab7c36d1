import type { Analyzer } from './analysis/analyzer.ts'
import type { QueryTerm } from './text-query.ts'

/** A stretch of the text as it was given, in UTF-16 units. */
export interface HighlightRange {
  readonly start: number
  readonly end: number
}

/** Runs of letters and numbers; what stands between them is never marked. */
const runs = /\p{N}+(?:[.,]\p{N}+)*|[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]{1,2}(?![\p{L}\p{M}]))?/gu
/** `WH-1000XM4` is four runs and one word. */
const maxJoinedRuns = 6

/** Where the words of the query stand in a text, in order, not overlapping. */
export function highlight(text: string, terms: readonly QueryTerm[], analyzer: Analyzer): HighlightRange[] {
  const wanted = wantedForms(terms)
  const words = wordsOf(text, analyzer)
  const ranges: HighlightRange[] = []
  for (let i = 0; i < words.length; i++) {
    const count = matchAt(words, i, wanted)
    if (count === 0) continue
    ranges.push({ start: words[i].start, end: words[i + count - 1].end })
    i += count - 1
  }
  return ranges
}

interface WantedForms {
  readonly words: ReadonlySet<string>
  readonly prefixes: readonly string[]
}

function wantedForms(terms: readonly QueryTerm[]): WantedForms {
  const words = new Set<string>()
  const prefixes: string[] = []
  for (const { forms } of terms) {
    for (const { term, kind } of forms) {
      if (kind === 'prefix') prefixes.push(term)
      else words.add(term.replaceAll(' ', ''))
    }
  }
  return { words, prefixes }
}

interface Word extends HighlightRange {
  readonly folded: string
}

function wordsOf(text: string, analyzer: Analyzer): Word[] {
  const words: Word[] = []
  for (const match of text.matchAll(runs)) {
    const units = analyzer.units(match[0])
    let start = match.index
    const end = start + match[0].length
    units.forEach((unit, place) => {
      const folded = unit.joined ?? unit.parts.join('')
      // A run of a script without spaces is many words; folding keeps their lengths.
      const stop = place === units.length - 1 ? end : Math.min(end, start + folded.length)
      words.push({ folded, start, end: stop })
      start = stop
    })
  }
  return words
}

/** How many words from `first` on match together: 0 for none. */
function matchAt(words: readonly Word[], first: number, wanted: WantedForms): number {
  let joined = ''
  let count = 0
  for (let i = first; i < Math.min(words.length, first + maxJoinedRuns); i++) {
    if (i > first && words[i].start - words[i - 1].end > 1) break
    joined += words[i].folded
    if (wanted.words.has(joined)) count = i - first + 1
  }
  if (count > 0) return count
  return wanted.prefixes.some((prefix) => words[first].folded.startsWith(prefix)) ? 1 : 0
}
