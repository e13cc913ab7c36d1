import type { Analyzer } from './analysis/analyzer.ts'
import { fold } from './analysis/fold.ts'
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
    const units = analyzer.units(match[0]).map((unit) => unit.joined ?? unit.parts.join(''))
    if (units.length === 1) words.push({ folded: units[0], start: match.index, end: match.index + match[0].length })
    else words.push(...placed(units, match[0], match.index))
  }
  return words
}

/** A run of a script without spaces is many words: they are found again letter by letter. */
function placed(units: readonly string[], run: string, at: number): Word[] {
  const ends = foldedEnds(run)
  const words: Word[] = []
  let done = 0
  let start = 0
  for (const folded of units) {
    done += folded.length
    const end = ends.find((place) => place.folded >= done)?.written ?? run.length
    if (end > start) words.push({ folded, start: at + start, end: at + end })
    start = end
  }
  return words
}

/** A letter with its marks, also those of half-width kana, and a Thai vowel written in two. */
const written = /[\s\S][\p{M}ﾞﾟ]*(?:(?<=\u0e4d[\u0e48-\u0e4b]?)\u0e32)?/gu

/** After each letter: how far it is in the run as written, and folded. Folding may change a letter's length ("ß", "ﾊﾞ"). */
function foldedEnds(run: string): { written: number; folded: number }[] {
  let folded = 0
  return Array.from(run.matchAll(written), (match) => {
    folded += fold(match[0]).length
    return { written: match.index + match[0].length, folded }
  })
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
