import { hasDigit } from '../text/analysis/analyzer.ts'
import { addWords, type ExpandInput, liveWords, type TermPostings } from './weighted-postings.ts'
import { wordPostings } from './word-postings.ts'
import { findTerm, firstPlace, NO_TERM, prefixRange, termAt } from '../text/segment/dictionary.ts'
import { isOrdinaryWord } from '../text/analysis/lexicon.ts'
import type { TextSegment } from '../text/text-segment.ts'
import { EXPANSION_WEIGHTS } from './expansion-weights.ts'
import { synonymsOf } from './synonyms.ts'
import { isFound } from './compound-postings.ts'
import { CORRECTABLE_FIELDS } from '../text/segment/posting-payload.ts'
import { EditDistance } from '../text/analysis/edit-distance.ts'

/** Maximum number of corrections used for a word. `MIN_LIKELIHOOD` is relative to the likeliest. */
const MAX_CORRECTIONS = 6
const MIN_LIKELIHOOD = 0.2
const MAX_UNFINISHED = 16
/** Factor for a different first letter, which is a rare mistake. */
const FIRST_LETTER = 0.3

/** Corrects words that are neither in the shop nor in the lexicon: "couch" is no misspelled "touch". */
export function addFuzzy(input: ExpandInput, expanded: readonly TermPostings[]): void {
  const typing = input.prefixLast ? input.queryTerms.length - 1 : -1
  input.queryTerms.forEach(({ word, parts }, place) => {
    const maxEdits = parts.length === 1 ? allowedEdits(word) : 0
    if (maxEdits === 0 || isFound(expanded[place]) || isOrdinaryWord(word, input.analyzer)) return
    for (let edits = 1; edits <= maxEdits && !isFound(expanded[place]); edits++)
      addCorrections(input, expanded[place], word, edits)
    if (place === typing) addUnfinished(input, expanded[place], word)
  })
}

function weightOf(edits: number): number {
  return edits === 1 ? EXPANSION_WEIGHTS.fuzzy : EXPANSION_WEIGHTS.fuzzyTwice
}

function addCorrections(input: ExpandInput, postings: TermPostings, word: string, edits: number): void {
  const corrections = correctionsOf(input, word, edits)
  for (const { text, likelihood } of corrections.slice(0, MAX_CORRECTIONS)) {
    const share = likelihood / corrections[0].likelihood
    if (share < MIN_LIKELIHOOD) return
    const synonyms = synonymsOf(input, text)
    const weight = weightOf(edits) * Math.sqrt(share)
    input.views.forEach((view, s) => {
      for (const list of wordPostings(view, text, input))
        postings[s].push({ ...list, weight: list.weight * weight, kind: 'typo', edits })
      for (const list of synonyms[s])
        postings[s].push({ ...list, weight: list.weight * weight, kind: 'typo', edits, text })
    })
  }
}

export interface Correction {
  readonly text: string
  readonly docs: number
  readonly likelihood: number
}

export function correctionsOf(
  input: Pick<ExpandInput, 'views' | 'analyzer'>,
  word: string,
  edits: number,
): Correction[] {
  const corrections = wordsFound(input, (segment) => findTypos(segment, word, edits)).flatMap(({ text, docs }) => {
    if (input.analyzer.isStopWord(text) || hasDigit(text)) return []
    return [{ text, docs, likelihood: Math.sqrt(docs) * (word[0] === text[0] ? 1 : FIRST_LETTER) }]
  })
  return corrections.sort((a, b) => b.likelihood - a.likelihood || (a.text < b.text ? -1 : 1))
}

/** Completes and corrects the unfinished last word at once: "sneakr" finds "sneakers". */
function addUnfinished(input: ExpandInput, postings: TermPostings, word: string): void {
  const words = wordsFound(input, (segment) => findPrefixTypos(segment, word))
  const texts = words.slice(0, MAX_UNFINISHED).map(({ text }) => text)
  addWords(input.views, texts, { weight: EXPANSION_WEIGHTS.unfinished, kind: 'typo', edits: 1 }, postings)
}

function wordsFound({ views }: Pick<ExpandInput, 'views'>, find: (segment: TextSegment) => readonly number[]) {
  return liveWords(
    views,
    views.flatMap(({ segment }) => find(segment).map((term) => termAt(segment.terms, term))),
  )
}

/** Minimum length of the longer word for one edit: "dek" may be "desk" with a letter missing. */
const ONE_EDIT_FROM = 4
const TWO_EDITS_FROM = 8

export function allowedEdits(word: string): number {
  if (word.length < ONE_EDIT_FROM - 1 || word.length > 40 || hasDigit(word)) return 0
  return word.length < TWO_EDITS_FROM ? 1 : 2
}

/**
 * Returns terms exactly `edits` away. One edit leaves half of the word intact, so only terms that share a half are
 * compared. For more edits, the first letter must be right.
 */
export function findTypos(segment: TextSegment, word: string, edits: number): number[] {
  return edits === 1 ? findOneEdit(segment, word) : findSeveralEdits(segment, word, edits)
}

function findOneEdit(segment: TextSegment, word: string): number[] {
  const found: number[] = []
  const distance = new EditDistance(word)
  const half = word.length >>> 1
  const [first, end] = prefixRange(segment.terms, word.slice(0, half))
  for (let term = first; term < end; term++) {
    if (isEligible(segment, term) && edits(segment, term, word, distance, 1) === 1) found.push(term)
  }
  const [firstEnding, endEnding] = suffixRange(segment, word.slice(half))
  for (let at = firstEnding; at < endEnding; at++) {
    const term = segment.backwards[at]
    if ((term < first || term >= end) && isEligible(segment, term) && edits(segment, term, word, distance, 1) === 1)
      found.push(term)
  }
  if (word.length < ONE_EDIT_FROM) return found
  const swapped = findTerm(segment.terms, swapAt(word, half))
  if (swapped !== NO_TERM && isEligible(segment, swapped) && word[half - 1] !== word[half]) found.push(swapped)
  return found
}

/** Returns terms that begin with the word, allowing one edit in its second half. */
export function findPrefixTypos(segment: TextSegment, word: string): number[] {
  const found: number[] = []
  const distance = new EditDistance(word)
  const [first, end] = prefixRange(segment.terms, word.slice(0, Math.max(2, word.length >>> 1)))
  for (let term = first; term < end; term++) {
    if (isEligible(segment, term) && beginsNearly(segment, term, word, distance)) found.push(term)
  }
  return found
}

function beginsNearly({ terms }: TextSegment, term: number, word: string, distance: EditDistance): boolean {
  const start = terms.starts[term]
  const length = terms.starts[term + 1] - start
  for (let begin = word.length - 1; begin <= Math.min(length, word.length + 1); begin++) {
    if (distance.to(terms.chars, start, begin, 1) <= 1) return true
  }
  return false
}

/** Swapping the two middle letters is the only edit that changes both halves. */
function swapAt(word: string, at: number): string {
  return word.slice(0, at - 1) + word[at] + word[at - 1] + word.slice(at + 1)
}

function findSeveralEdits(segment: TextSegment, word: string, count: number): number[] {
  const found: number[] = []
  const distance = new EditDistance(word)
  const [first, end] = prefixRange(segment.terms, word[0])
  for (let term = first; term < end; term++) {
    if (edits(segment, term, word, distance, count) === count && isEligible(segment, term)) found.push(term)
  }
  return found
}

function edits({ terms }: TextSegment, term: number, word: string, distance: EditDistance, limit: number): number {
  const start = terms.starts[term]
  const length = terms.starts[term + 1] - start
  if (length > word.length + limit || length < word.length - limit) return limit + 1
  if (length < ONE_EDIT_FROM && word.length < ONE_EDIT_FROM) return limit + 1
  return distance.to(terms.chars, start, length, limit)
}

/** True for words without digits from names or descriptions. Words of translations and SKUs are no corrections. */
export function isEligible({ terms, termFields }: TextSegment, term: number): boolean {
  if ((termFields[term] & CORRECTABLE_FIELDS) === 0) return false
  for (let i = terms.starts[term]; i < terms.starts[term + 1]; i++) {
    if (terms.chars[i] >= 48 && terms.chars[i] <= 57) return false
  }
  return true
}

/** Returns a range of indices in `backwards`, whose terms end with `suffix`; `end` is exclusive. */
function suffixRange(segment: TextSegment, suffix: string): [first: number, end: number] {
  const { backwards } = segment
  const orderOf = (place: number) => compareEnding(segment, backwards[place], suffix)
  return [
    firstPlace(backwards.length, (place) => orderOf(place) >= 0),
    firstPlace(backwards.length, (place) => orderOf(place) > 0),
  ]
}

/** Compares words read backwards. Returns 0 if the term ends with the suffix. */
function compareEnding({ terms }: TextSegment, term: number, suffix: string): number {
  const end = terms.starts[term + 1]
  const length = end - terms.starts[term]
  for (let i = 0; i < suffix.length; i++) {
    if (i >= length) return -1
    const difference = terms.chars[end - 1 - i] - suffix.charCodeAt(suffix.length - 1 - i)
    if (difference !== 0) return difference < 0 ? -1 : 1
  }
  return 0
}
